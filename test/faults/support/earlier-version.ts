import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#server/platform/files/project-root.ts';

/** A version of the shop in a folder of its own, built. */
interface EarlierVersion {
  readonly name: string;
  readonly root: string;
}

const changelog = join(projectRoot, 'CHANGELOG.md');
const longestMs = 900_000;

/**
 * Prepares the last version before this one, or the one of a revision: its files from git, this version's packages if
 * its lock file has the same ones, else those of `npm ci`, and a build. It is kept in `.data/versions`. Throws with
 * instructions if the clone has no such revision.
 */
export function bringEarlierVersion(revision: string | undefined): EarlierVersion {
  const { name, commit } = revision === undefined ? lastVersion() : { name: revision, commit: revision };
  const known = spawnSync('git', ['rev-parse', '--verify', '--quiet', `${commit}^{commit}`], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  if (known.status !== 0)
    throw new Error(
      `This clone has no revision ${commit}, of version ${name}. Fetch the whole history (git fetch --unshallow), or name another revision: --revision REVISION`,
    );
  const root = join(projectRoot, '.data/versions', known.stdout.trim().slice(0, 12));
  if (!existsSync(root)) {
    const draft = `${root}-draft`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true });
    run(projectRoot, 'sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', known.stdout.trim(), draft]);
    // Hard links: a symbolic one would lead to this version's own packages in it.
    if (packagesOf(draft) === packagesOf(projectRoot))
      run(projectRoot, 'cp', ['-al', 'node_modules', join(draft, 'node_modules')]);
    else run(draft, 'npm', ['ci', '--no-audit', '--no-fund']);
    rmSync(join(draft, 'node_modules/.cache'), { recursive: true, force: true });
    renameSync(draft, root);
  }
  buildVersion(root);
  return { name, root };
}

/** Builds a version, unless its build is up to date. */
export function buildVersion(root: string): void {
  run(root, process.execPath, ['src/app/start.ts', '--build']);
}

/** The newest version of the changelog that names its commit. */
function lastVersion(): { readonly name: string; readonly commit: string } {
  const found = /^## (\d+\.\d+\.\d+), commit `([0-9a-f]{7,40})`$/m.exec(readFileSync(changelog, 'utf8'));
  if (found === null) throw new Error(`${changelog} names no commit of an earlier version`);
  return { name: found[1] ?? '', commit: found[2] ?? '' };
}

/** Returns a hash of the external packages in the lock file. */
function packagesOf(root: string): string {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { '': own, ...others } = packages;
  const { version: _version, ...rest } = own;
  return createHash('sha256')
    .update(JSON.stringify([rest, others]))
    .digest('hex');
}

function run(cwd: string, program: string, args: readonly string[]): void {
  const ran = spawnSync(program, args, { cwd, encoding: 'utf8', timeout: longestMs });
  if (ran.status !== 0)
    throw new Error(
      `${program} ${args.join(' ')} failed in ${cwd}: ${ran.error?.message ?? ran.stderr.slice(-2_000)}`,
    );
}
