import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#server/platform/files/project-root.ts';

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  /** A folder of the repository, as a link. */
  readonly link?: boolean;
}

const lock: { readonly packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
  readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'),
);

/**
 * Binaries of the linter and of the dead-code finder for systems other than Linux on x64 with glibc. The
 * registry that was used for the lock file does not have them, so the lock file has no hash of them. Only
 * `npm run check` uses such binaries, the shop does not.
 */
const withoutHash = /^node_modules\/@(?:biomejs\/cli|oxc-parser\/binding)-/;

/** The shop's own folders with a package.json. */
const folders = ['', 'sandbox'];

test('every locked package has a hash, except tools for other systems', () => {
  const missing = Object.entries(lock.packages).filter(
    ([path, { integrity, link }]) => !folders.includes(path) && link !== true && !integrity,
  );
  for (const [path, { dev, optional }] of missing) {
    expect(path).toMatch(withoutHash);
    expect({ path, dev, optional }).toEqual({ path, dev: true, optional: true });
  }
});
