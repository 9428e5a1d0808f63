import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser, versionOf } from '#test/e2e/support/find-browser.ts';
import type { Tally, TimedTest } from '#test/run/reports.ts';
import { processorSeconds, root } from '#test/run/run-command.ts';
import { results, type Stage, stages } from '#test/run/stages.ts';
import { useOwnTemporaryFolder } from '#test/run/temporary-folder.ts';
import { isLongRun } from '#test/run-length.ts';

/**
 * `npm test` and `npm run test:long`: the stages one after the other, the cheapest first; a failed one does not stop
 * the next. `--only NAME` runs one stage, `--from NAME` this one and those after it. The last line is always
 * `N passed, N failed`.
 *
 * Environment: `TEST_COUNTS=full` (set by `test:long`), `TEST_SEED`: where properties begin; `TEST_ORDER`: a number
 * that decides on the order of the files.
 */
const expensiveTests = 20;
/** What the stages took the last time, in seconds. */
const timesFile = join(root, `node_modules/.cache/meisterhand-stages-${isLongRun ? 'long' : 'quick'}.json`);
/** The names of the tests that have failed, for `test:steady`. */
const failedFile = join(results, 'failed.json');

process.chdir(root);
useOwnTemporaryFolder();
if (isLongRun) process.env.TEST_SEED ??= String(randomInt(1, 2 ** 31));
const chosen = chooseStages(process.argv.slice(2));
if (chosen.length === stages.length) rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
// Of an earlier run: one that ends before its time writes none.
rmSync(failedFile, { force: true });
const browser = findBrowser();
console.log(`Node.js ${process.version}`);
console.log(`Browser: ${browser === null ? 'none; one will be installed' : versionOf(browser)}`);
if (isLongRun) console.log(`Seed: TEST_SEED=${process.env.TEST_SEED}`);

const times: Record<string, number> = readTimes();
const lines: string[] = [];
const tests: TimedTest[] = [];
let passed = 0;
let failed = 0;
for (const [index, stage] of chosen.entries()) {
  console.log(`\n== ${stage.name}, ${index + 1} of ${chosen.length}${estimate(chosen.slice(index))}`);
  const { tally, seconds, processor } = await runStage(stage);
  passed += tally.passed;
  failed += tally.failed;
  tests.push(...tally.tests);
  times[stage.name] = seconds;
  const outcome = tally.failed === 0 ? 'ok    ' : 'FAILED';
  const used = processor === null ? '' : `, ${processor.toFixed(1)} s of processor`;
  lines.push(`${outcome} ${stage.name}: ${inWords(tally)} in ${seconds.toFixed(1)} s${used}`);
  lines.push(...tally.faults.map((fault) => `       ${fault}`));
}
writeTimes();
console.log(`\nThe most expensive tests, in seconds:\n${expensive().join('\n')}`);
console.log(`\n${lines.join('\n')}`);
const failedTests = tests.filter(({ hasFailed }) => hasFailed).map(({ name }) => name);
writeFileSync(failedFile, JSON.stringify(failedTests));
process.stdout.write(`${inWords({ passed, failed })}\n`, () => process.exit(failed === 0 ? 0 : 1));

/** Returns the stages that the arguments ask for. Ends the process with a sentence when they name none. */
function chooseStages(args: readonly string[]): readonly Stage[] {
  const [option, name] = args;
  if (option === undefined) return stages;
  const place = stages.findIndex((stage) => stage.name === name);
  if (place !== -1 && option === '--only') return stages.slice(place, place + 1);
  if (place !== -1 && option === '--from') return stages.slice(place);
  console.error(
    `Use --only NAME or --from NAME with one of: ${stages.map((stage) => stage.name).join(', ')}`,
  );
  process.exit(2);
}

async function runStage(stage: Stage) {
  const before = { at: performance.now(), processor: processorSeconds() };
  const tally = await stage.run();
  const seconds = (performance.now() - before.at) / 1000;
  const after = processorSeconds();
  const processor = after === null || before.processor === null ? null : after - before.processor;
  return { tally, seconds, processor };
}

/** How long the stages took the last time; nothing when one of them has not run here. */
function estimate(rest: readonly Stage[]): string {
  const known = rest.map(({ name }) => times[name]);
  if (known.some((seconds) => seconds === undefined)) return '';
  const minutes = known.reduce<number>((sum, seconds = 0) => sum + seconds, 0) / 60;
  return `; all that is left took ${minutes.toFixed(1)} minutes the last time`;
}

function expensive(): readonly string[] {
  return tests
    .toSorted((a, b) => b.milliseconds - a.milliseconds)
    .slice(0, expensiveTests)
    .map(({ name, milliseconds }) => `${(milliseconds / 1000).toFixed(1).padStart(7)}  ${name}`);
}

function readTimes(): Record<string, number> {
  return existsSync(timesFile) ? JSON.parse(readFileSync(timesFile, 'utf8')) : {};
}

function writeTimes(): void {
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
  writeFileSync(timesFile, JSON.stringify(times));
}

function inWords(tally: Pick<Tally, 'passed' | 'failed'>): string {
  return `${tally.passed} passed, ${tally.failed} failed`;
}
