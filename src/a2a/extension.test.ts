import { describe, expect, it } from 'vitest';
import { skillContractExtension as uri } from '../lib/extension.ts';
import { activateExtensions } from './extension.ts';

describe('activated extensions (A2A 1.0 §4.6.3)', () => {
  it.each<[(string | string[] | undefined)[], string[]]>([
    [[undefined, undefined], []],
    [[uri], [uri]],
    [[`https://a.example.test ,  ${uri} `], [uri]],
    [[undefined, uri], [uri]],
    [[uri, uri], [uri]],
    [[['https://a.example.test', uri]], [uri]],
    [[uri.replace(':1', ':2')], []],
    [[uri.toUpperCase()], []],
    [[''], []],
  ])('of %j', (values, expected) => {
    expect([...activateExtensions(...values)]).toEqual(expected);
  });
});
