import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { findOrBringBrowser } from '#test/e2e/support/find-browser.ts';

/**
 * `npm test`: all checks, one stage after the other, cheapest first. A failed stage does not stop the next ones.
 * `--long` (`npm run test:long`) runs everything at full counts. The last line is always `N passed, N failed`.
 */
const root = resolve(import.meta.dirname, '..');
const results = join(root, 'test-results');
const isLong = process.argv.includes('--long');
const stageMinutes = isLong ? 240 : 45;

interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** One line for each failure, repeated at the end of the output. */
  readonly faults?: readonly string[];
}

/** The fields of vitest's report that are read here. */
interface UnitReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** The fields of Playwright's report that are read here. */
interface BrowserReport {
  readonly stats: Readonly<Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>>;
  readonly suites: readonly BrowserSuite[];
}

interface BrowserSuite {
  readonly title: string;
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly { readonly projectName: string; readonly status: string }[];
  }[];
  readonly suites?: readonly BrowserSuite[];
}

interface Stage {
  readonly name: string;
  run(): Promise<Tally>;
}

const stages: readonly Stage[] = [
  { name: 'types', run: () => checks(['react-router', 'typegen'], ['tsc', '--noEmit']) },
  { name: 'format, lint and import rules', run: () => checks(['biome', 'check', '.']) },
  { name: 'dead code', run: () => checks(['knip']) },
  { name: 'unit and architecture', run: () => vitest('unit', 'architecture') },
  { name: 'build', run: () => checks(['node', 'src/app/start.ts', '--build']) },
  { name: 'size of the JavaScript', run: () => checks(['node', 'test/build-budget.ts']) },
  { name: 'browser', run: async () => bringBrowser() },
  { name: 'integration', run: () => vitest('integration') },
  {
    name: 'faults',
    run: () =>
      each('kill-server', 'restart-database', 'gateway-outage', 'stop-under-load', 'braintree-checkouts'),
  },
  { name: 'process', run: () => playwright('process', '--config', 'playwright.process.config.ts') },
  { name: 'end to end', run: () => playwright('e2e') },
  {
    name: 'checkout on Braintree',
    // The same journeys run in `phone-de` on the sandbox; `test:long` runs both projects on both providers.
    run: () =>
      playwright(
        'braintree',
        '--config',
        'playwright.braintree.config.ts',
        ...(isLong ? [] : ['--project', 'desktop-en']),
      ),
  },
];

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
process.chdir(root);
const lines: string[] = [];
let passed = 0;
let failed = 0;
for (const stage of stages) {
  console.log(`\n== ${stage.name}`);
  const before = performance.now();
  const tally = await stage.run();
  passed += tally.passed;
  failed += tally.failed;
  const seconds = ((performance.now() - before) / 1000).toFixed(1);
  lines.push(`${tally.failed === 0 ? 'ok    ' : 'FAILED'} ${stage.name}: ${inWords(tally)} in ${seconds} s`);
  lines.push(...(tally.faults ?? []).map((fault) => `       ${fault}`));
}
console.log(`\n${lines.join('\n')}`);
process.stdout.write(`${inWords({ passed, failed })}\n`, () => process.exit(failed === 0 ? 0 : 1));

function inWords(tally: Tally): string {
  return `${tally.passed} passed, ${tally.failed} failed`;
}

/** Commands that pass or fail as a whole. The first failure ends the stage. */
async function checks(...commands: readonly (readonly string[])[]): Promise<Tally> {
  let done = 0;
  for (const command of commands) {
    if ((await run(command)) !== 0) return { passed: done, failed: 1, faults: [command.join(' ')] };
    done += 1;
  }
  return { passed: done, failed: 0 };
}

/** Scripts of `test/faults`. Each counts as one test; a failed one does not stop the next. */
async function each(...scripts: readonly string[]): Promise<Tally> {
  const faults: string[] = [];
  for (const script of scripts) {
    console.log(`\n-- ${script}`);
    const code = await run(['node', `test/faults/${script}.ts`]);
    if (code !== 0) faults.push(`${script} ended with ${code}`);
  }
  return { passed: scripts.length - faults.length, failed: faults.length, faults };
}

async function vitest(...projects: readonly string[]): Promise<Tally> {
  const file = join(results, `${projects.join('-')}.json`);
  const chosen = projects.flatMap((project) => ['--project', project]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await run(['vitest', 'run', ...chosen, ...reporters]);
  const report = readReport<UnitReport>(file);
  if (report === null) return withoutReport(code);
  const failures = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  );
  // Skipped tests do not count: only kits may skip, with a reason (test/architecture/guards.test.ts).
  return settle(code, { passed: report.numPassedTests, failed: report.numFailedTests, faults: failures });
}

/** Finds or installs a browser for the stages that open pages. */
function bringBrowser(): Tally {
  try {
    process.env.CHROMIUM_PATH = findOrBringBrowser(root);
    return { passed: 1, failed: 0 };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
  }
}

async function playwright(name: string, ...options: readonly string[]): Promise<Tally> {
  const code = await run(['playwright', 'test', ...options]);
  const report = readReport<BrowserReport>(join(results, `${name}.json`));
  if (report === null) return withoutReport(code);
  const { expected, unexpected, flaky, skipped } = report.stats;
  const faults = report.suites.flatMap(troublesOf);
  return settle(code, { passed: expected + flaky, failed: unexpected + skipped, faults });
}

/** The journeys of a file that did not pass at the first try, with their projects; `flaky` ones passed at the second. */
function troublesOf({ title, specs, suites = [] }: BrowserSuite): readonly string[] {
  const own = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status !== 'expected')
      .map(({ projectName, status }) => `${status} [${projectName}] ${title}: ${spec.title}`),
  );
  return [...own, ...suites.flatMap(troublesOf)];
}

/** The result of a runner that was stopped or failed before it wrote its report. */
function withoutReport(code: number): Tally {
  return { passed: 0, failed: 1, faults: [`no report; ended with ${code}`] };
}

/** A runner that fails without a failed test (a broken set-up, an unhandled error) counts as one failure. */
function settle(code: number, tally: Tally): Tally {
  return code !== 0 && tally.failed === 0
    ? { ...tally, failed: 1, faults: [`ended with ${code}, though no test failed`] }
    : tally;
}

function readReport<Report>(file: string): Report | null {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** Runs a command that npm installed, with the project's Node first in PATH. Returns its exit code. */
function run([name = '', ...args]: readonly string[]): Promise<number> {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
    ...(isLong ? { TEST_COUNTS: 'full' } : {}),
  };
  return new Promise((settled) => {
    const child = spawn(name, args, {
      cwd: root,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: stageMinutes * 60_000,
    });
    child.once('error', (error) => {
      console.error(`${name} could not be run: ${error.message}`);
      settled(1);
    });
    child.once('exit', (code) => settled(code ?? 1));
  });
}
