import { domainToUnicode } from 'node:url';
import { gunzipSync, inflateSync } from 'node:zlib';

/** Maximum number of nested encodings. */
const deepest = 2;

/**
 * Returns the value or file and all its decoded forms as one text, in lower case and Unicode form NFC. Decodes URLs,
 * mails, JSON, Base64, hexadecimal digits, ASCII domains and compressed streams. Finds personal data that is stored in
 * an encoded form.
 */
export function readableForms(value: string | Buffer, depth = 0): string {
  const texts = typeof value === 'string' ? [value] : [value.toString('utf8'), value.toString('latin1')];
  const forms = texts.flatMap((text) => [text, ...decoded(text, depth)]);
  if (typeof value !== 'string')
    forms.push(...decompressed(value).map((inner) => readableForms(inner, deepest)));
  return forms.join('\n').normalize('NFC').toLowerCase();
}

function decoded(text: string, depth: number): readonly string[] {
  if (depth >= deepest) return [];
  const runs = (pattern: RegExp, encoding: 'base64' | 'hex') =>
    [...text.matchAll(pattern)].map(([run]) => Buffer.from(run, encoding));
  const inner = [
    ...runs(/[A-Za-z0-9+/_-]{8,}/g, 'base64'),
    ...runs(/(?:[0-9a-f]{2}){6,}/gi, 'hex'),
    ...runs(/(?:[A-Za-z0-9+/]{60,}=*\r?\n)+[A-Za-z0-9+/=]*/g, 'base64'),
  ];
  return [
    fromBytes(text, /(?:%[0-9a-f]{2})+/gi, '%'),
    fromBytes(text.replaceAll(/=\r?\n/g, ''), /(?:=[0-9a-f]{2})+/gi, '='),
    text.replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    ),
    text.replaceAll(/&#(\d{1,6});/g, (_, code: string) => String.fromCodePoint(Number(code) % 0x10_ff_ff)),
    text.replaceAll(/[a-z0-9.-]*xn--[a-z0-9.-]+/gi, (domain) => domainToUnicode(domain)),
    ...inner.map((bytes) => readableForms(bytes, depth + 1)),
  ];
}

/** Decodes UTF-8 bytes that are written as hexadecimal digits, each after `sign`. */
function fromBytes(text: string, runs: RegExp, sign: string): string {
  return text.replaceAll(runs, (run) => Buffer.from(run.replaceAll(sign, ''), 'hex').toString('utf8'));
}

/** Returns the decompressed content of gzip and of streams in PDFs, as far as it can be read. */
function decompressed(bytes: Buffer): readonly Buffer[] {
  const streams: Buffer[] = [];
  const take = (read: () => Buffer) => {
    try {
      streams.push(read());
    } catch {
      // Not compressed in this way.
    }
  };
  take(() => gunzipSync(bytes));
  for (let at = bytes.indexOf('stream'); at >= 0; at = bytes.indexOf('stream', at + 6)) {
    const begin = bytes[at + 6] === 13 ? at + 8 : at + 7;
    take(() => inflateSync(bytes.subarray(begin)));
  }
  return streams;
}
