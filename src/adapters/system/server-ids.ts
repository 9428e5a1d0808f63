import { randomBytes } from 'node:crypto';
import type { ServerClock } from '#ports/clock.ts';
import type { ServerIds } from '#ports/ids.ts';

/** 32 characters, so that five random bits select each with equal probability; without 0 and O, 1 and I. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A counter of twelve bits keeps the UUIDs of one millisecond distinct and in order (RFC 9562, section 6.2). */
const lastInMillisecond = 0xfff;

/**
 * Creates random ids. UUIDs contain the clock's time, and those of one process are in order of creation, even within a
 * millisecond, so that rows of one transaction sort in the order of writing.
 */
export function createServerIds(clock: ServerClock): ServerIds {
  let time = 0;
  let place = 0;

  /** Advances the counter. When it is full, or the clock was set back, uses the next millisecond. */
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
