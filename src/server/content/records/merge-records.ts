import { withoutFilms } from '#core/rules/catalogue/record-films.ts';
import { differingFields, isSameValue, rebased } from '#core/rules/catalogue/record-values.ts';
import { fileOfRecord, filesOfRecord, type RecordKey } from './record-types.ts';

export type RecordValue = Readonly<Record<string, unknown>>;

/** A record as a file has it. */
export interface FileRecord extends RecordKey {
  readonly value: RecordValue;
}

/** A record as the database has it (table `catalogue_records`). */
export interface StoredRecord extends RecordKey {
  readonly loaded: RecordValue | null;
  readonly published: RecordValue | null;
  readonly draft: RecordValue | null;
  readonly version: number;
  readonly is_on_sale: boolean;
}

/** A record that was changed by hand, and therefore kept although its file says something else. */
export interface KeptRecord extends RecordKey {
  /** Whether the file has changed, too, since it was last loaded. */
  readonly isFileChanged: boolean;
  /** Fields in which file and shop differ; all of them where one has none. */
  readonly fields: readonly string[];
}

export interface MergedRecords {
  /** What has to be written: records whose file is taken. */
  readonly taken: readonly FileRecord[];
  /** Records without a file that nobody changed by hand. */
  readonly gone: readonly StoredRecord[];
  readonly kept: readonly KeptRecord[];
  /** What the shop shows afterwards. */
  readonly published: readonly FileRecord[];
}

/**
 * What a load of the files does to the records (docs/behaviour/content.md#rows-are-the-truth): what was changed by hand
 * stays, everything else follows its file. `overwrites` names the files that win even so. Films are in no file: they
 * are no change by hand.
 */
export function mergeRecords(
  files: readonly FileRecord[],
  records: readonly StoredRecord[],
  overwrites: (file: string) => boolean,
): MergedRecords {
  const stored = records.map((row) => ({
    ...row,
    loaded: row.loaded && withoutFilms(row.loaded),
    published: row.published && withoutFilms(row.published),
  }));
  const rows = new Map(stored.map((row) => [fileOfRecord(row), row]));
  const inFiles = new Set(files.map(fileOfRecord));
  const taken: FileRecord[] = [];
  const kept: KeptRecord[] = [];
  const published: FileRecord[] = [];
  for (const file of files) {
    const row = rows.get(fileOfRecord(file));
    if (row === undefined || !isKept(row, file, overwrites)) {
      published.push(file);
      if (
        row === undefined ||
        !isSameValue(row.loaded, file.value) ||
        !isSameValue(row.published, file.value)
      )
        taken.push(file);
      continue;
    }
    kept.push({
      type: file.type,
      slug: file.slug,
      isFileChanged: !isSameValue(row.loaded, file.value),
      fields: differingFields(row.published, file.value),
    });
    if (row.published !== null) published.push({ ...file, value: row.published });
  }
  const without = stored.filter((row) => !inFiles.has(fileOfRecord(row)));
  for (const { type, slug, published: value, loaded } of without.filter(isByHand)) {
    if (value !== null) published.push({ type, slug, value });
    if (loaded !== null) kept.push({ type, slug, isFileChanged: true, fields: Object.keys(value ?? {}) });
  }
  const gone = without.filter((row) => row.loaded !== null && !isByHand(row));
  return { taken, gone, kept, published };
}

function isKept(row: StoredRecord, file: FileRecord, overwrites: (file: string) => boolean): boolean {
  return isByHand(row) && !isSameValue(row.published, file.value) && !filesOfRecord(file).some(overwrites);
}

/** Whether somebody changed the record after it was loaded, or made it. */
export function isByHand({ loaded, published }: Pick<StoredRecord, 'loaded' | 'published'>): boolean {
  return !isSameValue(loaded && withoutFilms(loaded), published && withoutFilms(published));
}

/**
 * What somebody is writing, on the version that is published from now on: what they did not change follows it. Null
 * when it says the same.
 */
export function rebasedDraft(
  row: Pick<StoredRecord, 'published' | 'draft'> | undefined,
  published: RecordValue,
): RecordValue | null {
  const { published: base = null, draft = null } = row ?? {};
  if (draft === null) return null;
  const value = base === null ? draft : rebased(base, draft, published).value;
  return isSameValue(value, published) ? null : value;
}
