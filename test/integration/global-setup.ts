import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '#server/database/embedded/start-postgres.ts';
import { createTemplate, dropDatabase } from '#test/integration/support/database.ts';
import { readAnswers } from '#test/integration/support/met-answers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A connection string to the run's server, with the right to create databases. */
    serverUrl: string;
    /** The migrated database that every test file copies. */
    templateName: string;
    /** Where each test file leaves which answers it has met. */
    answersFolder: string;
  }
}

/** One PostgreSQL for the whole run: npm's own, or the server that DATABASE_URL names. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await bringServer();
  const templateName = await createTemplate(server.url);
  project.provide('serverUrl', server.url);
  project.provide('templateName', templateName);
  const answersFolder = mkdtempSync(join(tmpdir(), 'meisterhand-answers-'));
  project.provide('answersFolder', answersFolder);
  return async () => {
    if (await isWholeRun(project)) judgeAnswers(answersFolder);
    rmSync(answersFolder, { recursive: true });
    await dropDatabase(server.url, templateName);
    await server.stop();
  };
}

/** Whether every test of the project has run, and well: only then does an answer that nobody met mean something. */
async function isWholeRun(project: TestProject): Promise<boolean> {
  const files = project.vitest.state.getTestModules().filter((file) => file.project === project);
  const { testFiles } = await project.globTestFiles();
  const isNarrowed = project.vitest.config.testNamePattern !== undefined;
  return !isNarrowed && files.length === testFiles.length && files.every((file) => file.ok());
}

/** Writes which test met which answer of which call, and fails the run when a declared one was never met. */
function judgeAnswers(folder: string): void {
  const rows = readAnswers(folder);
  mkdirSync('test-results', { recursive: true });
  const table = rows.map(({ call, outcome, metBy }) => `${call}\t${outcome}\t${metBy.join(', ')}`);
  writeFileSync('test-results/answers.tsv', `${table.join('\n')}\n`);
  const missing = rows.filter(({ metBy }) => metBy.length === 0);
  if (missing.length === 0) return;
  console.error('No test met these answers; write one, or take the code out of its area in src/api:');
  for (const { call, outcome } of missing) console.error(`  ${call} ${outcome}`);
  process.exitCode = 1;
}

async function bringServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.DATABASE_URL;
  if (given !== undefined) return { url: given, stop: async () => {} };
  const dataDir = mkdtempSync(join(tmpdir(), 'meisterhand-test-'));
  const postgres = await startPostgres({ dataDir, log: () => {} });
  return {
    url: postgres.connectionString,
    stop: async () => {
      await postgres.stop();
      rmSync(postgres.folder, { recursive: true, force: true });
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
