import { err, ok, type Result } from '#core/rules/basics/result.ts';

/** Backgrounds of the boxes of a worksheet, for drawing, writing or playing. */
export const frameGrounds = ['blank', 'grid', 'dots', 'staves', 'wheel'] as const;

/** A part of a worksheet, in the order from top to bottom. */
export type WorksheetBlock =
  | { readonly kind: 'heading' | 'paragraph'; readonly text: string }
  /** Numbered steps, or checkboxes. */
  | { readonly kind: 'steps' | 'checks'; readonly items: readonly string[] }
  /** A question with lines for the answer. */
  | { readonly kind: 'question'; readonly text: string; readonly lines: number }
  | { readonly kind: 'lines'; readonly count: number }
  /** Cells may be empty, to be filled in. Every row has one cell for each column. */
  | {
      readonly kind: 'table';
      readonly columns: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  /** Boxes side by side, each with its caption; `height` in points. */
  | {
      readonly kind: 'frames';
      readonly ground: (typeof frameGrounds)[number];
      readonly height: number;
      readonly captions: readonly string[];
    };

/** A worksheet of a lesson in one language. */
export interface Worksheet {
  readonly title: string;
  readonly blocks: readonly WorksheetBlock[];
}

export interface WorksheetFault {
  /** Line number from 1. */
  readonly line: number;
  readonly problem: string;
}

type Read = WorksheetBlock | { readonly problem: string };

/** Maximum height of a box in points, so that its heading fits on the page. */
const highest = 560;

const frameLine = new RegExp(`^\\[(${frameGrounds.join('|')}) (\\d+)\\](.*)$`);

/**
 * Parses a worksheet (docs/behaviour/learning.md#worksheet-files): `# title` in the first line, then one part per line:
 * `## heading`, `1. step`, `- checkbox`, `? question` or `?4 question` with four lines, `___ 5` for lines to write on,
 * `| a | b |` for tables whose first row contains the column names (`| | | x 6` repeats a row),
 * `[grid 140] caption | caption` for boxes, and any other line as a paragraph. Returns all faults if there are any.
 */
export function readWorksheet(source: string): Result<Worksheet, readonly WorksheetFault[]> {
  const [first = '', ...others] = source.replaceAll('\r\n', '\n').split('\n');
  const faults: WorksheetFault[] = [];
  if (!/^# \S/.test(first)) faults.push({ line: 1, problem: 'does not begin with "# " and its title' });
  const blocks: WorksheetBlock[] = [];
  for (const [index, text] of others.entries()) {
    if (text.trim() === '') continue;
    const read = readLine(text.trim(), others[index - 1]?.trim() === '' ? undefined : blocks.at(-1));
    if ('problem' in read) {
      faults.push({ line: index + 2, problem: read.problem });
      continue;
    }
    if (continues(blocks.at(-1), read)) blocks.pop();
    blocks.push(read);
  }
  return faults.length === 0 ? ok({ title: first.slice(2).trim(), blocks }) : err(faults);
}

/** Returns whether `read` extends `last`: lists and tables grow line by line. */
function continues(last: WorksheetBlock | undefined, read: WorksheetBlock): boolean {
  if (last === undefined || last.kind !== read.kind) return false;
  if ('items' in last && 'items' in read) return read.items.length > 1;
  return last.kind === 'table' && read.kind === 'table' && read.rows.length > 0;
}

/** Parses a line: as a new part, or as an extension of `last`, the part directly above it. */
function readLine(text: string, last: WorksheetBlock | undefined): Read {
  if (text.startsWith('## ')) return { kind: 'heading', text: text.slice(3).trim() };
  const [, step] = /^\d+\. (.+)$/.exec(text) ?? [];
  if (step !== undefined) return withItem('steps', step, last);
  if (text.startsWith('- ')) return withItem('checks', text.slice(2).trim(), last);
  const [, lines, question] = /^\?(\d?) (.+)$/.exec(text) ?? [];
  if (question !== undefined) return { kind: 'question', text: question, lines: Number(lines || 2) };
  const [, count] = /^___ (\d+)$/.exec(text) ?? [];
  if (count !== undefined) return { kind: 'lines', count: Number(count) };
  if (text.startsWith('|')) return readRow(text, last);
  return text.startsWith('[') ? readFrames(text) : { kind: 'paragraph', text };
}

function withItem(kind: 'steps' | 'checks', item: string, last: WorksheetBlock | undefined): Read {
  return { kind, items: last?.kind === kind ? [...last.items, item] : [item] };
}

function readRow(text: string, last: WorksheetBlock | undefined): Read {
  const [, inner = '', times = '1'] = /^\|(.*)\|(?: x (\d+))?$/.exec(text) ?? [];
  const cells = inner.split('|').map((cell) => cell.trim());
  if (cells.length < 2)
    return { problem: 'is no row of a table: write | a | b |, with x 6 behind it to repeat it' };
  if (last?.kind !== 'table') return { kind: 'table', columns: cells, rows: [] };
  if (cells.length !== last.columns.length)
    return { problem: `has ${cells.length} cells, the table has ${last.columns.length} columns` };
  return { ...last, rows: [...last.rows, ...Array.from({ length: Number(times) }, () => cells)] };
}

function readFrames(text: string): Read {
  const [, name, height, captions = ''] = frameLine.exec(text) ?? [];
  const ground = frameGrounds.find((one) => one === name);
  if (ground === undefined || Number(height) < 30 || Number(height) > highest)
    return { problem: `is no box: write [${frameGrounds.join(', ')}] with a height from 30 to ${highest}` };
  return {
    kind: 'frames',
    ground,
    height: Number(height),
    captions: captions.split('|').map((one) => one.trim()),
  };
}

/** Describes the structure that must be equal in all languages: the parts, and the number of items, cells and lines. */
export function shapeOf({ blocks }: Worksheet): string {
  return blocks
    .map((block) => {
      switch (block.kind) {
        case 'steps':
        case 'checks':
          return `${block.kind} ${block.items.length}`;
        case 'table':
          return `table ${block.columns.length} × ${block.rows.length}`;
        case 'frames':
          return `frames ${block.ground} ${block.height} ${block.captions.length}`;
        case 'question':
          return `question ${block.lines}`;
        case 'lines':
          return `lines ${block.count}`;
        default:
          return block.kind;
      }
    })
    .join(', ');
}
