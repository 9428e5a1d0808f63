import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** The absolute path of the project's root folder. */
export const root = resolve(import.meta.dirname, '../../..');

/** One finding of a tool: `path` is the file, `text` is the rule or the message. */
export interface Finding {
  readonly path: string;
  readonly text: string;
}

/**
 * Runs Biome with the project's configuration on files in a temporary folder, because the project must not
 * contain code with faults. Returns the errors that Biome reports.
 */
export function lint(files: Readonly<Record<string, string>>): Finding[] {
  const folder = mkdtempSync(join(tmpdir(), 'meisterhand-guards-'));
  try {
    for (const name of ['biome.json', 'package.json', '.gitignore', 'test/architecture/lint']) {
      cpSync(join(root, name), join(folder, name), { recursive: true });
    }
    for (const [path, text] of Object.entries(files)) write(folder, path, text);
    const run = spawnSync(tool('biome'), ['lint', '--reporter=json', '--max-diagnostics=none', '.'], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    return readFindings(run.stdout, run.stderr);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns how many of these project files Biome checks. Biome skips files that its configuration ignores. */
export function countLinted(paths: readonly string[]): number {
  const run = spawnSync(tool('biome'), ['lint', '--reporter=json', '--max-diagnostics=1', ...paths], {
    cwd: root,
    encoding: 'utf8',
  });
  const report: Report = JSON.parse(run.stdout);
  return report.summary.changed + report.summary.unchanged;
}

/** Writes a file below `folder` and creates the folders of its path. */
export function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** Returns the path of a command that npm installed. */
export function tool(name: string): string {
  return join(root, 'node_modules/.bin', name);
}

interface Report {
  readonly summary: { readonly changed: number; readonly unchanged: number };
  readonly diagnostics: readonly {
    readonly severity: string;
    readonly category: string;
    readonly message: string;
    readonly location: { readonly path: string } | null;
  }[];
}

function readFindings(output: string, errors: string): Finding[] {
  if (!output.trimStart().startsWith('{')) throw new Error(`Biome did not report: ${output}${errors}`);
  const report: Report = JSON.parse(output);
  return report.diagnostics
    .filter((diagnostic) => diagnostic.severity === 'error')
    .map((diagnostic) => ({
      path: diagnostic.location?.path ?? '',
      text: `${diagnostic.category}: ${diagnostic.message}`,
    }));
}
