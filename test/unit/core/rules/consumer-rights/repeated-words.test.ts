import { fc, test } from '@fast-check/vitest';
import { test as example, expect } from 'vitest';
import {
  areRepeatableLines,
  isRepeatableName,
  isRepeatableNumber,
  repeatableReason,
} from '#core/rules/consumer-rights/repeatable-input.ts';
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
  expect(isRepeatableNumber(typed)).toBe(isRepeated);
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
  expect(isRepeatableName(typed)).toBe(isRepeated);
});

example.each([
  ['zu spät', 'zu spät'],
  ['  Zu spät;\n\nund: falsch!  ', 'Zu spät; und: falsch!'],
  ['Das Buch - und die Karte – fehlen, leider.', 'Das Buch - und die Karte – fehlen, leider.'],
  ['a'.repeat(200), 'a'.repeat(200)],
  ['a'.repeat(201), null],
  ['nach 3 Tagen', null],
  ['auf böse.example', null],
  ['böse. example', 'böse. example'],
  ['an a@b', null],
  ['mehr:', 'mehr:'],
  ['mehr:www', null],
  ['- Punkt', null],
  ['<b>fett', null],
  ['', null],
])('of the reason "%s" is repeated to anybody: %s', (typed, read) => {
  expect(repeatableReason(typed)).toBe(read);
});

example.each([
  [['Clara Schumann'], true],
  [['Gutschein 50', 'Das Buch vom Messen'], true],
  [['voucher-gutschein-100'], true],
  [['Gutschein 5000'], false],
  [['Tel 030 123'], false],
  [['Kurs', 'böse.example'], false],
  [['a'.repeat(100), 'b'.repeat(98)], true],
  [['a'.repeat(100), 'b'.repeat(99)], false],
  [['3f2b8c1e-aaaa-4bbb-8ccc-123456789abc'], false],
])('the products %j are repeated to anybody: %s', (typed, areRepeated) => {
  expect(areRepeatableLines(typed)).toBe(areRepeated);
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
  'no repeated text has an address, a line break or an invisible character',
  (words) => {
    const reason = repeatableReason(words);
    if (reason !== null) expect(reason).not.toMatch(/[/:@]\S|[<\n\u202e]|\.[^ ]|\d/);
    if (areRepeatableLines([words]))
      expect(words.trim()).not.toMatch(/[/:@]\S|[<\n\u202e]|\.[^ ]|\d\D+\d|\d{4}/);
    for (const isRepeated of [isRepeatableNumber(words), isRepeatableName(words)]) {
      if (isRepeated) expect(words.trim()).not.toMatch(/[/:@<\n\u202e]|\.[^ ]/);
    }
  },
);
