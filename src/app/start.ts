import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { hasModules, unloadableModules } from './settings/bundle-modules.ts';
import { readConfig } from './settings/config.ts';
import { hashSources } from './start/hash-sources.ts';

/** Maximum time to wait for another process that builds in the same folder, in milliseconds. */
const longestBuild = 600_000;

/**
 * Builds storefront, process entry and back office into `build/`, unless the build is up to date and contains the
 * configured modules. If several processes start in one folder, one builds and the others wait. Throws an error with
 * the output of a failed build.
 */
function buildStorefront(root: string, say: (message: string) => void): void {
  const folder = join(root, 'build');
  const stamp = join(folder, '.sources');
  const hash = hashSources(root);
  const isCurrent = () =>
    existsSync(stamp) && readFileSync(stamp, 'utf8') === hash && hasModules(folder, process.env);
  if (isCurrent()) return;
  // Not in `build/`, which the build empties. Node has no file locks; a SQLite lock is released when the process ends
  // (as in `claimDataDirectory`).
  const places = join(root, 'node_modules/.cache');
  mkdirSync(places, { recursive: true });
  const lock = new DatabaseSync(join(places, 'build.lock'), { timeout: longestBuild });
  lock.exec('BEGIN EXCLUSIVE');
  try {
    if (isCurrent()) return;
    build(root, say);
    writeFileSync(stamp, hash);
  } finally {
    lock.close();
  }
}

function build(root: string, say: (message: string) => void): void {
  say('Building the storefront and the back office (first start, or the sources or modules changed)');
  runTool(root, ['react-router', 'build']);
  runTool(root, ['vite', 'build', '--config', 'vite.back-office.config.ts']);
}

function runTool(root: string, [tool = '', ...args]: readonly string[]): void {
  const ran = spawnSync(process.execPath, [join(root, 'node_modules/.bin', tool), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (ran.status !== 0) throw new Error(`The build failed.\n${ran.stdout}${ran.stderr}`);
}

/**
 * Runs `npm start`: reads the configuration with its modules, builds if source files have changed, then runs the built
 * process entry. `--build` only builds; `--dev` (`npm run dev`) runs from the source files instead and reloads on
 * changes.
 */
const isDevelopment = process.argv.includes('--dev');
const isBuildOnly = process.argv.includes('--build');

// React reads NODE_ENV when it is imported for the first time.
process.env.NODE_ENV = isDevelopment ? 'development' : 'production';

// Checked first, because a build takes much longer. `--build` needs no settings.
const faults = isBuildOnly ? await unloadableModules(process.env) : await configurationFaults();
if (faults.length > 0) {
  for (const fault of faults) console.error(fault);
  process.exit(1);
}

async function configurationFaults(): Promise<readonly string[]> {
  const config = await readConfig(process.env);
  return config.ok ? [] : config.error;
}

if (isDevelopment) {
  const { startDevelopment } = await import('./start/start-development.ts');
  await startDevelopment(projectRoot);
} else {
  try {
    buildStorefront(projectRoot, (message) => console.log(message));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
  if (!isBuildOnly) {
    await import(pathToFileURL(join(projectRoot, 'build/server/index.js')).href);
  }
}
