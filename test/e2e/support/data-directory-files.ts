import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

interface StoredFile {
  readonly file: string;
  readonly text: string;
}

/** Reads every file in a shop's data directory as text, including the database's files. */
export function readDataDirectory(dataDir: string): readonly StoredFile[] {
  const location = join(dataDir, 'postgres-location.json');
  const elsewhere = existsSync(location) ? [JSON.parse(readFileSync(location, 'utf8')).folder as string] : [];
  return [dataDir, ...elsewhere].flatMap(filesBelow);
}

function filesBelow(folder: string): StoredFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true)
    .flatMap((file) => {
      try {
        return [{ file, text: readFileSync(file, 'latin1') }];
      } catch (error) {
        // The shop is running and may have renamed or deleted the file.
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
        throw error;
      }
    });
}
