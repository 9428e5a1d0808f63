import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { exampleModules } from '#test/e2e/support/example-modules.ts';
import { findOrBringBrowser } from '#test/e2e/support/find-browser.ts';
import { bringFfmpeg } from '#test/support/bring-ffmpeg.ts';

/**
 * `npm test`: all checks, the cheapest first. The stages of one row run in parallel, the rows one after the
 * other. A failed stage does not stop the next ones. `--long` (`npm run test:long`) repeats property tests
 * and races more often. The last line is always `N passed, N failed`.
 */
const root = resolve(import.meta.dirname, '..');
const results = join(root, 'test-results');
const isLong = process.argv.includes('--long');
const stageMinutes = isLong ? 240 : 45;

interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** One line for each failure. The lines are repeated at the end of the output. */
  readonly faults?: readonly string[];
}

/** The fields of vitest's report that this script reads. */
interface UnitReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** The fields of Playwright's report that this script reads. */
interface BrowserReport {
  readonly stats: Readonly<Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>>;
  readonly suites: readonly BrowserSuite[];
}

interface BrowserSuite {
  readonly title: string;
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly projectName: string;
      readonly status: string;
      readonly results: readonly { readonly error?: { readonly message?: string } }[];
    }[];
  }[];
  readonly suites?: readonly BrowserSuite[];
}

/** Runs a command that npm installed and returns its exit code. */
type Run = (command: readonly string[]) => Promise<number>;

interface Stage {
  readonly name: string;
  run(run: Run): Promise<Tally>;
}

const examples = Object.entries(exampleModules).map(([name, value]) => `${name}=${value}`);

const rows: readonly (readonly Stage[])[] = [
  [{ name: 'types of routes', run: (run) => checks(run, ['react-router', 'typegen']) }],
  [
    { name: 'types', run: (run) => checks(run, ['tsc', '--noEmit']) },
    { name: 'format, lint and import rules', run: (run) => checks(run, ['biome', 'check', '.']) },
    { name: 'dead code', run: (run) => checks(run, ['knip']) },
  ],
  [{ name: 'unit and architecture', run: (run) => vitest(run, 'unit', 'architecture') }],
  // With the modules that `modules.spec.ts` names, so that no test builds again; other tests do not use them.
  [{ name: 'build', run: (run) => checks(run, ['env', ...examples, 'node', 'src/app/start.ts', '--build']) }],
  [{ name: 'size of the JavaScript', run: (run) => checks(run, ['node', 'test/build-budget.ts']) }],
  [{ name: 'browser', run: async () => bringBrowser() }],
  [{ name: 'ffmpeg', run: async () => bring(bringFfmpeg) }],
  [
    { name: 'integration', run: (run) => vitest(run, 'integration') },
    // These stages mostly wait: for a server or a database that is down, or for the next run of a job.
    {
      name: 'faults of servers',
      run: (run) =>
        each(
          run,
          'kill-server',
          'restart-database',
          ...(isLong ? ['failover', 'bad-nights', 'update', 'alerts'] : []),
        ),
    },
    {
      name: 'faults of payment providers',
      run: (run) =>
        each(run, 'gateway-outage', 'braintree-checkouts', ...(isLong ? ['provider-switch'] : [])),
    },
    { name: 'stop under load', run: (run) => each(run, 'stop-under-load') },
  ],
  // Each keeps one core busy.
  [
    {
      name: 'process',
      run: (run) => playwright(run, 'process', '--config', 'playwright.process.config.ts'),
    },
    { name: 'package and examples', run: (run) => vitest(run, 'package') },
  ],
  [{ name: 'end to end', run: (run) => playwright(run, 'e2e') }],
  [
    {
      name: 'checkout on Braintree',
      // `npm test` runs the project `phone-de` with the sandbox only; `test:long` runs both projects with
      // both providers.
      run: (run) =>
        playwright(
          run,
          'braintree',
          '--config',
          'playwright.braintree.config.ts',
          ...(isLong ? [] : ['--project', 'desktop-en']),
        ),
    },
  ],
];

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
process.chdir(root);
const lines: string[] = [];
let passed = 0;
let failed = 0;
for (const row of rows) {
  for (const { stage, tally, seconds } of await Promise.all(row.map(runStage))) {
    passed += tally.passed;
    failed += tally.failed;
    const outcome = tally.failed === 0 ? 'ok    ' : 'FAILED';
    lines.push(`${outcome} ${stage.name}: ${inWords(tally)} in ${seconds.toFixed(1)} s`);
    lines.push(...(tally.faults ?? []).map((fault) => `       ${fault}`));
  }
}
console.log(`\n${lines.join('\n')}`);
process.stdout.write(`${inWords({ passed, failed })}\n`, () => process.exit(failed === 0 ? 0 : 1));

