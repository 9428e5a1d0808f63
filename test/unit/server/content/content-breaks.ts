import { expect } from 'vitest';
import { readContent } from '#server/content/sources/read-content.ts';
import { type ContentFolder, source } from './content-folder.ts';

/** A change of a content file that makes one of its fields invalid. */
export interface ContentBreak {
  readonly file: string;
  readonly from: string | RegExp;
  readonly to: string;
  /** The field that the fault names. */
  readonly field: string;
}

/** Returns the faults of the content after some files got other texts (null: were deleted). */
export async function faultsWithFiles(folder: ContentFolder, texts: ReadonlyMap<string, string | null>) {
  const read = await folder.withFiles(texts, () => readContent(folder.path));
  return read.ok ? [] : read.error;
}

/** Returns the faults of the content with all these changes. */
export function faultsWithBreaks(folder: ContentFolder, breaks: readonly ContentBreak[]) {
  const texts = new Map<string, string>();
  for (const { file, from, to } of breaks) {
    const text = texts.get(file) ?? source(file);
    const changed = text.replace(from, to);
    expect(changed, `${file}: ${from}`).not.toBe(text);
    texts.set(file, changed);
  }
  return faultsWithFiles(folder, texts);
}

/**
 * Groups breaks that are read together, because reading the content takes long. No two breaks of a group are in the
 * same field, so that none hides another.
 */
export function groupBreaks<One extends ContentBreak>(breaks: readonly One[]): readonly (readonly One[])[] {
  const groups: One[][] = [];
  for (const one of breaks) {
    const group = groups.find((others) =>
      others.every(({ file, field }) => file !== one.file || field !== one.field),
    );
    if (group === undefined) groups.push([one]);
    else group.push(one);
  }
  return groups;
}
