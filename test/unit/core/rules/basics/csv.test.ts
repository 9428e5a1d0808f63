import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { csvLine } from '#core/rules/basics/csv.ts';
import { runs } from '#test/run-length.ts';
import { readCsv } from '#test/support/read-csv.ts';

test.prop([fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 5 })], {
  numRuns: runs(200),
})('whatever people typed is read back, and never begins like a formula', (cells) => {
  const [read = []] = readCsv(csvLine(cells));
  expect(read.map((cell, index) => (cell === `'${cells[index]}` ? cells[index] : cell))).toEqual(cells);
  for (const cell of read) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
});

test('amounts have two places, and each format its own marks; a negative amount is no formula', () => {
  const cells = ['a;b', 'a,b', { cents: -5 }, { cents: 123_450 }, 25.5, null];
  expect(csvLine(cells)).toBe('a;b,"a,b",-0.05,1234.50,25.5,\r\n');
  expect(csvLine(cells, { separator: ';', decimal: ',' })).toBe('"a;b";a,b;-0,05;1234,50;25,5;\r\n');
});

test('numbers and nothing stay what they are', () => {
  expect(csvLine([-5, null, '-5', '"', 'a,b'])).toBe('-5,,\'-5,"""","a,b"\r\n');
});
