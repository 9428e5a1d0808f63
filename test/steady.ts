import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readReport } from '#test/run/reports.ts';
import { root, runCommand } from '#test/run/run-command.ts';

/**
 * `npm run test:steady -- --runs 5 --busy 4`: `npm test` that many times, each in another order of the files, beside
 * that many processes that keep a core busy. Lists every test that ever failed; the traces of a run that failed stay in
 * `test-results-NUMBER`. `--from NAME` begins each run at a stage, `--only NAME` runs this one.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    busy: { type: 'string', default: '0' },
    from: { type: 'string' },
    only: { type: 'string' },
  },
});
const runs = wholeNumber('runs', values.runs);
const stages = (['from', 'only'] as const).flatMap((option) => {
  const name = values[option];
  return name === undefined ? [] : [`--${option}`, name];
});

const results = join(root, 'test-results');
const busy = Array.from({ length: wholeNumber('busy', values.busy) }, keepBusy);
const failures = new Map<string, number[]>();
const minutes: string[] = [];
for (let run = 1; run <= runs; run += 1) {
  const order = randomInt(1, 2 ** 31);
  console.log(`\n==== run ${run} of ${runs}, TEST_ORDER=${order}`);
  const begin = performance.now();
  const code = await runCommand(['node', 'test/run.ts', ...stages], {
    TEST_ORDER: String(order),
  });
  minutes.push(((performance.now() - begin) / 60_000).toFixed(1));
  const failed = readReport<readonly string[]>(join(results, 'failed.json')) ?? [];
  const names = code !== 0 && failed.length === 0 ? ['a stage without tests'] : failed;
  for (const name of names) failures.set(name, [...(failures.get(name) ?? []), run]);
  // The next run empties the folder.
  if (names.length > 0) await keepResults(run);
}
for (const child of busy) child.kill('SIGKILL');
console.log(`\nMinutes of each run: ${minutes.join(', ')}`);
for (const [name, failedRuns] of failures) console.log(`FAILED in run ${failedRuns.join(', ')}: ${name}`);
console.log(`${runs} runs, ${failures.size} tests that ever failed`);
process.exitCode = failures.size === 0 ? 0 : 1;

/** Copies what a run has left, in place of what an earlier `test:steady` left under this number. */
async function keepResults(run: number): Promise<void> {
  const kept = `${results}-${run}`;
  await rm(kept, { recursive: true, force: true });
  await cp(results, kept, { recursive: true });
}

/** Starts a process that computes until its input ends, which is when this process ends. */
function keepBusy(): ChildProcess {
  const script =
    "process.stdin.on('end', () => process.exit()).resume(); (function turn() { for (let n = 0; n < 1e7; n++); setImmediate(turn); })();";
  return spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'ignore', 'ignore'] });
}

function wholeNumber(name: string, text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  console.error(`--${name} is "${text}": give a whole number`);
  process.exit(2);
}
