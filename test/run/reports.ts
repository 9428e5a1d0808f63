import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** One line for each failure. The lines are repeated at the end of the output. */
  readonly faults: readonly string[];
  /** What each test took. */
  readonly tests: readonly TimedTest[];
}

export interface TimedTest {
  readonly name: string;
  readonly milliseconds: number;
  readonly hasFailed: boolean;
}

/** The fields of vitest's report that are read. */
interface UnitReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly message?: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly duration?: number | null;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** The fields of Playwright's report that are read. */
interface BrowserReport {
  readonly stats: Readonly<Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>>;
  readonly suites: readonly BrowserSuite[];
  readonly errors: readonly BrowserError[];
}

interface BrowserError {
  readonly message?: string;
  readonly location?: { readonly file: string; readonly line: number };
}

interface BrowserSuite {
  readonly title: string;
  readonly file: string;
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly projectName: string;
      readonly status: string;
      readonly results: readonly {
        readonly duration: number;
        readonly errors?: readonly BrowserError[];
      }[];
    }[];
  }[];
  readonly suites?: readonly BrowserSuite[];
}

/** Reads vitest's JSON report of a run that ended with this exit code. `root` is left out of the names of files. */
export function readUnitReport(file: string, code: number, root: string): Tally {
  const report = readReport<UnitReport>(file);
  if (report === null) return withoutReport(code);
  const faults: string[] = [];
  const tests: TimedTest[] = [];
  for (const { name, status, message, assertionResults } of report.testResults) {
    const path = name.replace(`${root}/`, '');
    const isBroken = status === 'failed' && assertionResults.every((one) => one.status !== 'failed');
    if (isBroken) faults.push(path, ...reasonOf(message));
    for (const { status, fullName, duration, failureMessages = [] } of assertionResults) {
      const hasFailed = status === 'failed';
      tests.push({ name: `${path}: ${fullName}`, milliseconds: duration ?? 0, hasFailed });
      if (hasFailed) faults.push(`${path}: ${fullName}`, ...reasonOf(failureMessages[0]));
    }
  }
  // Skipped tests are not counted. Only kits may skip tests, with a reason
  // (test/architecture/guards.long.test.ts).
  return settle(code, { passed: report.numPassedTests, failed: report.numFailedTests, faults, tests });
}

/** Reads Playwright's JSON report of a run that ended with this exit code. */
export function readBrowserReport(file: string, code: number): Tally {
  const report = readReport<BrowserReport>(file);
  if (report === null) return withoutReport(code);
  const { expected, unexpected, flaky, skipped } = report.stats;
  const faults = report.errors.flatMap(placedReason);
  const tests: TimedTest[] = [];
  const read = ({ specs, file, suites = [] }: BrowserSuite) => {
    for (const spec of specs)
      for (const { projectName, status, results } of spec.tests) {
        const name = `[${projectName}] ${file}: ${spec.title}`;
        const milliseconds = results.reduce((sum, { duration }) => sum + duration, 0);
        const hasFailed = status !== 'expected';
        tests.push({ name, milliseconds, hasFailed });
        const errors = results.flatMap((result) => result.errors ?? []);
        if (hasFailed) faults.push(`${status} ${name}`, ...errors.flatMap(placedReason));
      }
    for (const suite of suites) read(suite);
  };
  for (const suite of report.suites) read(suite);
  return settle(code, { passed: expected, failed: unexpected + flaky + skipped, faults, tests });
}

/** Returns the parsed JSON of a file; null when it is missing. */
export function readReport<Report>(file: string): Report | null {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** Of a journey that ran out of time, the first error says so, and the second one where it waited. */
function placedReason({ message, location }: BrowserError): readonly string[] {
  const place = location === undefined ? [] : [`  | at ${basename(location.file)}:${location.line}`];
  return [...place, ...reasonOf(message)];
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
  return { passed: 0, failed: 1, faults: [`no report; ended with ${code}`], tests: [] };
}

/** Adds one failure if the runner failed without a failed test (a broken set-up, an unhandled error). */
function settle(code: number, tally: Tally): Tally {
  if (code === 0 || tally.failed > 0) return tally;
  return { ...tally, failed: 1, faults: [...tally.faults, `ended with ${code}, though no test failed`] };
}
