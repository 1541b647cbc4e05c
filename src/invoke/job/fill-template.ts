// An address from the configuration: `/jobs/{id}` with fields of a reply, below the base URL, or a JSON pointer to an address in the
// reply. A field that is missing gives no address; its value stays within its segment.

import { atPointer } from '../../lib/json-pointer.ts';
import type { Addresses } from './address.ts';

type Body = Readonly<Record<string, unknown>>;

export function fillTemplate(template: string, body: Body, addresses: Addresses): string | undefined {
  if (!template.includes('{')) {
    const found = atPointer(body, template);
    return typeof found === 'string' && found !== '' ? found : undefined;
  }
  let isWhole = true;
  const path = template.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const value = atPointer(body, name.startsWith('/') ? name : `/${name}`);
    if (typeof value === 'number' || (typeof value === 'string' && !/^\.{0,2}$/.test(value)))
      return encodeURIComponent(value);
    isWhole = false;
    return '';
  });
  return isWhole ? addresses.below(path.startsWith('/') ? path : `/${path}`) : undefined;
}
