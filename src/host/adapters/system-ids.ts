import { randomBytes } from 'node:crypto';
import type { Clock } from '#host/ports/clock.ts';
import type { Ids } from '#host/ports/ids.ts';

/** 32 signs, so that five random bits choose one evenly; without 0 and O, 1 and I. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Ids from the machine's source of randomness; the time in UUIDs is the clock's. */
export function createSystemIds(clock: Clock): Ids {
  return {
    uuid() {
      const bytes = randomBytes(16);
      bytes.writeUIntBE(clock.now(), 0, 6);
      bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6);
      bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
      const hex = bytes.toString('hex');
      return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join(
        '-',
      );
    },
    token: (bytes) => randomBytes(bytes).toString('base64url'),
    code: (length) => [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]).join(''),
  };
}
