import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Config } from '#app/settings/config.ts';
import { hasNewerContent, loadContent } from '#server/content/loading/load-content.ts';
import { publishedShop, readKindsOnSale, readPublishedRecords } from '#server/content/published-records.ts';
import type { Content } from '#server/content/sources/content-shapes.ts';
import { guaranteeNoticeCure, lacksGuaranteeNotice } from '#server/content/sources/guarantee-notice.ts';
import { readContent } from '#server/content/sources/read-content.ts';
import { type ContentFault, describeContentFault } from '#server/content/sources/read-files.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { claimDataDirectory } from '#server/platform/database/embedded/claim-data-directory.ts';
import { startPostgres } from '#server/platform/database/embedded/start-postgres.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';

/** Locks the data directory. Throws if another process uses it. */
export function claimData({ dataDir }: Config, started: AsyncDisposableStack): void {
  const claim = claimDataDirectory(dataDir);
  if (!claim.ok) {
    const { directory, pid } = claim.error;
    throw new Error(
      `Another shop${pid === null ? '' : ` (process ${pid})`} is using the data in ${directory}. ` +
        'Stop it first, or set DATA_DIR to another folder.',
    );
  }
  started.defer(async () => claim.value.release());
}

/** Starts PostgreSQL unless one is configured. `failure` resolves if it ends unexpectedly. */
export async function connectDatabase(
  { databaseUrl, dataDir }: Config,
  started: AsyncDisposableStack,
  say: (message: string) => void,
): Promise<{ connectionString: string; failure: Promise<string> }> {
  if (databaseUrl !== null) return { connectionString: databaseUrl, failure: new Promise(() => {}) };
  const postgres = await startPostgres({ dataDir, log: say });
  started.defer(() => postgres.stop());
  return postgres;
}

function contentFaults(faults: readonly ContentFault[]): Error {
  return new Error(
    `The content files have faults; run npm run content after mending them.\n${faults.map(describeContentFault).join('\n')}`,
  );
}

/**
 * Reads the content files and loads them if they have changed, unless a newer version has loaded its own. In live mode,
 * `say` names what the operator still has to add.
 */
export async function loadChangedContent(
  context: OrderContext,
  say: (message: string) => void,
): Promise<Content> {
  const content = await readContent(join(projectRoot, 'content'));
  if (!content.ok) throw contentFaults(content.error);
  const loaded = await loadContent(context, content.value, { mode: context.settings.mode });
  if (!loaded.ok) throw contentFaults(loaded.error);
  if (loaded.value) say('The content files are loaded.');
  else if (await hasNewerContent(context))
    say('The shop has the content files of a newer version; npm run content loads those of this one.');
  if (context.settings.mode === 'live') {
    const shop = publishedShop(await readPublishedRecords(context.db, ['shop'])) ?? content.value.shop;
    if (lacksGuaranteeNotice({ shop, products: await readKindsOnSale(context.db) }))
      say(`The official notice on the legal guarantee is missing: ${guaranteeNoticeCure}.`);
  }
  return content.value;
}

/** Returns whether PostgreSQL responds. */
export async function isReachable(db: Kysely<Database>): Promise<boolean> {
  try {
    await sql`select 1`.execute(db);
    return true;
  } catch {
    return false;
  }
}
