import { readdir } from 'node:fs/promises';
import { isTrailer, mediaEndings, mediaFileParts } from './media-files.ts';

/** Names of the trailers in a folder of films that have all their files; none where there is no such folder. */
export async function findTrailers(folder: string): Promise<readonly string[]> {
  const files: readonly string[] = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  const names = files.flatMap((file) => mediaFileParts(file)?.name ?? []).filter(isTrailer);
  return [...new Set(names)]
    .filter((name) => mediaEndings.every((ending) => files.includes(`${name}.${ending}`)))
    .sort();
}
