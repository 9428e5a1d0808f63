import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '#server/platform/database/embedded/start-postgres.ts';
import { readInput } from '#test/integration/support/test-process.ts';

/** Starts PostgreSQL on a data directory and prints `up <process id of PostgreSQL>`. */
const { folder } = await startPostgres({ dataDir: readInput<string>(), log: () => {} });
const pid = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0];
process.stdout.write(`up ${pid}\n`);
