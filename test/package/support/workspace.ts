import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inject } from 'vitest';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { findBrowser } from '#test/e2e/support/find-browser.ts';

/** Exit code and output of a tool. */
interface ToolRun {
  readonly code: number | null;
  readonly output: string;
}

/** The tests of a run by file, name and outcome. */
export interface TestOutcome {
  readonly file: string;
  readonly name: string;
  readonly status: string;
  /** The messages of the failure. */
  readonly messages: readonly string[];
}

/** A folder outside the repository in which the packed package is installed. */
export interface Workspace {
  readonly folder: string;
  write(path: string, text: string): void;
  /** Copies a folder of the repository, without installed packages. */
  copy(path: string): void;
  /** Runs a tool in the workspace, or in a folder of it. */
  run(tool: 'node' | 'tsc' | 'vitest', options: readonly string[], place?: string): ToolRun;
  /** Runs the tests of a folder. */
  test(place: string): readonly TestOutcome[];
  remove(): void;
}

/**
 * Installs the packed package as `npm install` does. Its dependencies are those of the repository, because tests do not
 * use the network.
 */
export function openWorkspace(): Workspace {
  const folder = mkdtempSync(join(tmpdir(), 'meisterhand-workspace-'));
  const installed = join(folder, 'node_modules');
  const ours = join(projectRoot, 'node_modules');
  mkdirSync(installed);
  for (const name of readdirSync(ours)) {
    // In the repository this is a link to the shop itself.
    if (name === 'meisterhand' || name.startsWith('.')) continue;
    symlinkSync(join(ours, name), join(installed, name));
  }
  execFileSync('tar', ['-xzf', inject('packedFile'), '-C', installed]);
  renameSync(join(installed, 'package'), join(installed, 'meisterhand'));

  const browser = findBrowser() ?? undefined;
  const run: Workspace['run'] = (tool, options, place = '.') => {
    const command = tool === 'node' ? process.execPath : join(ours, '.bin', tool);
    const { status, stdout, stderr } = spawnSync(command, options, {
      cwd: join(folder, place),
      encoding: 'utf8',
      env: { ...process.env, VITEST: undefined, NODE_ENV: undefined, NO_COLOR: '1', CHROMIUM_PATH: browser },
    });
    return { code: status, output: `${stdout}${stderr}` };
  };
  return {
    folder,
    write(path, text) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    },
    copy(path) {
      const filter = (source: string) => !source.includes('node_modules');
      cpSync(join(projectRoot, path), join(folder, path), { recursive: true, filter });
    },
    run,
    test(place) {
      const report = join(folder, 'report.json');
      rmSync(report, { force: true });
      const { output } = run('vitest', ['run', '--reporter=json', `--outputFile=${report}`], place);
      return readOutcomes(report, output);
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

function readOutcomes(file: string, output: string): readonly TestOutcome[] {
  const report: Report = JSON.parse(readFileSync(file, 'utf8'));
  const outcomes = report.testResults.flatMap(({ name: path, message, assertionResults }) => {
    if (assertionResults.length === 0) throw new Error(`${path} has no tests: ${message} ${output}`);
    return assertionResults.map(({ fullName, status, failureMessages }) => ({
      file: path,
      name: fullName,
      status,
      messages: failureMessages,
    }));
  });
  if (outcomes.length === 0) throw new Error(`No tests were run: ${output}`);
  return outcomes;
}
