import { withoutFilms } from '#core/rules/catalogue/record-films.ts';
import { differingFields, isSameValue, rebased } from '#core/rules/catalogue/record-values.ts';
import { fileOfRecord, filesOfRecord, type RecordKey } from './record-types.ts';

export type RecordValue = Readonly<Record<string, unknown>>;

/** A record read from a content file. */
export interface FileRecord extends RecordKey {
  readonly value: RecordValue;
}

/** A record in the database (table `catalogue_records`). */
export interface StoredRecord extends RecordKey {
  readonly loaded: RecordValue | null;
  readonly published: RecordValue | null;
  readonly draft: RecordValue | null;
  readonly version: number;
  readonly is_on_sale: boolean;
}

/** A manually changed record that was kept although its file differs. */
export interface KeptRecord extends RecordKey {
  /** Whether the file has changed as well since it was last loaded. */
  readonly isFileChanged: boolean;
  /** Fields in which file and shop differ; all fields if the file is missing. */
  readonly fields: readonly string[];
}

export interface MergedRecords {
  /** Records to overwrite with their file. */
  readonly overwritten: readonly FileRecord[];
  /** Records to remove: without a file and not changed manually. */
  readonly removed: readonly StoredRecord[];
  readonly kept: readonly KeptRecord[];
  /** Records that the shop shows afterwards. */
  readonly published: readonly FileRecord[];
}

/**
 * Merges files into the records (docs/behaviour/content.md#rows-are-the-truth): manual changes stay, everything else
 * follows its file. `overwrites` names files that win over manual changes. Films are not in files, so they do not count
 * as manual changes.
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
  const overwritten: FileRecord[] = [];
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
        overwritten.push(file);
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
  const removed = without.filter((row) => row.loaded !== null && !isByHand(row));
  return { overwritten, removed, kept, published };
}

function isKept(row: StoredRecord, file: FileRecord, overwrites: (file: string) => boolean): boolean {
  return (
    isByHand(row) &&
    !isSameValue(row.published, file.value) &&
    !isNewerText(row, file) &&
    !filesOfRecord(file).some(overwrites)
  );
}

/**
 * Returns whether the row of a legal text differs from what was loaded only in its version, which shop data gave it
 * (docs/behaviour/consumer-rights.md#versions-of-legal-pages), and its file is of the same or a later day.
 */
function isNewerText({ type, loaded, published }: StoredRecord, { value }: FileRecord): boolean {
  if (type !== 'legal' || loaded === null || published === null) return false;
  const isSameText = differingFields(loaded, published).every((name) => name === 'version');
  return isSameText && String(value.version) >= String(published.version);
}

/** Returns whether an operator created the record, or changed it after it was loaded. */
export function isByHand({ loaded, published }: Pick<StoredRecord, 'loaded' | 'published'>): boolean {
  return !isSameValue(loaded && withoutFilms(loaded), published && withoutFilms(published));
}

/** Rebases a draft onto a newly published version: unchanged fields follow it. Null if the draft then equals it. */
export function rebasedDraft(
  row: Pick<StoredRecord, 'published' | 'draft'> | undefined,
  published: RecordValue,
): RecordValue | null {
  const { published: base = null, draft = null } = row ?? {};
  if (draft === null) return null;
  const value = base === null ? draft : rebased(base, draft, published).value;
  return isSameValue(value, published) ? null : value;
}
