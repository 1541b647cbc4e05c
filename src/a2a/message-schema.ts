// The schema dialect in which the requests of both versions are written down: JSON Schema with three annotations of our own.
// `enumNumbers` belongs to ProtoJSON's lenient side; `check` and `why` make errors readable.

export interface MessageSchema {
  readonly type?: 'object' | 'array' | 'string' | 'boolean' | 'integer';
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly items?: MessageSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
  readonly format?: 'date-time';
  /** Enum names by their number. */
  readonly enumNumbers?: readonly string[];
  /** Further rule for an object; returns what is wrong. */
  readonly check?: (value: Readonly<Record<string, unknown>>) => string | undefined;
  /** What is expected, for the error text. */
  readonly why?: string;
}

/** `true` is any JSON value, `null` included. */
export type FieldSchema = MessageSchema | true;

/** Lists of a request are short; a longer one is refused before its elements are looked at. */
export const maxItems = 1_000;

export const text: MessageSchema = { type: 'string' };
export const flag: MessageSchema = { type: 'boolean' };
export const texts: MessageSchema = { type: 'array', items: text, maxItems };
export const count: MessageSchema = { type: 'integer', minimum: 0, maximum: 2 ** 31 - 1 };
export const requiredId: MessageSchema = { type: 'string', pattern: '\\S', why: 'a text that is not blank' };
export const contextId: MessageSchema = { type: 'string', maxLength: 128 };
export const base64: MessageSchema = { type: 'string', pattern: '^[A-Za-z0-9+/_-]*={0,2}$', why: 'base64 text' };
/** A JSON object with any content. A number with many digits is an object in JavaScript, but not here. */
export const anyObject: MessageSchema = {
  type: 'object',
  check: (value) => (JSON.isRawJSON(value) ? 'expected an object, found a number' : undefined),
};
export const pageSize: MessageSchema = { type: 'integer', minimum: 1, maximum: 100 };
/** Where a value may be given by the protocol but this agent takes none. */
export const noTenant: MessageSchema = { type: 'string', maxLength: 0, why: 'no tenant: the agent card names none' };

/** A rule for objects of which exactly one of the named members may be set. */
export function exactlyOne(...names: readonly string[]): NonNullable<MessageSchema['check']> {
  return (value) => {
    const set = names.filter((name) => Object.hasOwn(value, name));
    if (set.length === 1) return undefined;
    return `needs exactly one of ${names.join(', ')}; found ${set.length === 0 ? 'none' : set.join(' and ')}`;
  };
}
