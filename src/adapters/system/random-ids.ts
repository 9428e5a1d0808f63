import type { Ids } from '#ports/ids.ts';

/** `globalThis.crypto`. */
type RandomSource = Pick<Crypto, 'getRandomValues'>;

/**
 * Creates random UUIDs (version 4) from random bytes, because `crypto.randomUUID` is missing on pages loaded over plain
 * http from another computer.
 */
export function createRandomIds(source: RandomSource): Ids {
  return {
    uuid() {
      const bytes = source.getRandomValues(new Uint8Array(16));
      const hex = [...bytes].map((byte, index) => {
        const bits = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
        return bits.toString(16).padStart(2, '0');
      });
      return [4, 2, 2, 2, 6].map((length) => hex.splice(0, length).join('')).join('-');
    },
  };
}
