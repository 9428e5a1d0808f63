import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import {
  chosenPicture,
  connectionLimits,
  largestWithin,
  type PartFailure,
  playlistAddresses,
  recoveryFor,
  renewedAddresses,
} from '#core/rules/learning/film-stream.ts';
import { playerOptions } from '#core/rules/learning/player-options.ts';
import { runs } from '#test/run-length.ts';

const heights = fc.uniqueArray(fc.constantFrom(240, 480, 720, 1080, 2160), { minLength: 1 });

property.prop([heights, fc.constantFrom(...playerOptions.quality)], { numRuns: runs(100) })(
  'the chosen picture is the largest one up to the chosen height, else the smallest',
  (offered, quality) => {
    const place = chosenPicture(offered, quality);
    expect(place === null).toBe(typeof quality !== 'number');
    if (typeof quality !== 'number') return;
    const shown = offered[place ?? -1] ?? Number.NaN;
    if (shown > quality) expect(shown).toBe(Math.min(...offered));
    else for (const other of offered) expect(other > quality || other <= shown).toBe(true);
  },
);

test('a film of sound alone has no picture to choose', () => {
  expect(chosenPicture([], 720)).toBeNull();
});

describe('a connection', () => {
  const line = { sparesData: false, kind: '4g', megabits: 10 } as const;

  test('that is slow begins a film with a lower bit rate, below the reported one', () => {
    const kinds = [null, '4g', '3g', '2g', 'slow-2g'] as const;
    const bits = kinds.map((kind) => connectionLimits({ ...line, kind }).bits);
    expect(bits).toEqual(bits.toSorted((a, b) => b - a));
    expect(connectionLimits({ ...line, megabits: 1.5 }).bits).toBeLessThan(1_500_000);
    expect(connectionLimits({ ...line, megabits: 0 }).bits).toBeGreaterThan(0);
  });

  test('that saves data limits the height of the picture, another does not', () => {
    const { lines } = connectionLimits({ ...line, sparesData: true });
    expect([1080, 720, 480, 240][largestWithin([1080, 720, 480, 240], lines ?? 0)]).toBe(480);
    expect(connectionLimits(line).lines).toBeNull();
  });
});

describe('a part that did not arrive', () => {
  const fault = (part: PartFailure['part'], cause: PartFailure['cause'], renewals = 0) =>
    recoveryFor({ part, cause, renewals });

  test.each(['playlist', 'key', 'segment'] as const)(
    'is requested again while the connection is away: %s',
    (part) => {
      expect([fault(part, 'away'), fault(part, 'away', 99)]).toEqual(['ask_again', 'ask_again']);
      expect(fault(part, 'refused')).toBe('give_up');
    },
  );

  test('has its address renewed, the nearest first, and each once', () => {
    const remedies = (part: PartFailure['part']) => [0, 1, 2].map((made) => fault(part, 'expired', made));
    expect(remedies('segment')).toEqual(['renew_playlist', 'renew_film', 'give_up']);
    expect(remedies('key')).toEqual(['renew_film', 'give_up', 'give_up']);
    expect(remedies('playlist')).toEqual(['renew_film', 'give_up', 'give_up']);
  });
});

const playlist = (key: string, file: string) => `#EXTM3U
#EXT-X-MAP:URI="${file}",BYTERANGE="700@0"
#EXT-X-KEY:METHOD=AES-128,URI="${key}"
#EXTINF:4.000,
#EXT-X-BYTERANGE:1000@700
${file}
#EXTINF:4.000,
#EXT-X-BYTERANGE:900@1700
${file}
#EXT-X-ENDLIST
`;

test('expired addresses are found again at their places in the renewed playlist', () => {
  const base = 'https://shop.example/media/films/f/v720.m3u8?signature=a';
  const before = playlistAddresses(playlist('/media/films/f/key?signature=a', '/media/parts/f?s=a'), base);
  const after = playlistAddresses(
    playlist('/media/films/f/key?signature=b', 'https://cdn.example/f?s=b'),
    base,
  );
  expect(before).toEqual([
    'https://shop.example/media/parts/f?s=a',
    'https://shop.example/media/films/f/key?signature=a',
    'https://shop.example/media/parts/f?s=a',
    'https://shop.example/media/parts/f?s=a',
  ]);
  const renewed = renewedAddresses(before, after);
  expect(renewed?.get('https://shop.example/media/parts/f?s=a')).toBe('https://cdn.example/f?s=b');
  expect(renewed?.get('https://shop.example/media/films/f/key?signature=a')).toBe(
    'https://shop.example/media/films/f/key?signature=b',
  );
  expect(renewedAddresses(before, after.slice(1))).toBeNull();
});
