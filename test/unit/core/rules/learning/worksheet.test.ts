import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { frameGrounds, readWorksheet, shapeOf, type WorksheetBlock } from '#core/rules/learning/worksheet.ts';
import { runs } from '#test/run-length.ts';

const words = fc.stringMatching(/^[A-Za-zäöüß][A-Za-zäöüß ,.]{0,20}[a-z.]$/);
const list = fc.array(words, { minLength: 1, maxLength: 4 });

const block: fc.Arbitrary<WorksheetBlock> = fc.oneof(
  fc.record({ kind: fc.constantFrom('heading' as const, 'paragraph' as const), text: words }),
  fc.record({ kind: fc.constantFrom('steps' as const, 'checks' as const), items: list }),
  fc.record({ kind: fc.constant('question' as const), text: words, lines: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ kind: fc.constant('lines' as const), count: fc.integer({ min: 1, max: 20 }) }),
  fc.integer({ min: 2, max: 5 }).chain((width) => {
    const row = fc.array(fc.oneof(words, fc.constant('')), { minLength: width, maxLength: width });
    return fc.record({
      kind: fc.constant('table' as const),
      columns: row,
      rows: fc.array(row, { maxLength: 4 }),
    });
  }),
  fc.record({
    kind: fc.constant('frames' as const),
    ground: fc.constantFrom(...frameGrounds),
    height: fc.integer({ min: 30, max: 560 }),
    captions: list,
  }),
);

/** Writes a worksheet as an author would, with empty lines between its parts. */
function write(title: string, blocks: readonly WorksheetBlock[]): string {
  return [`# ${title}`, ...blocks.map(writeBlock)].join('\n\n');
}

function writeBlock(one: WorksheetBlock): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  switch (one.kind) {
    case 'heading':
      return `## ${one.text}`;
    case 'paragraph':
      return one.text;
    case 'steps':
      return one.items.map((item, index) => `${index + 1}. ${item}`).join('\n');
    case 'checks':
      return one.items.map((item) => `- ${item}`).join('\n');
    case 'question':
      return `?${one.lines} ${one.text}`;
    case 'lines':
      return `___ ${one.count}`;
    case 'table':
      return [one.columns, ...one.rows].map(row).join('\n');
    case 'frames':
      return `[${one.ground} ${one.height}] ${one.captions.join(' | ')}`;
  }
}

test.prop([words, fc.array(block, { maxLength: 8 })], { numRuns: runs(200) })(
  'a worksheet is read as it was written, with all its parts',
  (title, blocks) => {
    const read = readWorksheet(write(title, blocks));
    expect(read).toEqual({ ok: true, value: { title, blocks } });
  },
);

test.prop([words, fc.array(block, { minLength: 1, maxLength: 6 }), block], { numRuns: runs(100) })(
  'two languages have one shape unless one of them has a part more',
  (title, blocks, more) => {
    const shape = shapeOf({ title, blocks });
    expect(shapeOf({ title: `${title} b`, blocks })).toBe(shape);
    expect(shapeOf({ title, blocks: [...blocks, more] })).not.toBe(shape);
  },
);

test('a row can be repeated, and a question has two lines unless it has a number', () => {
  const read = readWorksheet('# Blatt\n| Tag | Wert |\n| Mo | |\n| | | x 3\n? Was war?');
  expect(read.ok && read.value.blocks).toEqual([
    {
      kind: 'table',
      columns: ['Tag', 'Wert'],
      rows: [
        ['Mo', ''],
        ['', ''],
        ['', ''],
        ['', ''],
      ],
    },
    { kind: 'question', text: 'Was war?', lines: 2 },
  ]);
});

test.each([
  ['no title', 'Blatt\n', 1, /title/],
  ['a row with a cell too few', '# Blatt\n| a | b | c |\n| 1 | 2 |', 3, /2 cells, the table has 3/],
  ['an unknown ground', '# Blatt\n\n[stone 90] Feld', 3, /is no box/],
  ['a box higher than a page', '# Blatt\n[grid 900]', 2, /from 30 to 560/],
  ['a row that is none', '# Blatt\n|', 2, /no row/],
])('a fault of a worksheet names its line: %s', (_, source, line, problem) => {
  const read = readWorksheet(source);
  expect(read.ok ? [] : read.error).toEqual([{ line, problem: expect.stringMatching(problem) }]);
});
