import { describe, expect, test } from 'vitest';
import { readCaptions } from '#server/platform/media/captions.ts';
import { filmHasSound, filmSeconds } from '#server/platform/media/film-facts.ts';

test('captions are read sentence by sentence, without notes, names and tags', () => {
  const file = [
    '\uFEFFWEBVTT - a film',
    'NOTE nobody reads this',
    'first\n00:00:00.600 --> 00:00:05.100 line:90%\n<v Clara>Eine Taste\nvon der &lt;Seite&gt;.',
    '01:02:03.500 --> 01:02:04.000\nEnde &amp; aus.',
    '00:10.000 --> 00:11.000\n ',
  ].join('\r\n\r\n');
  expect(readCaptions(file)).toEqual([
    { begin_seconds: 0.6, end_seconds: 5.1, text: 'Eine Taste von der <Seite>.' },
    { begin_seconds: 3723.5, end_seconds: 3724, text: 'Ende & aus.' },
  ]);
});

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

test('a film says how long it runs, or nothing', () => {
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

  test('is missing without a sound track, whatever the words of the file', () => {
    expect(filmHasSound(film('vide', 'text'))).toBe(false);
    expect(filmHasSound(Buffer.from('hdlr of a soun'))).toBe(false);
    expect(filmHasSound(Buffer.alloc(0))).toBe(false);
  });
});
