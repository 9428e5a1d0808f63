import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '#host/embedded-postgres/start-postgres.ts';
import { createTemplate, dropDatabase } from './support/database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A connection string to the run's server, with the right to create databases. */
    serverUrl: string;
    /** The migrated database that every test file copies. */
    templateName: string;
  }
}

/** One PostgreSQL for the whole run: npm's own, or the server that DATABASE_URL names. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await bringServer();
  const templateName = await createTemplate(server.url);
  project.provide('serverUrl', server.url);
  project.provide('templateName', templateName);
  return async () => {
    await dropDatabase(server.url, templateName);
    await server.stop();
  };
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
