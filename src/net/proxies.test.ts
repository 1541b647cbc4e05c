import { describe, expect, it } from 'vitest';
import { proxiesOf } from './proxies.ts';

const none = { httpProxy: '', httpsProxy: '', noProxy: '' };

describe('the proxies of an environment', () => {
  it.each([
    [{}, none],
    [{ HTTP_PROXY: '', HTTPS_PROXY: ' ', NO_PROXY: '' }, none],
    [{ HTTPS_PROXY: 'http://proxy:3128' }, { ...none, httpsProxy: 'http://proxy:3128/' }],
    [
      { https_proxy: 'http://lower:1', HTTPS_PROXY: 'http://upper:1' },
      { ...none, httpsProxy: 'http://lower:1/' },
    ],
    [{ HTTP_PROXY: 'proxy:3128' }, { ...none, httpProxy: 'http://proxy:3128/' }],
    [{ HTTP_PROXY: '10.0.0.1:3128' }, { ...none, httpProxy: 'http://10.0.0.1:3128/' }],
    [{ HTTP_PROXY: 'user:p%40ss@proxy:3128' }, { ...none, httpProxy: 'http://user:p%40ss@proxy:3128/' }],
    [{ HTTPS_PROXY: 'socks5://proxy:1080' }, { ...none, httpsProxy: 'socks5://proxy:1080' }],
    [{ NO_PROXY: 'a.test, .b.test' }, { ...none, noProxy: 'a.test, .b.test' }],
  ])('%j is %j', (env, proxies) => {
    expect(proxiesOf(env)).toEqual(proxies);
  });

  it.each(['::::', 'http://:3128', 'ftp://proxy:21', 'http://proxy:99999', 'http://user:hunter2@pro xy:1'])(
    '%j is refused, and not repeated',
    (value) => {
      const attempt = (): unknown => proxiesOf({ HTTPS_PROXY: value });
      expect(attempt).toThrow('The environment variable HTTPS_PROXY is not the address of a proxy');
      expect(attempt).not.toThrow(value);
    },
  );
});
