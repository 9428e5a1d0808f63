import { join } from 'node:path';
import { createArgon2PasswordHasher } from '#adapters/system/argon2-password-hasher.ts';
import { createServerIds } from '#adapters/system/server-ids.ts';
import { createServerClock } from '#adapters/system/system-clock.ts';
import { checkFilms, expectedFilms } from '#server/content/check-films.ts';
import { loadContent } from '#server/content/loading/load-content.ts';
import { readContent } from '#server/content/read-content.ts';
import { describeContentFault } from '#server/content/read-files.ts';
import { projectRoot } from '#server/files/project-root.ts';
import { readConfig } from './config.ts';
import { withOperatorDatabase } from './operator-context.ts';

/**
 * Runs `npm run content`: checks all content files and loads them. If there are faults, prints all of them
 * and loads nothing.
 */
async function run(): Promise<number> {
  const root = join(projectRoot, 'content');
  const content = await readContent(root);
  if (!content.ok) {
    console.error(content.error.map(describeContentFault).join('\n'));
    console.error(`${content.error.length} faults; nothing was loaded.`);
    return 1;
  }
  const { unfilmed } = await checkFilms(root, expectedFilms(content.value.products));
  if (unfilmed.length > 0) console.log(`Without a film so far: ${unfilmed.join(', ')}`);
  const config = await readConfig(process.env);
  if (!config.ok) {
    console.error(config.error.join('\n'));
    return 2;
  }
  const { mode } = config.value;
  const clock = createServerClock();
  const didChange = await withOperatorDatabase(config.value, (db) =>
    loadContent(
      { db, clock, ids: createServerIds(clock), passwords: createArgon2PasswordHasher() },
      content.value,
      { mode },
    ),
  );
  console.log(didChange ? 'The content files are loaded.' : 'The shop has these content files already.');
  return 0;
}

process.exitCode = await run();
