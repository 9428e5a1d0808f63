import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's own content folder. */
export const ownContent = fileURLToPath(new URL('../../../../content', import.meta.url));

/** Returns the text of one of the project's own content files. */
export const source = (file: string) => readFileSync(join(ownContent, file), 'utf8');

/** A temporary copy of the content folder that a test may change. */
export interface ContentFolder {
  readonly path: string;
  /** Runs a task while one file has another text (null: is deleted); restores the file afterwards. */
  withFile<Value>(file: string, text: string | null, task: () => Promise<Value>): Promise<Value>;
  /** As `withFile`, for several files: the texts by the files' names. */
  withFiles<Value>(texts: ReadonlyMap<string, string | null>, task: () => Promise<Value>): Promise<Value>;
  remove(): Promise<void>;
}

/** Copies the content folder into a temporary one. */
export async function copyContent(): Promise<ContentFolder> {
  const path = await mkdtemp(join(tmpdir(), 'meisterhand-content-'));
  await cp(ownContent, path, { recursive: true });

  async function withFiles<Value>(texts: ReadonlyMap<string, string | null>, task: () => Promise<Value>) {
    for (const [file, text] of texts) {
      if (text === null) await rm(join(path, file));
      else await writeFile(join(path, file), text);
    }
    try {
      return await task();
    } finally {
      for (const file of texts.keys()) {
        await rm(join(path, file), { force: true });
        await cp(join(ownContent, file), join(path, file)).catch(() => undefined);
      }
    }
  }

  return {
    path,
    withFiles,
    withFile: (file, text, task) => withFiles(new Map([[file, text]]), task),
    remove: () => rm(path, { recursive: true, force: true }),
  };
}
