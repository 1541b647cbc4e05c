// A schema without its references and its `allOf`, one level deep: what they say is merged into it. A reference that leads back to where
// it stands is followed no further.

import type { JsonSchema, SchemaObject } from '../../spec/json-schema.ts';

export interface Definitions {
  readonly definitions: Readonly<Record<string, JsonSchema>>;
  /** Names of the definitions that this place is within, so that a circle ends. */
  readonly within: readonly string[];
}

interface Flat {
  readonly schema: SchemaObject;
  readonly within: readonly string[];
}

export function flatten(given: SchemaObject, place: Definitions): Flat {
  const { $ref, allOf, ...own } = given;
  let flat: Flat = { schema: own, within: place.within };
  if ($ref !== undefined) flat = merge(flat, follow($ref, place));
  for (const branch of Array.isArray(allOf) ? (allOf as readonly JsonSchema[]) : []) {
    if (typeof branch === 'object') flat = merge(flat, flatten(branch, { ...place, within: flat.within }));
  }
  return flat;
}

function follow(ref: string, place: Definitions): Flat {
  const name = ref.startsWith('#/$defs/') ? ref.slice('#/$defs/'.length) : '';
  const target = Object.hasOwn(place.definitions, name) ? place.definitions[name] : undefined;
  if (typeof target !== 'object' || place.within.includes(name)) return { schema: {}, within: place.within };
  return flatten(target, { ...place, within: [...place.within, name] });
}

/** What stands nearer wins; properties and required names come together. */
function merge(near: Flat, far: Flat): Flat {
  const properties = { ...far.schema.properties, ...near.schema.properties };
  const required = [...(near.schema.required ?? []), ...(far.schema.required ?? [])];
  return {
    schema: {
      ...far.schema,
      ...near.schema,
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(required.length > 0 && { required: [...new Set(required)] }),
    },
    within: [...new Set([...near.within, ...far.within])],
  };
}
