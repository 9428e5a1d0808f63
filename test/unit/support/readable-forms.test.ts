import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readableForms } from '#test/support/readable-forms.ts';

const name = 'Zörn-Ada@bücher.example';
const bytes = Buffer.from(`an ${name} is here`);

describe('a name is found', () => {
  test.each([
    ['as it is', name],
    ['in capitals', name.toUpperCase()],
    ['decomposed (NFD)', name.normalize('NFD')],
    ['with an ASCII domain', 'zörn-ada@xn--bcher-kva.example'],
    ['in an address', `/x?to=${encodeURIComponent(name)}&y`],
    ['in quoted-printable, over two lines', 'Z=C3=B6rn-=\r\nAda@b=C3=BCcher.example'],
    ['in JSON', String.raw`{"to":"Z\u00f6rn-Ada@b\u00fccher.example"}`],
    ['in HTML', 'Z&#246;rn-Ada@b&#252;cher.example'],
    ['in base64', `a ${bytes.toString('base64')} b`],
    ['in base64 for addresses', bytes.toString('base64url')],
    [
      'in base64 over lines',
      Buffer.from(`${'x'.repeat(50)}${name}`)
        .toString('base64')
        .replaceAll(/.{76}/g, '$&\r\n'),
    ],
    ['in base64 twice', Buffer.from(bytes.toString('base64')).toString('base64')],
    ['in hexadecimal digits', bytes.toString('hex')],
    ['as bytes', bytes],
    ['as bytes of Latin-1', Buffer.from(name, 'latin1')],
    ['compressed', gzipSync(bytes)],
    [
      'in a stream of a PDF',
      Buffer.concat([Buffer.from('<<>>\nstream\r\n'), deflateSync(bytes), Buffer.from('\nendstream')]),
    ],
  ])('%s', (_spelling, value) => {
    expect(readableForms(value)).toContain('zörn-ada@bücher.example');
  });
});

test('another name is not found', () => {
  expect(readableForms(bytes.toString('base64'))).not.toContain('zörn-adam');
});
