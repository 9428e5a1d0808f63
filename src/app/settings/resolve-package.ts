import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '#server/platform/files/project-root.ts';

const entry = /^meisterhand\/([a-z]+)$/;

/** The file of this shop for an entry of its package, as an absolute path; null for everything else. */
export function packageFile(specifier: string): string | null {
  const name = entry.exec(specifier)?.[1];
  const file = join(projectRoot, `package/${name}.ts`);
  return name !== undefined && existsSync(file) ? file : null;
}

let isRegistered = false;

/**
 * Gives modules that import the package at run time this shop's own files where they find no copy: a module that is
 * installed in the shop has none, because the package stands among its `devDependencies`.
 */
export function resolvePackage(): void {
  if (isRegistered) return;
  isRegistered = true;
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const own = packageFile(specifier);
      if (own === null) return nextResolve(specifier, context);
      try {
        return nextResolve(specifier, context);
      } catch {
        return nextResolve(pathToFileURL(own).href, context);
      }
    },
  });
}
