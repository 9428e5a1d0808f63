import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { captionFaults } from '#core/rules/learning/caption-faults.ts';
import { readCaptions } from '#server/platform/media/captions.ts';

const good = `WEBVTT

NOTE made by hand

erste
00:00.000 --> 00:02.500 line:90%
Ein Strich.

00:02.500 --> 01:00:04.000
Noch einer,
über zwei Zeilen.
`;

describe('captions', () => {
  test('that players show have no fault: those of the shop, with names, notes, settings, and line ends of Windows', () => {
    expect(captionFaults(good)).toEqual([]);
    expect(captionFaults(`\uFEFF${good.replaceAll('\n', '\r\n')}`)).toEqual([]);
    const clips = readdirSync('content/clips').filter((file) => file.endsWith('.vtt'));
    expect(clips.length).toBeGreaterThan(0);
    for (const file of clips)
      expect(captionFaults(readFileSync(join('content/clips', file), 'utf8')), file).toEqual([]);
  });

  test.each([
    ['without its head', 'WEBVTT\n', '', 1, 'no_header'],
    ['with the commas of SRT', '00:02.500 -->', '00:02,500 -->', 9, 'timing'],
    ['with one digit of a minute', '00:00.000', '0:00.000', 6, 'timing'],
    ['with sixty seconds', '00:02.500 line', '00:60.000 line', 6, 'timing'],
    ['without an arrow', '00:02.500 --> 01', '00:02.500 -> 01', 9, 'timing'],
    ['that end before they begin', '01:00:04.000', '00:02.400', 9, 'backwards'],
    ['that end when they begin', '01:00:04.000', '00:02.500', 9, 'backwards'],
    ['out of order', '00:00.000 --> 00:02.500', '00:03.000 --> 00:04.000', 9, 'disorder'],
    ['without words', 'Ein Strich.\n', '', 6, 'empty'],
    ['without an empty line between two', 'Ein Strich.\n\n', 'Ein Strich.\n', 8, 'timing'],
    ['with blanks in the line between two', 'Ein Strich.\n\n', 'Ein Strich.\n \n', 9, 'timing'],
  ])('%s are told by line', (_what, from, to, line, code) => {
    expect(captionFaults(good.replace(from, to))).toEqual([{ line, code }]);
  });

  test('without any caption, and no text at all, are told', () => {
    expect(captionFaults('WEBVTT\n\nNOTE nichts\n')).toEqual([{ line: 4, code: 'no_cues' }]);
    expect(captionFaults('')).toEqual([{ line: 1, code: 'no_header' }]);
  });

  test('name at most twenty faults at once', () => {
    const many = Array.from({ length: 30 }, () => 'Zeile').join('\n\n');
    expect(captionFaults(`WEBVTT\n\n${many}`)).toHaveLength(20);
  });

  test('without a fault are read whole, each with its time', () => {
    const cue = fc.tuple(fc.integer({ min: 1, max: 5_000 }), fc.stringMatching(/^[a-zäöü]{1,12}$/));
    const clock = (milliseconds: number) => new Date(milliseconds).toISOString().slice(11, 23);
    fc.assert(
      fc.property(
        fc.array(cue, { minLength: 1, maxLength: 20 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        (cues, end) => {
          let at = 0;
          const blocks = cues.map(([length, words]) => {
            const begin = at;
            at += length;
            return `${clock(begin)} --> ${clock(at)}\n${words}`;
          });
          const text = ['WEBVTT', ...blocks].join('\n\n').replaceAll('\n', end);
          expect(captionFaults(text)).toEqual([]);
          expect(readCaptions(text).map((one) => one.text)).toEqual(cues.map(([, words]) => words));
        },
      ),
    );
  });
});