/** The first stage of a row prints its output at once, the others after they have ended. */
async function runStage(stage: Stage, place: number) {
  const log = place === 0 ? null : join(results, `${stage.name}.log`);
  if (log === null) console.log(`\n== ${stage.name}`);
  const output = log === null ? 'inherit' : openSync(log, 'a');
  const before = performance.now();
  const tally = await stage.run((command) => runCommand(command, output));
  const seconds = (performance.now() - before) / 1000;
  if (log !== null) console.log(`\n== ${stage.name}\n${readFileSync(log, 'utf8')}`);
  return { stage, tally, seconds };
}

function inWords(tally: Tally): string {
  return `${tally.passed} passed, ${tally.failed} failed`;
}

/** Runs commands that pass or fail as a whole. The first failure ends the stage. */
async function checks(run: Run, ...commands: readonly (readonly string[])[]): Promise<Tally> {
  let done = 0;
  for (const command of commands) {
    if ((await run(command)) !== 0) return { passed: done, failed: 1, faults: [command.join(' ')] };
    done += 1;
  }
  return { passed: done, failed: 0 };
}

/**
 * Runs scripts of `test/faults`. Each script counts as one test. A failed script does not stop the next one.
 */
async function each(run: Run, ...scripts: readonly string[]): Promise<Tally> {
  const faults: string[] = [];
  let failed = 0;
  for (const script of scripts) {
    const code = await run(['node', `test/faults/${script}.ts`]);
    if (code === 0) continue;
    failed += 1;
    const found = readReport<readonly string[]>(join(results, `${script}.json`)) ?? [];
    faults.push(`${script} ended with ${code}`, ...found);
  }
  return { passed: scripts.length - failed, failed, faults };
}

async function vitest(run: Run, ...projects: readonly string[]): Promise<Tally> {
  const file = join(results, `${projects.join('-')}.json`);
  const chosen = projects.flatMap((project) => ['--project', project]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await run(['vitest', 'run', ...chosen, ...reporters]);
  const report = readReport<UnitReport>(file);
  if (report === null) return withoutReport(code);
  const failures = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .flatMap(({ fullName, failureMessages = [] }) => [fullName, ...reasonOf(failureMessages[0])]),
  );
  // Skipped tests are not counted. Only kits may skip tests, with a reason
  // (test/architecture/guards.test.ts).
  return settle(code, { passed: report.numPassedTests, failed: report.numFailedTests, faults: failures });
}

function bringBrowser(): Tally {
  return bring(() => {
    process.env.CHROMIUM_PATH = findOrBringBrowser(root);
  });
}

/** Finds or installs a program that later stages need. */
function bring(program: () => unknown): Tally {
  try {
    program();
    return { passed: 1, failed: 0 };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
  }
}

async function playwright(run: Run, name: string, ...options: readonly string[]): Promise<Tally> {
  const code = await run(['playwright', 'test', ...options]);
  const report = readReport<BrowserReport>(join(results, `${name}.json`));
  if (report === null) return withoutReport(code);
  const { expected, unexpected, flaky, skipped } = report.stats;
  const faults = report.suites.flatMap(troublesOf);
  return settle(code, { passed: expected + flaky, failed: unexpected + skipped, faults });
}

/**
 * Returns the browser tests of a file that failed at the first try, with their projects. `flaky` tests passed
 * at the second try.
 */
function troublesOf({ title, specs, suites = [] }: BrowserSuite): readonly string[] {
  const own = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status !== 'expected')
      .flatMap(({ projectName, status, results }) => [
        `${status} [${projectName}] ${title}: ${spec.title}`,
        ...reasonOf(results.find(({ error }) => error !== undefined)?.error?.message),
      ]),
  );
  return [...own, ...suites.flatMap(troublesOf)];
}

/** The beginning of an error's message, so that the end of the output says why a test failed. */
function reasonOf(message: string | undefined): readonly string[] {
  const lines = stripVTControlCharacters(message ?? '').split('\n');
  return lines
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => `  | ${line.slice(0, 200)}`);
}

/** Returns the result of a test runner that was stopped or failed before it wrote its report. */
function withoutReport(code: number): Tally {
  return { passed: 0, failed: 1, faults: [`no report; ended with ${code}`] };
}

/** Adds one failure if the runner failed without a failed test (a broken set-up, an unhandled error). */
function settle(code: number, tally: Tally): Tally {
  return code !== 0 && tally.failed === 0
    ? { ...tally, failed: 1, faults: [`ended with ${code}, though no test failed`] }
    : tally;
}

function readReport<Report>(file: string): Report | null {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** Runs a command with the project's Node.js first in PATH. `output` is the terminal or an open file. */
function runCommand([name = '', ...args]: readonly string[], output: 'inherit' | number): Promise<number> {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
    ...(isLong ? { TEST_COUNTS: 'full' } : {}),
  };
  if (output !== 'inherit') writeSync(output, `\n-- ${[name, ...args].join(' ')}\n`);
  return new Promise((settled) => {
    const child = spawn(name, args, {
      cwd: root,
      env,
      stdio: ['ignore', output, output],
      timeout: stageMinutes * 60_000,
    });
    child.once('error', (error) => {
      console.error(`${name} could not be run: ${error.message}`);
      settled(1);
    });
    child.once('exit', (code) => settled(code ?? 1));
  });
}
