import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** All inputs of a build. */
const sources = [
  'src',
  'locales',
  'public',
  'package.json',
  'package-lock.json',
  'react-router.config.ts',
  'tsconfig.json',
  'vite.back-office.config.ts',
  'vite.config.ts',
];

/** Returns a hash of all files, and their names, that the build of the project in `root` reads. */
export function hashSources(root: string): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const path of filesBelow(root, source)) hash.update(path).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex');
}

function filesBelow(root: string, path: string): string[] {
  if (path.includes('.')) return [path];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}
