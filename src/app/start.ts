import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '#server/files/project-root.ts';
import { hasModules } from './modules/bundle-modules.ts';

const sources = [
  'src',
  'locales',
  'package.json',
  'package-lock.json',
  'react-router.config.ts',
  'tsconfig.json',
  'vite.config.ts',
];

/**
 * Builds storefront and process entry into `build/`, unless the build is up to date and has the modules of the
 * configuration. Returns whether it has built. Throws an error with the output of the build when it fails.
 */
function buildStorefront(root: string, say: (message: string) => void): boolean {
  const stamp = join(root, 'build/.sources');
  const hash = hashSources(root);
  const isCurrent = existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
  if (isCurrent && hasModules(join(root, 'build'), process.env)) return false;
  say('Building the storefront (first start, or the sources or modules changed)');
  const built = spawnSync(process.execPath, [join(root, 'node_modules/.bin/react-router'), 'build'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (built.status !== 0) throw new Error(`The build failed.\n${built.stdout}${built.stderr}`);
  writeFileSync(stamp, hash);
  return true;
}

function hashSources(root: string): string {
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

/**
 * Runs `npm start`: builds if source files have changed, then runs the built process entry. `--build` only
 * builds; `--dev` (`npm run dev`) runs from the source files instead and reloads on changes.
 */
const isDevelopment = process.argv.includes('--dev');

// React reads NODE_ENV when it is imported for the first time.
process.env.NODE_ENV = isDevelopment ? 'development' : 'production';

if (isDevelopment) {
  const { startDevelopment } = await import('./start-development.ts');
  await startDevelopment(projectRoot);
} else {
  try {
    buildStorefront(projectRoot, (message) => console.log(message));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
  if (!process.argv.includes('--build')) {
    await import(pathToFileURL(join(projectRoot, 'build/server/index.js')).href);
  }
}
