// One operation, flattened and 3.1-shaped: shared parameters merged, references to parameters, bodies and responses resolved,
// OpenAPI 2.0 rewritten. Schemas stay where they are in the document, as handles: they are read on first use. OAS 3.1 §4.8.10.

/** A schema of the document, not read yet. `document.schemas` turns it into JSON Schema. */
export interface SchemaHandle {
  readonly node: unknown;
  /** URI of the file that holds the node; its references are relative to it. */
  readonly file: string;
}

export type ParameterStyle =
  | 'simple'
  | 'label'
  | 'matrix'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'tabDelimited'
  | 'deepObject';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  readonly description: string;
  readonly deprecated: boolean;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** Set when the parameter is described by `content`: its value is written in this media type. */
  readonly mediaType?: string;
  readonly schema: SchemaHandle | undefined;
  /** From `example`, `examples` or `x-example`. */
  readonly examples: readonly unknown[];
}

export interface MediaType {
  /** As written, e.g. `application/json; charset=utf-8`. */
  readonly mediaType: string;
  readonly schema: SchemaHandle | undefined;
  readonly examples: readonly unknown[];
  /** The Encoding Objects by property name. */
  readonly encoding: ReadonlyMap<string, Encoding>;
}

export interface Encoding {
  readonly contentType?: string;
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
}

export interface RequestBody {
  readonly required: boolean;
  readonly description: string;
  readonly content: readonly MediaType[];
}

export interface ResponseSpec {
  /** `200`, `4XX`, `default`. */
  readonly status: string;
  readonly description: string;
  readonly content: readonly MediaType[];
}

export type SecurityScheme =
  | { readonly type: 'apiKey'; readonly in: 'query' | 'header' | 'cookie'; readonly name: string }
  /** `scheme` in lower case: `bearer`, `basic`, … */
  | { readonly type: 'http'; readonly scheme: string }
  | { readonly type: 'other' };

/** One scheme that a security requirement names. */
export interface SecurityUse {
  readonly name: string;
  readonly scheme: SecurityScheme;
}

/** Something about an operation that hinders it, or that it can live with. */
export interface OperationProblem {
  readonly reason:
    | 'reference_broken'
    | 'parameter_unusable'
    | 'malformed'
    | 'server_unusable'
    | 'placeholder_added'
    | 'parameter_ignored';
  readonly message: string;
}

export interface Operation {
  /** As sent: upper case, except for 3.2's additional operations, which keep their case. */
  readonly method: string;
  /** Path template, without a `#fragment`. A fixed `?query` in it stays. */
  readonly path: string;
  /** The path as the document's key has it, fragment included: tells operations on one path apart. */
  readonly pathKey: string;
  readonly operationId: string | undefined;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | undefined;
  readonly responses: readonly ResponseSpec[];
  /** Absolute base URL from the nearest servers list; undefined when the document has none that can be used. */
  readonly server: string | undefined;
  /** The path of a relative server whose host is unknown, such as `/api`. */
  readonly serverPath?: string;
  /** Names of API keys by place, which are credentials and not arguments: `query:api_key`. Header names in lower case. */
  readonly credentialParameters: ReadonlySet<string>;
  /** Alternatives, each a set of schemes that go together; an empty set needs no credentials. */
  readonly security: readonly (readonly SecurityUse[])[];
  /** The `x-skillgate` object of the operation, if any. */
  readonly extension: Readonly<Record<string, unknown>>;
  /** Why the operation cannot be called. */
  readonly obstacles: readonly OperationProblem[];
  readonly notes: readonly OperationProblem[];
}
