import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The project's own folder: the nearest one above this module with a package.json.
 * It holds wherever the process was started and whether this module runs as source or inside `build/`.
 */
export const projectRoot = findRoot(import.meta.dirname);

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder)
    throw new Error(`No package.json above ${import.meta.dirname}: the project's files are incomplete.`);
  return findRoot(parent);
}
