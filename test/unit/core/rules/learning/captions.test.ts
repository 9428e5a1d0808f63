import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Cue } from '#core/model/learning.ts';
import { readCaptions } from '#core/rules/learning/captions.ts';
import { runs } from '#test/run-length.ts';

const captionFaults = (text: string) => readCaptions(text).faults;

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
  test('of the shop, and with names, notes, settings and Windows line ends, have no fault', () => {
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
    ['with words of tags alone', 'Ein Strich.', '<i></i>&nbsp;<v Clara', 6, 'empty'],
    ['with times in the head', 'WEBVTT\n', 'WEBVTT\n00:00.000 --> 00:01.000\n', 2, 'timing'],
    ['with times in a note', 'by hand\n', 'by hand\n00:00.000 --> 00:01.000\n', 4, 'timing'],
    ['with an arrow in a note', 'by hand', 'by --> hand', 3, 'timing'],
  ])('%s are reported with the line', (_what, from, to, line, code) => {
    expect(captionFaults(good.replace(from, to))).toEqual([{ line, code }]);
  });

  test('without a cue, and an empty text, are reported', () => {
    expect(captionFaults('WEBVTT\n\nNOTE nichts\n')).toEqual([{ line: 4, code: 'no_cues' }]);
    expect(captionFaults('')).toEqual([{ line: 1, code: 'no_header' }]);
  });

  test('name at most twenty faults at once', () => {
    const many = Array.from({ length: 30 }, () => 'Zeile').join('\n\n');
    expect(captionFaults(`WEBVTT\n\n${many}`)).toHaveLength(20);
  });

  test('are read sentence by sentence, without notes, names and tags', () => {
    const file = [
      '\uFEFFWEBVTT - a film',
      'NOTE nobody reads this',
      'first\n00:00:00.600 --> 00:00:05.100 line:90%\n<v Clara>Eine Taste\nvon der &lt;Seite&gt;.',
      '01:02:03.500 --> 01:02:04.000\nEnde &amp; aus.',
      '00:10.000 --> 00:11.000\n ',
    ].join('\r\n\r\n');
    expect(readCaptions(file).cues).toEqual([
      { begin_seconds: 0.6, end_seconds: 5.1, text: 'Eine Taste von der <Seite>.' },
      { begin_seconds: 3723.5, end_seconds: 3724, text: 'Ende & aus.' },
    ]);
  });

  test('without a fault are read completely, with any line ends', () => {
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
          expect(readCaptions(text).cues.map((one) => one.text)).toEqual(cues.map(([, words]) => words));
        },
      ),
    );
  });

  const words = fc.constantFrom(
    'Ein Strich.',
    '<b></b>',
    '<i>Noch</i> einer',
    'a --> b',
    '<v Clara',
    '',
    ' ',
    '&lt;',
  );
  const begins = fc.constantFrom(0, 1, 2, 3).map((second) => `00:0${second}.000 --> 00:05.500`);
  const block = fc
    .tuple(fc.constantFrom('', '', 'NOTE', 'NOTE von Hand', 'STYLE', 'erste'), begins, words, words)
    .chain((parts) => fc.subarray(parts, { minLength: 1 }));
  const file = fc
    .tuple(
      fc.constantFrom(
        'WEBVTT',
        'WEBVTT',
        'WEBVTT\nKind: captions',
        'WEBVTT\n00:00.000 --> 00:01.000\nKopf',
        'WEB',
      ),
      fc.array(block, { maxLength: 3 }),
    )
    .map(([head, blocks]) => [head, ...blocks.map((lines) => lines.filter(Boolean).join('\n'))].join('\n\n'));

  test('are read as browsers show them, and completely when they have no fault', () => {
    let accepted = 0;
    fc.assert(
      fc.property(file, (text) => {
        const { cues, faults } = readCaptions(text);
        expect(cues).toEqual(shownByPlayers(text));
        if (faults.length > 0) return;
        accepted += 1;
        expect(cues).toHaveLength(text.split('-->').length - 1);
        const starts = cues.map(({ begin_seconds }) => begin_seconds);
        expect(starts).toEqual(starts.toSorted((one, other) => one - other));
      }),
      { numRuns: runs(1_000) },
    );
    expect(accepted).toBeGreaterThan(20);
  });
});

/** Returns what a browser shows of a file: the block algorithm of the WebVTT specification, without its layout. */
function shownByPlayers(text: string): Cue[] {
  const lines = text.split('\n');
  if (!/^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '')) return [];
  const cues: Cue[] = [];
  let isHead = true;
  let position = 1;
  while (position < lines.length) {
    let cue: { times: string; words: string[] } | null = null;
    for (let count = 1; position < lines.length; count += 1, position += 1) {
      const line = lines[position] ?? '';
      if (line === '') break;
      if (!line.includes('-->')) cue?.words.push(line);
      else if (!isHead && cue === null && count <= 2) cue = { times: line, words: [] };
      else break;
    }
    if (lines[position] === '') position += 1;
    isHead = false;
    if (cue !== null) cues.push(...shown(cue.times, cue.words));
  }
  return cues;
}

function shown(times: string, words: readonly string[]): Cue[] {
  const [, begin, end] = /^(00:\d\d\.\d{3}) --> (00:\d\d\.\d{3})$/.exec(times) ?? [];
  if (begin === undefined || end === undefined) return [];
  let isTag = false;
  let text = '';
  for (const letter of words.join('\n')) {
    if (isTag) isTag = letter !== '>';
    else if (letter === '<') isTag = true;
    else text += letter;
  }
  const plain = text.replaceAll('\n', ' ').replaceAll('&lt;', '<').trim();
  const cue = { begin_seconds: Number(begin.slice(3)), end_seconds: Number(end.slice(3)), text: plain };
  return plain === '' ? [] : [cue];
}
