import { sql, type Transaction } from 'kysely';
import { isSameValue } from '#core/rules/catalogue/record-values.ts';
import { recordPrices } from '#server/catalogue/price-ledger.ts';
import {
  loadBundles,
  loadMasters,
  storeLessons,
  storeProducts,
} from '#server/content/loading/load-catalogue.ts';
import {
  cleanMarketing,
  loadHelpTopics,
  loadPages,
  markCouponsPublic,
  storeAnnouncement,
  storeGroups,
  storeMarketing,
  storePosts,
  storeShop,
} from '#server/content/loading/load-texts.ts';
import type { RecordSources } from '#server/content/sources/catalogue-sources.ts';
import { composeBundles, composeMasters, composeProducts } from '#server/content/sources/compose-products.ts';
import {
  composeLegal,
  composeMarketing,
  composePosts,
  openingLines,
} from '#server/content/sources/compose-texts.ts';
import type { ContentProduct, Marketing } from '#server/content/sources/content-shapes.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { RecordKey } from './record-types.ts';

interface Change {
  readonly before: RecordSources;
  readonly after: RecordSources;
  readonly now: Date;
}

/** Updates the shop from one state of the records to another. */
export async function showChanges(trx: Transaction<Database>, change: Change): Promise<void> {
  const { before, after } = change;
  const isText = !isSameValue(textsOf(before), textsOf(after));
  await (isText ? showTexts(trx, change) : showCatalogue(trx, change));
}

function textsOf(sources: RecordSources) {
  const { announcement, advantages, conversations, newsletter_widget, shop } = sources;
  const { popups, campaigns, giveaways, posts, legal } = sources;
  const single = [announcement, advantages, conversations, newsletter_widget, shop];
  return [...single, ...popups, ...campaigns, ...giveaways, ...posts, ...legal].map(({ file, value }) => ({
    file,
    value,
  }));
}

/**
 * Updates products, lessons, masters and groups from one state of the records to another. Writes only what differs,
 * including products that changed through another record, such as a course through its companion book.
 */
async function showCatalogue(trx: Transaction<Database>, { before, after, now }: Change): Promise<void> {
  const changedMasters = differing(composeMasters(before), composeMasters(after), ({ slug }) => slug);
  await loadMasters(trx, changedMasters);
  const named = new Set(changedMasters.map(({ slug }) => slug));
  const products = composeProducts(after);
  const changed = new Set<ContentProduct>([
    ...differing(composeProducts(before), products, ({ id }) => id),
    // The search vector of a product contains its master's name.
    ...products.filter(({ master }) => master !== null && named.has(master)),
  ]);
  await storeProducts(
    trx,
    [...changed],
    after.masters.map(({ slug, value }) => ({ slug, ...value })),
  );
  await deactivateOffSale(trx);
  await storeLessons(trx, [...changed]);
  await storeGroups(trx, after.categories.value);
  const bundles = composeBundles(after);
  if (!isSameValue(composeBundles(before), bundles)) await loadBundles(trx, bundles);
  await recordPrices(trx, now);
}

/** Updates the texts of pages from one state of the records to another. */
async function showTexts(trx: Transaction<Database>, { before, after, now }: Change): Promise<void> {
  if (!isSameValue(before.announcement.value, after.announcement.value))
    await storeAnnouncement(trx, after.announcement.value);
  if (!isSameValue(before.shop.value, after.shop.value))
    await storeShop(trx, after.shop.value, openingLines(after));
  const marketing = composeMarketing(after);
  const changed = changedMarketing(composeMarketing(before), marketing);
  if (Object.keys(changed).length > 0) await storeMarketing(trx, changed);
  if (changed.campaigns !== undefined) {
    await markCouponsPublic(trx, changed.campaigns);
    await recordPrices(trx, now);
  }
  const posts = composePosts(after);
  const former = composePosts(before);
  const gone = former.filter(({ slug }) => !posts.some((post) => post.slug === slug));
  await storePosts(
    trx,
    differing(former, posts, ({ slug }) => slug),
    gone,
  );
  const legal = composeLegal(after);
  if (isSameValue(composeLegal(before), legal)) return;
  await loadPages(trx, { legal, shop: after.shop.value }, now);
  await loadHelpTopics(trx, legal);
}

/** Returns the parts of the marketing content that differ from the former ones, their HTML sanitised. */
function changedMarketing(before: Marketing, after: Marketing): Partial<Marketing> {
  const clean = cleanMarketing(after);
  const names = (Object.keys(after) as (keyof Marketing)[]).filter(
    (name) => !isSameValue(before[name], after[name]),
  );
  return Object.fromEntries(names.map((name) => [name, clean[name]])) as Partial<Marketing>;
}

const idOfRecord = sql`replace(catalogue_records.type, '_', '-') || '-' || catalogue_records.slug`;

/** Deactivates products that were taken off sale; storing other changes activates them. */
export async function deactivateOffSale(trx: Transaction<Database>): Promise<void> {
  await sql`update products set is_active = false from catalogue_records
    where products.id = ${idOfRecord} and published is not null and not is_on_sale and is_active`.execute(
    trx,
  );
}

/** Activates the product of a record that was put back on sale. */
export async function putOnSale(trx: Transaction<Database>, { type, slug }: RecordKey): Promise<void> {
  await sql`update products set is_active = true from catalogue_records
    where products.id = ${idOfRecord} and type = ${type} and catalogue_records.slug = ${slug}`.execute(trx);
}

function differing<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
): Item[] {
  const known = new Map(before.map((item) => [keyOf(item), item]));
  return after.filter((item) => !isSameValue(item, known.get(keyOf(item))));
}
