import { expect } from 'vitest';
import type { TokenReader } from '#ports/browser/access-tokens.ts';
import { type KitCases, runKit, type Tested } from './run-kit.ts';

/** Returns a JSON Web Token with this payload and an invalid signature, which the reader does not check. */
function tokenOf(payload: unknown): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(payload)}.signature`;
}

const cases: KitCases<TokenReader> = {
  async 'reads a payload, whatever characters it contains'(reader) {
    const payload = { sub: 'a', exp: 1_780_000_000, name: 'Käthe ✎ Kollwitz??>>' };
    expect(reader.readPayload(tokenOf(payload))).toEqual(payload);
  },
  async 'returns null for a text that is not a token'(reader) {
    const broken = ['', 'abc', 'a.b.c', 'a.%%%.c', `x.${Buffer.from('no json').toString('base64url')}.y`];
    expect(broken.map((token) => reader.readPayload(token))).toEqual(broken.map(() => null));
  },
  async 'returns null for a payload that is not an object'(reader) {
    const payloads = [null, 7, 'text', [1]];
    expect(payloads.map((payload) => reader.readPayload(tokenOf(payload)))).toEqual(payloads.map(() => null));
  },
};

/** Registers the conformance tests of `TokenReader` in `ports/browser/access-tokens.ts` for one adapter. */
export const describeTokenReaderPort = (adapter: Tested<TokenReader>) =>
  runKit('TokenReader', cases, adapter);
