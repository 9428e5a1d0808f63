import { describe, expect, test } from 'vitest';
import { filmHasSound, filmSeconds } from '#server/platform/media/film-facts.ts';

/** Creates the movie header of an MP4 file (`mvhd`): version, times, time scale, duration. */
function header(isLong: boolean, scale: number, length: number): Buffer {
  const box = Buffer.alloc(64);
  box.write('mvhd', 4);
  box[8] = isLong ? 1 : 0;
  box.writeUInt32BE(scale, isLong ? 28 : 20);
  if (isLong) box.writeBigUInt64BE(BigInt(length), 32);
  else box.writeUInt32BE(length, 24);
  return box;
}

test('the length of a film is read from its header, and is null without one', () => {
  expect(filmSeconds(header(false, 1000, 24_040))).toBe(24);
  expect(filmSeconds(header(true, 600, 14_430))).toBe(24.1);
  expect(filmSeconds(header(false, 0, 24_040))).toBeNull();
  expect(filmSeconds(Buffer.from('no film at all'))).toBeNull();
  expect(filmSeconds(header(false, 1000, 24_040).subarray(0, 22))).toBeNull();
});

describe('the sound of a film', () => {
  const handler = (kind: string) => Buffer.concat([Buffer.from('hdlr'), Buffer.alloc(8), Buffer.from(kind)]);
  const film = (...kinds: readonly string[]) =>
    Buffer.concat([Buffer.from('ftypmoov'), ...kinds.map(handler)]);

  test('is found beside the picture, in any order', () => {
    expect(filmHasSound(film('vide', 'soun'))).toBe(true);
    expect(filmHasSound(film('soun', 'vide'))).toBe(true);
  });

  test('is missing without a sound track, whatever other bytes the file has', () => {
    expect(filmHasSound(film('vide', 'text'))).toBe(false);
    expect(filmHasSound(Buffer.from('hdlr of a soun'))).toBe(false);
    expect(filmHasSound(Buffer.alloc(0))).toBe(false);
  });
});
