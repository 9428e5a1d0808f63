import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { type MutantArea, mutantAreas } from './areas.ts';

/**
 * `npm run mutants -- [AREA …] [--share 0.1] [--seed 1]`: StrykerJS breaks the code of each area in many small ways,
 * one at a time, and runs the tests that reach the broken place. Prints every break that no test noticed and the share
 * that was noticed. `--share` breaks a random part of the lines only, because an area with a database takes hours;
 * the same seed chooses the same lines.
 */
const root = resolve(import.meta.dirname, '../..');
const results = join(root, 'test-results/mutants');
/** Lines are chosen in blocks, so that a break of a whole statement or block is possible. */
const blockLines = 8;
/** A break of a text that people or logs read is not a change of behaviour that a rule speaks of. */
const excludedMutations = ['StringLiteral'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { share: { type: 'string', default: '1' }, seed: { type: 'string', default: '1' } },
});
const share = Number(values.share);
if (!(share > 0 && share <= 1))
  throw new Error(`--share ${values.share}: give a number above 0 and up to 1.`);
const names = positionals.length > 0 ? positionals : Object.keys(mutantAreas);

process.chdir(root);
mkdirSync(results, { recursive: true });
const table: string[] = [];
for (const name of names) {
  const area = mutantAreas[name];
  if (area === undefined) throw new Error(`${name}: choose from ${Object.keys(mutantAreas).join(', ')}.`);
  table.push(breakArea(name, area));
}
console.log(`\n${table.join('\n')}`);

/** Runs Stryker on one area and returns its line of the table. */
function breakArea(name: string, area: MutantArea): string {
  for (const pattern of [...area.sources, ...area.tests])
    if (globSync(pattern).length === 0) throw new Error(`${name}: ${pattern} finds no file; mend areas.ts.`);
  const settings = join(results, `${name}.config.json`);
  const report = join(results, `${name}.json`);
  rmSync(report, { force: true });
  writeFileSync(settings, JSON.stringify(strykerOptions(area, report)));
  const { status } = spawnSync('npx', ['stryker', 'run', settings], {
    stdio: 'inherit',
    env: {
      ...process.env,
      MUTANT_TESTS: area.tests.join(),
      ...(area.database ? { MUTANT_DATABASE: 'yes' } : {}),
    },
  });
  if (status !== 0) throw new Error(`${name}: Stryker ended with ${status}; what is wrong stands above.`);
  return summary(name, JSON.parse(readFileSync(report, 'utf8')) as MutationReport);
}

function strykerOptions(area: MutantArea, report: string) {
  return {
    testRunner: 'vitest',
    vitest: { configFile: 'vitest.mutants.config.ts', related: false },
    mutate: chosenLines(area),
    mutator: { excludedMutations },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    timeoutMS: 30_000,
    // All tests of an area, once; minutes.
    dryRunTimeoutMinutes: 30,
    // A file that does not exist: Stryker would rewrite ours by an API that TypeScript 7 does not have.
    tsconfigFile: 'none',
    // Breaks that an import runs reach every test; they are few.
    ignoreStatic: true,
    reporters: ['clear-text', 'progress-append-only', 'json'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    jsonReporter: { fileName: report },
    tempDirName: join(tmpdir(), 'meisterhand-mutants'),
    ignorePatterns: ['build', '.data', 'test-results'],
  };
}

/** Returns the files of an area, or `file:first-last` for a random choice of their blocks of lines. */
function chosenLines(area: MutantArea): string[] {
  const files = globSync([...area.sources]).sort();
  if (share === 1) return files;
  const blocks = files.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n').length;
    return Array.from({ length: Math.ceil(lines / blockLines) }, (_, index) => {
      return `${file}:${index * blockLines + 1}-${(index + 1) * blockLines}`;
    });
  });
  const wanted = Math.max(1, Math.round(blocks.length * share));
  const choice = fc.shuffledSubarray(blocks, { minLength: wanted, maxLength: wanted });
  return (fc.sample(choice, { seed: Number(values.seed), numRuns: 1 })[0] ?? []).sort();
}

/** The fields of Stryker's report that this script reads. */
interface MutationReport {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>;
}

function summary(name: string, report: MutationReport): string {
  const states = Object.values(report.files).flatMap((file) => file.mutants.map(({ status }) => status));
  const count = (...wanted: readonly string[]) => states.filter((state) => wanted.includes(state)).length;
  const noticed = count('Killed', 'Timeout');
  const all = noticed + count('Survived', 'NoCoverage');
  return `${name}: ${noticed} of ${all} breaks noticed (${((100 * noticed) / all).toFixed(0)} %)`;
}
