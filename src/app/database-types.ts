import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '#server/platform/database/embedded/start-postgres.ts';
import { generateSchema, schemaFile } from '#server/platform/database/generate-schema.ts';
import { migrate } from '#server/platform/database/migrate.ts';

// Runs `npm run db:types`: migrates an empty database and writes the row types of its tables.
const dataDir = mkdtempSync(join(tmpdir(), 'meisterhand-types-'));
const postgres = await startPostgres({ dataDir, log: console.log });
try {
  await migrate(postgres.connectionString);
  writeFileSync(schemaFile, await generateSchema(postgres.connectionString));
} finally {
  await postgres.stop();
  for (const folder of [postgres.folder, dataDir]) rmSync(folder, { recursive: true, force: true });
}
