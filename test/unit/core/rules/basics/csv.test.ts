import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { csvFormats, csvLine } from '#core/rules/basics/csv.ts';
import { runs } from '#test/run-length.ts';
import { readCsv } from '#test/support/read-csv.ts';

const typed = fc.string({
  unit: fc.oneof(fc.constantFrom(...'=+-@;,"\'\t\n1a'), fc.string({ unit: 'grapheme' })),
});

test.prop([fc.array(typed, { minLength: 2, maxLength: 5 }), fc.constantFrom(...Object.values(csvFormats))], {
  numRuns: runs(200),
})('any typed text is read back, and no cell begins like a formula of a spreadsheet', (cells, format) => {
  const line = csvLine(cells, format);
  const [read = []] = readCsv(line, format.separator);
  const unguarded = (cell: string) => cell.replace(/(^|[;,\t\r\n])'(?="*[=+\-@])|^'(?=[\t\r\n])/g, '$1');
  expect(read.map(unguarded)).toEqual(cells.map(unguarded));
  for (const part of line.split(/[;,\t\r\n]/)) expect(part).not.toMatch(/^"*[=+\-@]/);
});

test('amounts have two decimals in the marks of the format, and a negative one is no formula', () => {
  const cells = ['a;b', 'a,b', { cents: -5 }, { cents: 123_450 }, 25.5, null];
  expect(csvLine(cells, csvFormats.en)).toBe('a;b,"a,b",-0.05,1234.50,25.5,\r\n');
  expect(csvLine(cells, csvFormats.de)).toBe('"a;b";a,b;-0,05;1234,50;25,5;\r\n');
});

test('numbers are written as they are, and null as an empty cell', () => {
  expect(csvLine([-5, null, '-5', '"', 'a,b'], csvFormats.en)).toBe('-5,,\'-5,"""","a,b"\r\n');
});
