// What a command says of a skill that does not exist: the names that come nearest.

import type { Catalog } from '../catalog/catalog.ts';
import { GatewayError } from '../errors.ts';

export function unknownSkill(catalog: Pick<Catalog, 'suggest'>, name: string): GatewayError {
  const near = catalog.suggest(name, 5).map(({ id }) => id);
  return new GatewayError(
    'skill_not_found',
    `There is no skill "${name}".${near.length === 0 ? ' "skillgate skills" lists all.' : ` Did you mean ${near.join(', ')}?`}`,
  );
}
