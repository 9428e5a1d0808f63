import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Kysely } from 'kysely';
import { stringify } from 'yaml';
import type { z } from 'zod';
import { withoutFilms } from '#core/rules/catalogue/record-films.ts';
import { isSameValue } from '#core/rules/catalogue/record-values.ts';
import { shownPicture } from '#server/content/pictures/stored-pictures.ts';
import { inLocale } from '#server/content/sources/localized.ts';
import { legalHead, postHead } from '#server/content/sources/marketing-schemas.ts';
import { type FaultList, readMarkdown, readYaml } from '#server/content/sources/read-files.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { RecordValue } from './merge-records.ts';
import {
  fileOfRecord,
  fileSchemas,
  filesOfRecord,
  isListType,
  listFiles,
  type RecordKey,
} from './record-types.ts';
import { readRecords } from './stored-records.ts';

/** Returns the YAML of a record's file. Fields follow the schema's order, so equal values give equal text. */
export function recordYaml(value: RecordValue | readonly unknown[]): string {
  return stringify(value, { lineWidth: 110, aliasDuplicateObjects: false });
}

interface ExportedRecords {
  readonly written: readonly string[];
  /** Files of records that are off sale. A file cannot express this, so a shop that loads it would show them. */
  readonly offSale: readonly string[];
}

/**
 * Writes published records into their files, with the uploaded pictures that they use, as cropped. Files with the same
 * content are not rewritten, so their comments stay. Drafts are not written.
 */
export async function exportRecords(db: Kysely<Database>, root: string): Promise<ExportedRecords> {
  const written: string[] = [];
  const offSale: string[] = [];
  for (const record of await readRecords(db)) {
    if (record.published === null) continue;
    for (const name of picturesOf(record, record.published)) {
      const picture = await exportPicture(db, root, name);
      if (picture !== null) written.push(picture);
    }
    if (!record.is_on_sale) offSale.push(fileOfRecord(record));
    for (const [file, { text, value, schema }] of Object.entries(
      recordFiles(record, withoutFilms(record.published)),
    )) {
      const present = await readPresent(root, file, schema);
      if (present !== null && isSameValue(present, value)) continue;
      await mkdir(dirname(join(root, file)), { recursive: true });
      await writeFile(join(root, file), text);
      written.push(file);
    }
  }
  return { written, offSale };
}

/** Returns the pictures that a record names. */
function picturesOf({ type }: RecordKey, value: RecordValue): readonly unknown[] {
  if (type !== 'shop') return [value.picture];
  const { brand, opening, guarantee_notice = {} } = value as z.output<typeof fileSchemas.shop>;
  const { picture, picture_on_phones } = opening;
  return [brand.share_picture, picture, picture_on_phones, ...Object.values(guarantee_notice)];
}

/** Writes an uploaded picture unless its file exists; the picture of a name never changes. */
async function exportPicture(db: Kysely<Database>, root: string, name: unknown): Promise<string | null> {
  if (typeof name !== 'string') return null;
  const file = `pictures/${name}.webp`;
  const path = join(root, file);
  if (existsSync(path)) return null;
  const content = await shownPicture(db, name);
  if (content === null) return null;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return file;
}

interface WrittenFile {
  readonly text: string;
  /** Content; for a Markdown file, its front matter and text. */
  readonly value: RecordValue | readonly unknown[];
  /** Schema of the whole file, or of the front matter. */
  readonly schema: z.ZodType<RecordValue | readonly unknown[]>;
}

/** Returns the files of a record: Markdown for posts and legal pages, else YAML. */
function recordFiles(key: RecordKey, value: RecordValue): Readonly<Record<string, WrittenFile>> {
  const [file = '', ...others] = filesOfRecord(key);
  if (key.type === 'post') return { [file]: markdownFile(value, postHead) };
  if (isListType(key.type)) {
    const list = value[key.type] as readonly unknown[];
    return { [file]: { text: recordYaml(list), value: list, schema: listFiles[key.type] } };
  }
  if (key.type !== 'legal')
    return { [file]: { text: recordYaml(value), value, schema: fileSchemas[key.type] } };
  const inLocales = [inLocale(value, 'de'), inLocale(value, 'en')] as readonly RecordValue[];
  return Object.fromEntries(
    [file, ...others].map((name, index) => [name, markdownFile(inLocales[index] ?? {}, legalHead)]),
  );
}

/** Returns a Markdown file: YAML front matter between two lines of `---`, then the text. */
function markdownFile(value: RecordValue, schema: typeof postHead | typeof legalHead): WrittenFile {
  const { text, ...head } = value;
  const ordered = Object.keys(schema.shape).flatMap((name) => (name in head ? [[name, head[name]]] : []));
  const yaml = recordYaml(Object.fromEntries(ordered) as RecordValue);
  return { text: `---\n${yaml}---\n${String(text)}\n`, value, schema };
}

/** Reads a file; null if it is missing or has faults. */
async function readPresent(
  root: string,
  file: string,
  schema: WrittenFile['schema'],
): Promise<WrittenFile['value'] | null> {
  const unread: FaultList = [];
  if (!file.endsWith('.md')) return (await readYaml(root, file, schema, unread))?.value ?? null;
  const read = await readMarkdown(root, file, schema, unread);
  return read === null ? null : { ...(read.value as RecordValue), text: read.body.trim() };
}
