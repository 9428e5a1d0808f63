import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { exampleModules } from '#test/e2e/support/example-modules.ts';
import { findOrBringBrowser } from '#test/e2e/support/find-browser.ts';
import { isLongRun } from '#test/run-length.ts';
import { ensureProgram } from '#test/support/ensure-program.ts';
import { readBrowserReport, readReport, readUnitReport, type Tally } from './reports.ts';
import { root, runCommand } from './run-command.ts';

export interface Stage {
  /** As in `--only NAME` and `--from NAME`. */
  readonly name: string;
  run(): Promise<Tally>;
}

/** The folder of all reports of a run. */
export const results = join(root, 'test-results');

const examples = Object.entries(exampleModules).map(([name, value]) => `${name}=${value}`);

const alwaysRun: readonly Stage[] = [
  // One checker: each further one checks what is shared once more, which two cores do not make up for.
  {
    name: 'types',
    run: () =>
      checks(
        ['react-router', 'typegen'],
        ['tsc', '--noEmit', '--checkers', '1'],
        // The declarations of the package, which takes half a second.
        ['tsc', '-p', 'package', '--noEmit'],
      ),
  },
  { name: 'lint', run: () => checks(['biome', 'check', '.']) },
  { name: 'dead-code', run: () => checks(['knip']) },
  { name: 'unit', run: () => vitest('unit', 'architecture') },
  {
    name: 'build',
    run: () => checks(['node', 'src/app/start.ts', '--build'], ['node', 'test/build-budget.ts']),
  },
  { name: 'browser', run: async () => bring(bringBrowser) },
];

const quickStages: readonly Stage[] = [
  { name: 'integration', run: () => vitest('integration') },
  { name: 'end-to-end', run: () => playwright('e2e') },
  { name: 'braintree', run: () => playwright('braintree', '--config', 'playwright.braintree.config.ts') },
];

const longStages: readonly Stage[] = [
  { name: 'ffmpeg', run: async () => bring(ensureFfmpeg) },
  { name: 'integration', run: () => vitest('integration') },
  { name: 'package', run: () => vitest('package') },
  { name: 'end-to-end', run: () => playwright('e2e') },
  { name: 'braintree', run: () => playwright('braintree', '--config', 'playwright.braintree.config.ts') },
  // Builds with the modules that `modules.spec.ts` names, so that no test builds again.
  {
    name: 'build-with-examples',
    run: () => checks(['env', ...examples, 'node', 'src/app/start.ts', '--build']),
  },
  { name: 'process', run: () => playwright('process', '--config', 'playwright.process.config.ts') },
  {
    name: 'faults',
    run: () =>
      scripts(
        'kill-server',
        'restart-database',
        'gateway-outage',
        'braintree-checkouts',
        'stop-under-load',
        'provider-switch',
        'failover',
        'database-outages',
        'update',
        'alerts',
      ),
  },
];

/** The stages of the run, the cheapest first. */
export const stages: readonly Stage[] = [...alwaysRun, ...(isLongRun ? longStages : quickStages)];

/** Runs commands that pass or fail as a whole. The first failure ends the stage. */
async function checks(...commands: readonly (readonly string[])[]): Promise<Tally> {
  for (const [done, command] of commands.entries())
    if ((await runCommand(command)) !== 0)
      return { passed: done, failed: 1, faults: [command.join(' ')], tests: [] };
  return { passed: commands.length, failed: 0, faults: [], tests: [] };
}

/** Runs scripts of `test/faults`. Each counts as one test. A failed script does not stop the next one. */
async function scripts(...names: readonly string[]): Promise<Tally> {
  const faults: string[] = [];
  let failed = 0;
  for (const name of names) {
    const code = await runCommand(['node', `test/faults/${name}.ts`]);
    if (code === 0) continue;
    failed += 1;
    const found = readReport<readonly string[]>(join(results, `${name}.json`)) ?? [];
    faults.push(`${name} ended with ${code}`, ...found);
  }
  return { passed: names.length - failed, failed, faults, tests: [] };
}

async function vitest(...projects: readonly string[]): Promise<Tally> {
  const file = newReport(projects.join('-'));
  const chosen = projects.flatMap((project) => ['--project', project]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const shuffle = process.env.TEST_ORDER;
  const order = shuffle === undefined ? [] : ['--sequence.shuffle.files', `--sequence.seed=${shuffle}`];
  const code = await runCommand(['vitest', 'run', ...chosen, ...reporters, ...order]);
  return readUnitReport(file, code, root);
}

async function playwright(name: string, ...options: readonly string[]): Promise<Tally> {
  const file = newReport(name);
  const shuffle = process.env.TEST_ORDER;
  const order = shuffle === undefined ? [] : [`--shuffle=${shuffle}`];
  const code = await runCommand(['playwright', 'test', ...options, ...order]);
  return readBrowserReport(file, code);
}

/** Where a runner writes its report. That of an earlier run is removed, because a runner that is ended writes none. */
function newReport(name: string): string {
  const file = join(results, `${name}.json`);
  rmSync(file, { force: true });
  return file;
}

function ensureFfmpeg(): void {
  for (const program of ['ffmpeg', 'ffprobe']) ensureProgram('ffmpeg', program);
}

function bringBrowser(): void {
  process.env.CHROMIUM_PATH = findOrBringBrowser(root);
}

/** Finds or installs a program that later stages need. */
function bring(program: () => void): Tally {
  try {
    program();
    return { passed: 1, failed: 0, faults: [], tests: [] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { passed: 0, failed: 1, faults: [reason], tests: [] };
  }
}
