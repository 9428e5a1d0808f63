import { fc, test } from '@fast-check/vitest';
import { test as example, expect } from 'vitest';
import { isRepeatedName, isRepeatedNumber } from '#core/rules/consumer-rights/repeated-words.ts';
import { runs } from '#test/run-length.ts';

example.each([
  ['ABCD2345', true],
  [' mh-2026 000123 ', true],
  ['A', true],
  ['A'.repeat(24), true],
  ['A'.repeat(25), false],
  ['', false],
  ['-1', false],
  ['mein Kurs', true],
  ['KÄUFER', false],
  ['ABCD\n2345', false],
  ['abc.example', false],
])('the number "%s" is repeated to anybody: %s', (typed, isRepeated) => {
  expect(isRepeatedNumber(typed)).toBe(isRepeated);
});

example.each([
  ['Johanna Brandt', true],
  ['Dr. Zoë O’Hara-Müller jr.', true],
  ["Jean d'Arc", true],
  ['Ελένη Παπαδοπούλου', true],
  ['A B C D E', true],
  ['A B C D E F', false],
  ['A'.repeat(60), true],
  ['A'.repeat(61), false],
  ['', false],
  ['Johanna  Brandt', false],
  ['Johanna\nBrandt', false],
  ['böse.example', false],
  ['Gewinn auf http://x', false],
  ['a@b', false],
  ['Johanna 2', false],
  ['<b>Johanna', false],
])('the name "%s" is repeated to anybody: %s', (typed, isRepeated) => {
  expect(isRepeatedName(typed)).toBe(isRepeated);
});

const piece = fc.constantFrom(
  'a',
  'Z',
  'ü',
  '7',
  ' ',
  '.',
  '-',
  '/',
  ':',
  '@',
  '\n',
  '\u202e',
  '<',
  'www.',
  '.de',
);
const typed = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

test.prop([typed], { numRuns: runs(2_000) })(
  'no number or name that is repeated holds an address, a line break or a sign that nobody sees',
  (words) => {
    for (const isRepeated of [isRepeatedNumber(words), isRepeatedName(words)]) {
      if (isRepeated) expect(words.trim()).not.toMatch(/[/:@<\n\u202e]|\.[^ ]/);
    }
  },
);
