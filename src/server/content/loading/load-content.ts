import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Content } from '#server/content/content.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { HostContext } from '#server/server-context.ts';
import { loadCodes } from './load-codes.ts';
import { loadDemoLearners } from './load-demo-learners.ts';
import { loadLessons } from './load-lessons.ts';
import { loadMasters, removeMasters } from './load-masters.ts';
import { loadBundles, loadPages, loadShopFacts } from './load-pages.ts';
import { loadPosts } from './load-posts.ts';
import { loadProducts } from './load-products.ts';
import { loadPromotions } from './load-promotions.ts';

/** Raise it when a load writes something else for the same files. */
const loaderVersion = 5;
/** Any number that nothing else in the shop locks by. */
const loadLock = 7_281_954_014;

type Loading = Pick<HostContext, 'db' | 'clock' | 'ids' | 'passwords'>;

/**
 * Brings the database in line with the content files, in one transaction, again and again without duplicates
 * (decisions §1). What is gone from the files is taken out of the shop and kept where orders or people need it.
 * Stock, uses of coupons, balances of vouchers and learners' own data stay as the shop has them. Answers false when
 * these very files are loaded already, which costs one query.
 */
export async function loadContent(
  loading: Loading,
  content: Content,
  { mode }: { readonly mode: 'demo' | 'live' },
): Promise<boolean> {
  const checksum = createHash('sha256')
    .update(JSON.stringify([loaderVersion, mode, content]))
    .digest('hex');
  if ((await loadedChecksum(loading)) === checksum) return false;
  return inTransaction(loading.db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${loadLock})`.execute(trx);
    if ((await loadedChecksum({ db: trx })) === checksum) return false;
    const now = new Date(loading.clock.now());
    await loadMasters(trx, content.masters);
    await loadProducts(trx, content, now);
    await loadLessons(trx, content.products);
    await removeMasters(trx, content.masters);
    await loadBundles(trx, content.bundles);
    await loadPages(trx, content.legal, now);
    await loadPosts(trx, content.posts);
    await loadShopFacts(trx, content);
    await loadPromotions(trx, content.coupons);
    await loadCodes(trx, loading, content.codes, now);
    if (mode === 'demo') await loadDemoLearners(trx, loading, content.demo.learners, now);
    await storeChecksum(trx, checksum);
    return true;
  });
}

async function loadedChecksum({ db }: Pick<HostContext, 'db'>): Promise<unknown> {
  const row = await db
    .selectFrom('contents')
    .select('value')
    .where('key', '=', 'checksum')
    .executeTakeFirst();
  return row?.value;
}

async function storeChecksum(trx: Transaction<Database>, checksum: string): Promise<void> {
  const value = JSON.stringify(checksum);
  await trx
    .insertInto('contents')
    .values({ key: 'checksum', value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
