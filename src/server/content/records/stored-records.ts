import { sql, type Transaction } from 'kysely';
import { canBeHidden, type RecordType, type SingleType, slugOfSingle } from '#core/model/catalogue-record.ts';
import { productKinds } from '#core/model/product.ts';
import type {
  CatalogueSources,
  RecordSources,
  RecordSurroundings,
  SourceProduct,
  TextSources,
} from '#server/content/sources/catalogue-sources.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { FileRecord, RecordValue, StoredRecord } from './merge-records.ts';
import { fileOfRecord, isListType, recordSchemas } from './record-types.ts';

/** Arbitrary key, unique among the shop's advisory locks. */
const catalogueLock = 7_281_954_014;

/** Serialises changes of the catalogue. The lock is held until the transaction ends. */
export async function lockCatalogue(trx: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${catalogueLock})`.execute(trx);
}

/** All records of the catalogue. */
export async function readRecords(db: Pick<Transaction<Database>, 'selectFrom'>): Promise<StoredRecord[]> {
  const rows = await db
    .selectFrom('catalogue_records')
    .select(['type', 'slug', 'loaded', 'published', 'draft', 'version', 'is_on_sale'])
    .orderBy('type')
    .orderBy('slug')
    .execute();
  return rows.map((row) => {
    const type = row.type as RecordType;
    return {
      ...row,
      type,
      loaded: complete(type, row.loaded),
      published: complete(type, row.published),
      draft: row.draft as RecordValue | null,
    };
  });
}

/** Completes a stored value with the defaults of missing fields, in schema order. */
function complete(type: RecordType, value: unknown): RecordValue | null {
  if (value === null) return null;
  const parsed = recordSchemas[type].safeParse(value);
  return (parsed.success ? parsed.data : value) as RecordValue;
}

/** Returns the records of the content files. */
export function recordsOf(sources: CatalogueSources & TextSources): FileRecord[] {
  const { products, bundles, masters, popups, posts, legal } = sources;
  const named =
    (type: RecordType) =>
    ({ slug, value }: { readonly slug: string; readonly value: RecordValue }): FileRecord => ({
      type,
      slug,
      value,
    });
  const single = (type: SingleType, value: RecordValue): FileRecord => ({
    type,
    slug: slugOfSingle(type),
    value,
  });
  return [
    ...products.map(({ kind, slug, value }) => ({ type: kind, slug, value })),
    ...bundles.map(named('bundle')),
    ...masters.map(named('master')),
    single('categories', sources.categories.value),
    single('announcement', sources.announcement.value),
    single('advantages', { advantages: sources.advantages.value }),
    single('conversations', { conversations: sources.conversations.value }),
    single('newsletter_widget', sources.newsletter_widget.value),
    single('shop', sources.shop.value),
    ...popups.map(named('popup')),
    ...sources.campaigns.map(named('campaign')),
    ...sources.giveaways.map(named('giveaway')),
    ...posts.map(named('post')),
    ...legal.map(named('legal')),
  ];
}

/** Builds sources from records, as if read from files. Values must be valid. */
export function sourcesOf(records: readonly FileRecord[], surroundings: RecordSurroundings): RecordSources {
  const read = records.map((record) => ({ ...record, file: fileOfRecord(record), lineOf: () => null }));
  const ofType = <Sources>(wanted: RecordType) =>
    read.filter(({ type }) => type === wanted) as unknown as Sources;
  const single = <Source>(wanted: SingleType): Source => {
    const record = read.find(({ type }) => type === wanted);
    if (record === undefined) throw new Error(`The shop has no record of ${wanted}`);
    const value = isListType(wanted) ? record.value[wanted] : record.value;
    return { ...record, value } as unknown as Source;
  };
  const kinds: readonly string[] = productKinds;
  const products = read.filter(({ type }) => kinds.includes(type));
  return {
    ...surroundings,
    products: products.map(({ type, ...record }) => ({ ...record, kind: type }) as unknown as SourceProduct),
    bundles: ofType('bundle'),
    masters: ofType('master'),
    categories: single('categories'),
    announcement: single('announcement'),
    advantages: single('advantages'),
    conversations: single('conversations'),
    newsletter_widget: single('newsletter_widget'),
    shop: single('shop'),
    popups: ofType('popup'),
    campaigns: ofType('campaign'),
    giveaways: ofType('giveaway'),
    posts: ofType('post'),
    legal: ofType('legal'),
  };
}

/** Returns whether an offer or text is hidden; products have their own flag in their table. */
export function isRecordHidden({ type, is_on_sale }: Pick<StoredRecord, 'type' | 'is_on_sale'>): boolean {
  return !is_on_sale && canBeHidden(type);
}

/**
 * Reads the other content that records depend on: from the last load, plus uploaded pictures and those back office
 * coupons that have exactly one code, as campaigns need.
 */
export async function readSurroundings(
  db: Pick<Transaction<Database>, 'selectFrom'>,
): Promise<RecordSurroundings> {
  const row = await db
    .selectFrom('contents')
    .select('value')
    .where('key', '=', 'catalogue_files')
    .executeTakeFirstOrThrow();
  const {
    pictures,
    outlines = {},
    coupons = [],
    ...others
  } = row.value as Partial<RecordSurroundings> as RecordSurroundings;
  const uploaded = await db.selectFrom('pictures').select('name').orderBy('uploaded_at', 'desc').execute();
  const names = uploaded.map(({ name }) => name);
  return {
    ...others,
    outlines,
    pictures: [...new Set([...names, ...pictures])],
    coupons: [...coupons, ...(await readMadeCoupons(db))],
  };
}

async function readMadeCoupons(
  db: Pick<Transaction<Database>, 'selectFrom'>,
): Promise<RecordSurroundings['coupons']> {
  const rows = await db
    .selectFrom('promotions')
    .innerJoin('coupon_codes', 'coupon_codes.promotion_id', 'promotions.id')
    .select(['campaign', 'is_public', 'is_first_purchase_only as first_purchase_only'])
    .select(({ fn }) => fn.min('code').as('code'))
    .where('is_content', '=', false)
    .groupBy('promotions.id')
    .having(({ fn }) => fn.countAll(), '=', 1)
    .orderBy('code')
    .execute();
  return rows.map(({ code, ...coupon }) => ({ ...coupon, codes: [code], title: null }));
}
