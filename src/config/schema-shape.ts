// The schema of the configuration as data to walk over: what validation, its messages and substitution read of it. It is read from
// the file that is generated from `schema.ts`, because TypeBox would cost a running gateway 16 MB and a tenth of a second.

import { GatewayError } from '../errors.ts';
import configSchema from './schema.json' with { type: 'json' };

/** What a schema can hold, as the code that walks over it reads it. */
export interface ConfigSchema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly writeOnly?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly minProperties?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, ConfigSchema>>;
  readonly propertyNames?: ConfigSchema;
  readonly additionalProperties?: boolean | ConfigSchema;
  readonly items?: ConfigSchema;
  readonly anyOf?: readonly ConfigSchema[];
}

/** The same schema, in the shape that walks over it read. */
export const rootSchema: ConfigSchema = configSchema;

/** The schema of one entry of an object or list; undefined where the schema knows none. */
export function schemaOfEntry(schema: ConfigSchema | undefined, key: string | number): ConfigSchema | undefined {
  if (schema === undefined) return undefined;
  if (typeof key === 'number') return schema.items;
  if (schema.properties !== undefined && Object.hasOwn(schema.properties, key)) return schema.properties[key];
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
}

/** What an override says of one skill, which its document may say too. */
export function schemaOfSkill(key: 'conversation' | 'job'): ConfigSchema {
  const path = ['targets', 'any', 'skills', 'override', 'any', key];
  const found = path.reduce<ConfigSchema | undefined>(schemaOfEntry, rootSchema);
  if (found !== undefined) return found;
  throw new GatewayError('internal', undefined, { detail: `schema.json has nothing at ${path.join('.')}` });
}
