import { describe, expect, it } from 'vitest';
import { readContent } from './read-content.ts';

interface Given {
  readonly type?: string;
  readonly body: string | Buffer;
  readonly status?: number;
  readonly method?: string;
  readonly disposition?: string;
}

function read({ type, body, status = 200, method = 'GET', disposition }: Given) {
  const headers = {
    ...(type !== undefined && { 'content-type': type }),
    ...(disposition !== undefined && { 'content-disposition': disposition }),
  };
  return readContent({ status, headers, body: Buffer.from(body) }, method);
}

describe('the body of a reply, by its own Content-Type', () => {
  it.each<[Given, object]>([
    [
      { type: 'application/json', body: '{"id":9007199254740993}' },
      { kind: 'json', mediaType: 'application/json', text: '{"id":9007199254740993}' },
    ],
    [
      { type: 'application/problem+json; charset=utf-8', body: '{}' },
      { kind: 'json', mediaType: 'application/problem+json', text: '{}' },
    ],
    [
      { type: 'application/json', body: '\ufeff{"a":1}' },
      { kind: 'json', mediaType: 'application/json', text: '{"a":1}' },
    ],
    [
      { type: 'application/json; charset=iso-8859-1', body: Buffer.from('"\xe9"', 'latin1') },
      { kind: 'json', mediaType: 'application/json', text: '"é"' },
    ],
    [
      { type: 'text/html', body: '<p>' },
      { kind: 'text', mediaType: 'text/html', text: '<p>' },
    ],
    [
      { type: 'text/csv; charset=windows-1252', body: Buffer.from([0x80]) },
      { kind: 'text', mediaType: 'text/csv', text: '€' },
    ],
    [
      { type: 'text/plain; charset=utf-16le', body: Buffer.from('hé', 'utf16le') },
      { kind: 'text', mediaType: 'text/plain', text: 'hé' },
    ],
    [
      { type: 'text/plain', body: Buffer.from('\ufeffhé', 'utf16le') },
      { kind: 'text', mediaType: 'text/plain', text: 'hé' },
    ],
    [
      { type: 'text/plain; charset=nonsense', body: 'é' },
      { kind: 'text', mediaType: 'text/plain', text: 'é' },
    ],
    [
      { type: 'text/plain', body: Buffer.from('caf\xe9', 'latin1') },
      { kind: 'text', mediaType: 'text/plain', text: 'café' },
    ],
    [
      { type: 'application/xml', body: Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>', 'latin1') },
      { kind: 'text', mediaType: 'application/xml', text: '<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>' },
    ],
    [
      { type: 'text/xml; charset=utf-8', body: '<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>' },
      { kind: 'text', mediaType: 'text/xml', text: '<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>' },
    ],
    [
      { type: 'application/x-ndjson', body: '{}\n{}' },
      { kind: 'text', mediaType: 'application/x-ndjson', text: '{}\n{}' },
    ],
    [
      { type: 'image/png', body: Buffer.from([0x89, 0xff, 0]) },
      { kind: 'bytes', mediaType: 'image/png', bytes: Buffer.from([0x89, 0xff, 0]) },
    ],
    [
      { type: 'application/pdf', body: 'x', disposition: 'attachment; filename="a.pdf"' },
      { kind: 'bytes', mediaType: 'application/pdf', bytes: Buffer.from('x'), filename: 'a.pdf' },
    ],
    [{ body: '{"a":1}' }, { kind: 'json', mediaType: 'application/json', text: '{"a":1}' }],
    [
      { type: '', body: 'héllo' },
      { kind: 'text', mediaType: 'text/plain', text: 'héllo' },
    ],
    [
      { type: 'json', body: '{"a":1}' },
      { kind: 'json', mediaType: 'application/json', text: '{"a":1}' },
    ],
    [
      { type: 'utf-8', body: 'héllo' },
      { kind: 'text', mediaType: 'text/plain', text: 'héllo' },
    ],
    [
      { body: Buffer.from([0xff, 0xfe, 0xfd]) },
      { kind: 'bytes', mediaType: 'application/octet-stream', bytes: Buffer.from([0xff, 0xfe, 0xfd]) },
    ],
    [{ type: 'application/json', body: '' }, { kind: 'empty' }],
    [{ type: 'application/json', body: ' \n' }, { kind: 'empty' }],
    [{ type: 'application/json', body: '{}', status: 204 }, { kind: 'empty' }],
    [{ type: 'application/json', body: '{}', method: 'HEAD' }, { kind: 'empty' }],
  ])('%j is %j', (given, content) => expect(read(given)).toEqual({ content }));

  it.each(['{"a":', '{} {}', "{'a':1}", 'NaN', '<html>'])('%j is not JSON, whatever it says', (body) => {
    expect(read({ type: 'application/json', body })).toEqual({
      content: { kind: 'text', mediaType: 'text/plain', text: body },
      malformed: true,
    });
  });
});
