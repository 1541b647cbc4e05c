// What became of each operation of a document: exposed, exposed with loss, or left out, with a reason from one fixed list.

/** Why an operation is not a skill. */
export const leftOutReasons = {
  excluded: 'left out by the configuration',
  no_base_url: 'the base URL of the API is unknown: configure one (upstreams, or --upstream)',
  server_unusable: 'the server URL of the document cannot be used',
  reference_broken: 'a reference that the request needs leads nowhere',
  parameter_unusable: 'a parameter cannot be understood',
  body_unsupported: 'the request body has no media type that can be sent yet',
  malformed: 'the operation is not as OpenAPI defines it',
} as const;

export type LeftOutReason = keyof typeof leftOutReasons;

/** What is lost although the operation is exposed. */
export const lossReasons = {
  id_changed: 'the operationId was changed to fit or to be unique',
  schema_unknown: 'a schema cannot be read; its values are not checked',
  pattern_unchecked: 'a pattern is not checked: it cannot be run safely',
  media_types_dropped: 'other media types of the body are not offered',
  placeholder_added: 'a placeholder of the path was not declared and is taken as a string',
  parameter_ignored: 'a parameter is ignored',
  example_refused: 'an example of the document does not fit its own schema',
} as const;

export type LossReason = keyof typeof lossReasons;

export interface Finding<Reason extends string = string> {
  readonly reason: Reason;
  /** One sentence with what was found and what to do. */
  readonly message: string;
}

export interface OperationReport {
  readonly method: string;
  readonly path: string;
  readonly operationId?: string;
  /** Set when the operation is a skill. */
  readonly skillId?: string;
  readonly leftOut?: Finding<LeftOutReason>;
  readonly losses: readonly Finding<LossReason>[];
}

export interface TargetReport {
  readonly id: string;
  /** File path or URL of the document. */
  readonly source: string;
  readonly title: string;
  /** `2.0`, `3.0.3`, … ; empty when the document cannot be read. */
  readonly openapi: string;
  /** Set when the whole document cannot be read. */
  readonly failure?: string;
  /** Notes on the document as a whole. */
  readonly notes: readonly string[];
  readonly operations: readonly OperationReport[];
}
