import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The project folder: the nearest parent of this module that has a package.json. Independent of the working directory,
 * and the same for sources and for `build/`.
 */
export const projectRoot = findRoot(import.meta.dirname);

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder)
    throw new Error(`No package.json above ${import.meta.dirname}: the project's files are incomplete.`);
  return findRoot(parent);
}
