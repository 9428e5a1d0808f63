import { randomBytes } from 'node:crypto';
import type { ServerClock } from '#ports/clock.ts';
import type { ServerIds } from '#ports/ids.ts';

/** 32 characters, so that five random bits choose each equally often; without 0 and O, 1 and I. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A counter of twelve bits keeps the UUIDs of one millisecond distinct and in order (RFC 9562, section 6.2). */
const lastInMillisecond = 0xfff;

/**
 * Random ids; the time in UUIDs is the clock's. The UUIDs of one process are in order of creation, also within a
 * millisecond, so rows of one transaction sort as they were written.
 */
export function createServerIds(clock: ServerClock): ServerIds {
  let time = 0;
  let place = 0;

  /** Advances the counter; when a millisecond is full, or the clock is set back, the next millisecond is used. */
  function moveOn(): void {
    const now = clock.now();
    if (now <= time && place < lastInMillisecond) {
      place += 1;
      return;
    }
    time = Math.max(now, time + 1);
    place = randomBytes(2).readUInt16BE() >> 5;
  }

  return {
    uuid() {
      moveOn();
      const bytes = randomBytes(16);
      bytes.writeUIntBE(time, 0, 6);
      bytes.writeUInt16BE(0x7000 | place, 6);
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
