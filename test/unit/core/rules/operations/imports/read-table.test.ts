import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { maxImportRows } from '#core/model/shop-import.ts';
import { readTable } from '#core/rules/operations/imports/read-table.ts';
import { runs } from '#test/run-length.ts';

/** Returns a table as other programs write it: with quotation marks where a cell needs them. */
function written(rows: readonly (readonly string[])[], separator: string, end: string): string {
  const cell = (text: string) => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((cells) => cells.map(cell).join(separator) + end).join('');
}

const encoders = {
  'utf-8': (text: string) => Buffer.from(text, 'utf8'),
  'utf-8 with its mark': (text: string) => Buffer.from(`\ufeff${text}`, 'utf8'),
  'utf-16le': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'utf-16be': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  'windows-1252': (text: string) => Buffer.from(text.replaceAll('€', '\u0080'), 'latin1'),
};

/** Letters that every one of the encodings has. */
const letter = fc.constantFrom(...'abzÄöß€é "\',;\t\n');
const cell = fc.string({ unit: letter, maxLength: 6 });

test.prop(
  [
    fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 }),
    fc.constantFrom(',', ';', '\t'),
    fc.constantFrom('\r\n', '\n', '\r'),
    fc.constantFrom(...(Object.keys(encoders) as (keyof typeof encoders)[])),
  ],
  { numRuns: runs(300) },
)(
  'a table is read as it was written in any form, each row with its line',
  (rows, separator, end, encoding) => {
    const head = ['Größe', 'Maß', 'Preis in €'];
    const text = written([head, ...rows], separator, end);
    const table = readTable(encoders[encoding](text));
    expect(table.ok && table.value.columns).toEqual(head);
    expect(table.ok && table.value.faults).toEqual([]);
    expect(table.ok && table.value.rows.map(({ cells }) => cells)).toEqual(rows);
    const lines = table.ok ? table.value.rows.map(({ line }) => line) : [];
    const isFirst = (index: number) => written([head, ...rows.slice(0, index)], separator, end);
    expect(lines).toEqual(rows.map((_, index) => isFirst(index).split(/\r\n|\r|\n/).length));
  },
);

function faultsOf(bytes: Uint8Array | string) {
  const table = readTable(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
  return table.ok ? table.value.faults : [table.error];
}

describe('faults are reported with their place', () => {
  test('half a row in a file from an old spreadsheet', () => {
    const bytes = Buffer.from('Name;Größe;Preis\r\nTasse;groß;12,50\r\nSchüs', 'latin1');
    const table = readTable(bytes);
    expect(table.ok && table.value.encoding).toBe('windows-1252');
    expect(table.ok && table.value.rows).toEqual([{ line: 2, cells: ['Tasse', 'groß', '12,50'] }]);
    expect(faultsOf(bytes)).toEqual([{ line: 3, column: 'Größe', code: 'cells' }]);
  });

  test('a row with one cell more or less', () => {
    expect(faultsOf('a,b\n1\n')).toEqual([{ line: 2, column: 'b', code: 'cells' }]);
    expect(faultsOf('a,b\n1,2\n1,2,3\n')).toEqual([{ line: 3, column: null, code: 'cells' }]);
  });

  test('quotation marks', () => {
    expect(faultsOf('a,b\n"1\n2",3\n4,"5\n')).toEqual([{ line: 4, column: null, code: 'quote_open' }]);
    expect(faultsOf('a,b\n1,""2\n')).toEqual([{ line: 2, column: null, code: 'quote_text' }]);
    expect(faultsOf('a,b\n1,"2"3\n')).toEqual([{ line: 2, column: null, code: 'quote_text' }]);
  });

  test('characters of no encoding', () => {
    const broken = Buffer.concat([Buffer.from('a,b\nä,ö\nü,'), Buffer.from([0xc3])]);
    expect(faultsOf(broken)).toEqual([{ line: 3, column: null, code: 'unreadable' }]);
    expect(faultsOf('a,b\n1,\u0000\n')).toEqual([{ line: 2, column: null, code: 'unreadable' }]);
    const workbook = Buffer.from('PK\u0003\u0004\u0014\u0006\u0008', 'latin1');
    expect(faultsOf(workbook)).toEqual([{ line: 1, column: null, code: 'unreadable' }]);
  });

  test('nothing, only columns, and a column twice', () => {
    expect(faultsOf('')).toEqual([{ line: 1, column: null, code: 'empty' }]);
    expect(faultsOf('\n\na,b\n\n')).toEqual([{ line: 3, column: null, code: 'empty' }]);
    expect(faultsOf('a,b,a\n1,2,3\n')).toEqual([{ line: 1, column: 'a', code: 'column_twice' }]);
  });

  test('more columns than any shop has, which are not all read', () => {
    const names = Array.from({ length: 999 }, (_, index) => String(index));
    expect(faultsOf(names.join(','))).toEqual([{ line: 1, column: null, code: 'empty' }]);
    expect(faultsOf([...names, '7'].join(','))).toEqual([{ line: 1, column: '7', code: 'column_twice' }]);
    expect(faultsOf([...names, 'x', '7'].join(','))).toEqual([
      { line: 1, column: null, code: 'unknown_columns' },
    ]);
    expect(faultsOf(`a,b\n1,2\n3${','.repeat(2 ** 20)}\n4`)).toEqual([
      { line: 3, column: null, code: 'cells' },
    ]);
  });

  test('the first row that is too many', () => {
    const rows = (count: number) => `a,b\n${'1,2\n'.repeat(count)}`;
    expect(faultsOf(rows(maxImportRows))).toEqual([]);
    const line = maxImportRows + 2;
    expect(faultsOf(rows(maxImportRows + 1))).toEqual([{ line, column: null, code: 'too_many' }]);
    // What follows is not read.
    expect(faultsOf(`${rows(maxImportRows + 1)}"`)).toEqual([{ line, column: null, code: 'too_many' }]);
  });
});
