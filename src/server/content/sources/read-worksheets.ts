import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Localized, locales } from '#core/model/values.ts';
import { readWorksheet, shapeOf, type Worksheet } from '#core/rules/learning/worksheet.ts';
import type { FaultList } from './read-files.ts';

/** Worksheets by lesson id. */
export type Worksheets = Readonly<Record<string, Localized<Worksheet>>>;

/**
 * Reads `worksheets/<lesson>.<locale>.md`; the folder is optional. Each worksheet needs every language, with the same
 * parts.
 */
export async function readWorksheets(root: string, faults: FaultList): Promise<Worksheets> {
  const files = (await readdir(join(root, 'worksheets')).catch(() => [])).sort();
  const lessons = new Set(
    files.filter((file) => file.endsWith('.md')).map((file) => file.split('.')[0] ?? ''),
  );
  const read = await Promise.all(
    [...lessons].map(async (lesson) => [lesson, await readBoth(root, lesson, files, faults)] as const),
  );
  return Object.fromEntries(
    read.flatMap(([lesson, texts]) => (texts === null ? [] : [[lesson, texts] as const])),
  );
}

async function readBoth(
  root: string,
  lesson: string,
  files: readonly string[],
  faults: FaultList,
): Promise<Localized<Worksheet> | null> {
  const texts: Partial<Record<(typeof locales)[number], Worksheet>> = {};
  for (const locale of locales) {
    const file = `worksheets/${lesson}.${locale}.md`;
    const report = (line: number | null, problem: string, cure: string) =>
      faults.push({ file, field: '', line, problem, cure });
    if (!files.includes(`${lesson}.${locale}.md`)) {
      report(null, 'is missing', 'a worksheet needs both languages: create the file');
      continue;
    }
    const read = readWorksheet(await readFile(join(root, file), 'utf8'));
    if (read.ok) texts[locale] = read.value;
    else
      for (const { line, problem } of read.error)
        report(line, problem, 'see src/core/rules/learning/worksheet.ts for the parts of a worksheet');
  }
  const { de, en } = texts;
  if (de === undefined || en === undefined) return null;
  if (shapeOf(de) === shapeOf(en)) return { de, en };
  faults.push({
    file: `worksheets/${lesson}.en.md`,
    field: '',
    line: null,
    problem: `has other parts than the German one: ${firstDifference(shapeOf(de), shapeOf(en))}`,
    cure: 'give both the same parts, each with as many items, cells and lines',
  });
  return null;
}

function firstDifference(german: string, english: string): string {
  const [left, right] = [german.split(', '), english.split(', ')];
  const index = left.findIndex((part, place) => part !== right[place]);
  const place = index === -1 ? left.length : index;
  return `part ${place + 1} is ${right[place] ?? 'missing'} instead of ${left[place] ?? 'nothing'}`;
}
