import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createArgon2PasswordHasher } from '#adapters/system/argon2-password-hasher.ts';
import { createServerIds } from '#adapters/system/server-ids.ts';
import { createServerClock } from '#adapters/system/system-clock.ts';
import { loadContent } from '#server/content/loading/load-content.ts';
import { exportRecords } from '#server/content/records/export-records.ts';
import { type KeptRecord, mergeRecords } from '#server/content/records/merge-records.ts';
import { filesOfRecord } from '#server/content/records/record-types.ts';
import { readRecords, recordsOf } from '#server/content/records/stored-records.ts';
import { checkFilms, expectedFilms } from '#server/content/sources/check-films.ts';
import type { Content } from '#server/content/sources/content-shapes.ts';
import { readContent } from '#server/content/sources/read-content.ts';
import { type ContentFault, describeContentFault } from '#server/content/sources/read-files.ts';
import { actingAsCommand } from '#server/platform/audit-log.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { type Config, readConfig } from './settings/config.ts';
import { withOperatorDatabase } from './wiring/operator-context.ts';

const usage = `npm run content                             checks all content files and loads them
npm run content -- import                   the same
npm run content -- import --overwrite       also loads what was changed in the back office
npm run content -- import --overwrite FILE  the same for these files only, for example courses/emmy-noether.yaml
npm run content -- export [FOLDER]          writes catalogue and texts of the shop into their files`;

/**
 * Runs `npm run content`: checks and loads all content files, or writes the shop's records into files. If there are
 * faults, prints all of them and loads nothing.
 */
async function run(): Promise<number> {
  const { positionals, values } = parseArgs({
    args: process.argv.slice(2),
    allowPositionals: true,
    options: { overwrite: { type: 'boolean', default: false } },
  });
  const [command = 'import', ...operands] = positionals;
  const isKnown =
    command === 'import'
      ? operands.length === 0 || values.overwrite
      : command === 'export' && !values.overwrite;
  if (!isKnown) {
    console.error(usage);
    return 2;
  }
  const root = join(projectRoot, 'content');
  const config = await readConfig(process.env);
  if (!config.ok) {
    console.error(config.error.join('\n'));
    return 2;
  }
  if (command === 'export') return exportTo(config.value, resolve(operands[0] ?? root));
  const isNamed = (file: string) => operands.length === 0 || operands.includes(file);
  return importFrom(config.value, root, values.overwrite ? isNamed : undefined);
}

async function exportTo(config: Config, folder: string): Promise<number> {
  const { written, offSale } = await withOperatorDatabase(config, (db) => exportRecords(db, folder));
  console.log([...written, `${written.length} files are written to ${folder}.`].join('\n'));
  if (offSale.length > 0)
    console.log(
      `Off sale in this shop, which files cannot say; a shop that loads them sells: ${offSale.join(', ')}`,
    );
  return 0;
}

async function importFrom(
  config: Config,
  root: string,
  overwrites: ((file: string) => boolean) | undefined,
): Promise<number> {
  const content = await readContent(root);
  if (!content.ok) return reportFaults(content.error);
  const { missingFilms } = await checkFilms(root, expectedFilms(content.value.products));
  if (missingFilms.length > 0) console.log(`Without a film so far: ${missingFilms.join(', ')}`);
  return withOperatorDatabase(config, (db) => importContent(config, db, content.value, overwrites));
}

async function importContent(
  { mode }: Config,
  db: Parameters<Parameters<typeof withOperatorDatabase>[1]>[0],
  content: Content,
  overwrites: ((file: string) => boolean) | undefined,
): Promise<number> {
  const clock = createServerClock();
  const loading = actingAsCommand(
    { db, clock, ids: createServerIds(clock), passwords: createArgon2PasswordHasher() },
    'content import',
  );
  const loaded = await loadContent(
    loading,
    content,
    overwrites === undefined ? { mode, isWanted: true } : { mode, isWanted: true, overwrites },
  );
  if (!loaded.ok) return reportFaults(loaded.error);
  console.log(loaded.value ? 'The content files are loaded.' : 'The shop has these content files already.');
  const { kept } = mergeRecords(recordsOf(content.sources), await readRecords(db), () => false);
  for (const record of kept) console.log(describeKept(record));
  return 0;
}

function describeKept(record: KeptRecord): string {
  const also = record.isFileChanged ? '; the file has changed as well' : '';
  return `${filesOfRecord(record).join(', ')}: kept as changed in the back office${also}: ${record.fields.join(', ')}`;
}

function reportFaults(faults: readonly ContentFault[]): number {
  console.error(faults.map(describeContentFault).join('\n'));
  console.error(`${faults.length} faults; nothing was loaded.`);
  return 1;
}

process.exitCode = await run();
