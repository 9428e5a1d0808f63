import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '#server/platform/database/embedded/start-postgres.ts';
import { findBrowser } from '#test/e2e/support/find-browser.ts';
import {
  createTemplates,
  dropDatabase,
  makeConnectingCheap,
  type Templates,
  tradeDurabilityForSpeed,
} from '#test/integration/support/database.ts';
import { readSeenResponses } from '#test/integration/support/seen-responses.ts';
import { findUntakenLimits } from '#test/integration/support/taken-limits.ts';
import { loadShopContent } from '#test/integration/support/test-shop.ts';
import { findUnusedLimits } from '#test/integration/support/used-up-limits.ts';
import { isLongRun } from '#test/run-length.ts';
import { keepDatabaseInMemory } from '#test/support/database-folders.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the test run's PostgreSQL server. Its user may create databases. */
    serverUrl: string;
    /** The names of the template databases that test files copy. */
    templates: Templates;
    /** The folder in which each test file stores the outcomes that it has seen. */
    responsesFolder: string;
    /** The folder in which test files store the limits that they have used up. */
    limitsFolder: string;
    /** The folder in which test files store the limits that each call has taken. */
    takenLimitsFolder: string;
  }
}

/** Starts one PostgreSQL for the whole run (the npm package), or uses the server of DATABASE_URL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // The kit of card tokenizers runs in it.
  process.env.CHROMIUM_PATH ??= findBrowser() ?? '';
  const server = await bringServer();
  const templates = await createTemplates(server.url, loadShopContent);
  project.provide('serverUrl', server.url);
  project.provide('templates', templates);
  const responsesFolder = mkdtempSync(join(tmpdir(), 'meisterhand-responses-'));
  project.provide('responsesFolder', responsesFolder);
  const limitsFolder = mkdtempSync(join(tmpdir(), 'meisterhand-limits-'));
  project.provide('limitsFolder', limitsFolder);
  const takenLimitsFolder = mkdtempSync(join(tmpdir(), 'meisterhand-taken-limits-'));
  project.provide('takenLimitsFolder', takenLimitsFolder);
  return async () => {
    if (await isWholeRun(project)) {
      checkSeenResponses(responsesFolder);
      checkUsedUpLimits(limitsFolder);
      checkTakenLimits(takenLimitsFolder);
    }
    rmSync(responsesFolder, { recursive: true });
    rmSync(limitsFolder, { recursive: true });
    rmSync(takenLimitsFolder, { recursive: true });
    for (const name of Object.values(templates)) await dropDatabase(server.url, name);
    await server.stop();
  };
}

/** Returns whether all integration tests ran and passed, the long ones too. Only then is a missing outcome a fault. */
async function isWholeRun(project: TestProject): Promise<boolean> {
  if (project.name !== 'integration' || !isLongRun) return false;
  const files = project.vitest.state.getTestModules().filter((file) => file.project === project);
  const { testFiles } = await project.globTestFiles();
  const isNarrowed = project.vitest.config.testNamePattern !== undefined;
  return !isNarrowed && files.length === testFiles.length && files.every((file) => file.ok());
}

/**
 * Writes a table of all outcomes of each call and the test files that saw them. Fails the run if no test saw
 * an outcome that is declared.
 */
function checkSeenResponses(folder: string): void {
  const rows = readSeenResponses(folder);
  mkdirSync('test-results', { recursive: true });
  const table = rows.map(({ call, outcome, seenBy }) => `${call}\t${outcome}\t${seenBy.join(', ')}`);
  writeFileSync('test-results/responses.tsv', `${table.join('\n')}\n`);
  const missing = rows.filter(({ seenBy }) => seenBy.length === 0);
  if (missing.length === 0) return;
  console.error('No test sees these outcomes. Write one, or remove the code from its area of src/api:');
  for (const { call, outcome } of missing) console.error(`  ${call} ${outcome}`);
  process.exitCode = 1;
}

/** Fails the run if no test reached a limit of the rate limit policy (`src/api/rate-limit-policy.ts`). */
function checkUsedUpLimits(folder: string): void {
  const unused = findUnusedLimits(folder);
  if (unused.length === 0) return;
  console.error(`No test uses these limits of src/api/rate-limit-policy.ts up: ${unused.join(', ')}`);
  process.exitCode = 1;
}

/** Fails the run if a call declares a limit that it took in no test. */
function checkTakenLimits(folder: string): void {
  const untaken = findUntakenLimits(folder);
  if (untaken.length === 0) return;
  console.error(`No test sees these calls take these limits that they declare: ${untaken.join(', ')}`);
  process.exitCode = 1;
}

async function bringServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.DATABASE_URL;
  if (given !== undefined) return { url: given, stop: async () => {} };
  const dataDir = mkdtempSync(join(tmpdir(), 'meisterhand-test-'));
  keepDatabaseInMemory(dataDir);
  const postgres = await startPostgres({ dataDir, log: () => {} });
  await tradeDurabilityForSpeed(postgres.connectionString);
  await makeConnectingCheap(postgres.connectionString);
  return {
    url: postgres.connectionString,
    stop: async () => {
      await postgres.stop();
      rmSync(postgres.folder, { recursive: true, force: true });
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
