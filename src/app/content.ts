import { join } from 'node:path';
import { createArgon2PasswordHasher } from '#adapters/system/argon2-password-hasher.ts';
import { createSystemClock } from '#adapters/system/server-clock.ts';
import { createSystemIds } from '#adapters/system/server-ids.ts';
import type { Content } from '#server/content/content.ts';
import { loadContent } from '#server/content/loading/load-content.ts';
import { readContent } from '#server/content/read-content.ts';
import { describeContentFault } from '#server/content/read-files.ts';
import { projectRoot } from '#server/files/project-root.ts';
import { checkMedia } from '#server/media/check-media.ts';
import { trailerName } from '#server/media/media-files.ts';
import { readConfig } from './config.ts';
import { withOperatorDatabase } from './operator-context.ts';

/**
 * Runs `npm run content`: checks all content files and loads them. If there are faults, prints all of them
 * and loads nothing.
 */
async function run(): Promise<number> {
  const content = await readContent(join(projectRoot, 'content'));
  if (!content.ok) {
    console.error(content.error.map(describeContentFault).join('\n'));
    console.error(`${content.error.length} faults; nothing was loaded.`);
    return 1;
  }
  const films = await checkMedia(join(projectRoot, 'content/clips'), filmNames(content.value));
  if (films.faults.length > 0) {
    console.error(films.faults.join('\n'));
    console.error(`${films.faults.length} faults; nothing was loaded.`);
    return 1;
  }
  if (films.unfilmed.length > 0) console.log(`Without a film so far: ${films.unfilmed.join(', ')}`);
  const config = readConfig(process.env);
  if (!config.ok) {
    console.error(config.error.join('\n'));
    return 2;
  }
  const { mode } = config.value;
  const clock = createSystemClock();
  const didChange = await withOperatorDatabase(config.value, (db) =>
    loadContent(
      { db, clock, ids: createSystemIds(clock), passwords: createArgon2PasswordHasher() },
      content.value,
      { mode },
    ),
  );
  console.log(didChange ? 'The content files are loaded.' : 'The shop has these content files already.');
  return 0;
}

/** Returns the names of all films: of every lesson and of every course trailer. */
function filmNames({ products }: Content): string[] {
  return products.flatMap(({ slug, details }) =>
    details.kind === 'course' ? [trailerName(slug), ...details.lessons.map(({ id }) => id)] : [],
  );
}

process.exitCode = await run();
