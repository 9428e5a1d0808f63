import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '#server/platform/files/project-root.ts';

const entry = /^meisterhand\/([a-z]+)$/;

/** Returns the absolute path of this shop's file for an entry of its package; null for anything else. */
export function packageFile(specifier: string): string | null {
  const name = entry.exec(specifier)?.[1];
  const file = join(projectRoot, `package/${name}.ts`);
  return name !== undefined && existsSync(file) ? file : null;
}

let isRegistered = false;

/**
 * Resolves run-time imports of the package to this shop's own files if no installed copy is found: a module installed
 * in the shop has none, because the package is one of its `devDependencies`.
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
