import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { withoutHyphens } from '#core/rules/coupons/discounts.ts';
import { lockCoupons } from '#server/carts/lock-coupons.ts';
import { recordPrices } from '#server/catalogue/price-ledger.ts';
import { loadRecords } from '#server/content/records/load-records.ts';
import { deactivateOffSale } from '#server/content/records/publish-records.ts';
import { lockCatalogue } from '#server/content/records/stored-records.ts';
import type {
  Content,
  ContentCode,
  ContentCoupon,
  DemoLearner,
} from '#server/content/sources/content-shapes.ts';
import type { ContentFault } from '#server/content/sources/read-files.ts';
import { newValues } from '#server/platform/database/new-values.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransactionIf } from '#server/platform/database/transaction.ts';
import { packageVersion } from '#server/platform/files/package-version.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { withoutDemoContent } from './demo-data.ts';
import { loadBundles, loadLessons, loadMasters, loadProducts, removeMasters } from './load-catalogue.ts';
import {
  findChangedVersions,
  loadHelpTopics,
  loadPages,
  loadPosts,
  loadShopFacts,
  markCouponsPublic,
  storeContentValue,
} from './load-texts.ts';

/** Increase when the loader stores different data for the same files. */
const loaderVersion = 15;

interface LoadOptions {
  readonly mode: 'demo' | 'live';
  /** Whether a file overwrites manual changes; by default none does. */
  readonly overwrites?: (file: string) => boolean;
  /** Whether an operator asked for this load, so that it also replaces content of a newer version; default false. */
  readonly isWanted?: boolean;
}

type Loading = Pick<ServerContext, 'db' | 'clock' | 'ids' | 'passwords' | 'actor'>;

/**
 * Updates the database from the content files, in one transaction; idempotent. Products missing from the files go off
 * sale; their rows stay, because orders or users refer to them. Stock, coupon uses, voucher balances, learners' own
 * data and manual changes are kept. Demo content is loaded in demo mode only. Returns false if the same files are
 * loaded already (one query), or files of a newer version, which may run beside this one
 * (docs/behaviour/operations.md#updates). Returns faults, and loads nothing, if a legal text changed without a new
 * version, a drawn giveaway changed its days, or a file contradicts a manual change.
 */
export async function loadContent(
  loading: Loading,
  files: Content,
  { mode, overwrites, isWanted = false }: LoadOptions,
): Promise<Result<boolean, readonly ContentFault[]>> {
  const read = mode === 'demo' ? files : withoutDemoContent(files);
  const checksum = createHash('sha256')
    .update(JSON.stringify([loaderVersion, mode, read]))
    .digest('hex');
  const isLoaded = async (db: ServerContext['db']) => {
    const loaded = await readLoaded(db);
    return loaded.checksum === checksum || (!isWanted && isNewer(loaded.version));
  };
  if (overwrites === undefined && (await isLoaded(loading.db))) return ok(false);
  const work = async (trx: Transaction<Database>): Promise<Result<boolean, readonly ContentFault[]>> => {
    await lockCatalogue(trx);
    if (overwrites === undefined && (await isLoaded(trx))) return ok(false);
    const now = new Date(loading.clock.now());
    const merged = await loadRecords(trx, read, { now, overwrites: overwrites ?? (() => false), loading });
    if (!merged.ok) return merged;
    const content = merged.value;
    const changed = await findChangedVersions(trx, content.legal);
    const faults = [...changed, ...(await findTakenCodes(trx, content))];
    if (faults.length > 0) return err(faults);
    await loadMasters(trx, content.masters);
    await loadProducts(trx, content);
    await deactivateOffSale(trx);
    await loadLessons(trx, content);
    await removeMasters(trx, content.masters);
    await loadBundles(trx, content.bundles);
    await loadPages(trx, content, now);
    await loadHelpTopics(trx, content.legal);
    await loadPosts(trx, content.posts);
    await loadShopFacts(trx, content);
    await loadPromotions(trx, content.coupons);
    await markCouponsPublic(trx, content.marketing.campaigns);
    await recordPrices(trx, now);
    await loadCodes(trx, loading, content.codes, now);
    await loadDemoLearners(trx, loading, content.demo.learners, now);
    await storeContentValue(trx, loadedKeys.checksum, checksum);
    await storeContentValue(trx, loadedKeys.version, packageVersion());
    return ok(true);
  };
  // Some faults are found only after records were written, so a failed load is rolled back.
  return inTransactionIf(loading.db, (loaded) => loaded.ok, work);
}

/** Returns whether the loaded content belongs to a newer version of the shop. */
export async function hasNewerContent({ db }: Pick<ServerContext, 'db'>): Promise<boolean> {
  return isNewer((await readLoaded(db)).version);
}

function isNewer(version: unknown): boolean {
  return typeof version === 'string' && version.localeCompare(packageVersion(), 'en', { numeric: true }) > 0;
}

/** Keys in `contents` for the last load: the checksum of the files and the version of the shop. */
const loadedKeys = { checksum: 'checksum', version: 'content_version' } as const;

/** Reads the last load. Values that an older version did not store are undefined. */
async function readLoaded(
  db: ServerContext['db'],
): Promise<Readonly<Record<keyof typeof loadedKeys, unknown>>> {
  const rows = await db
    .selectFrom('contents')
    .select(['key', 'value'])
    .where('key', 'in', Object.values(loadedKeys))
    .execute();
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  return { checksum: values.get(loadedKeys.checksum), version: values.get(loadedKeys.version) };
}

/**
 * Adds gift and voucher codes that were not bought. Loaded codes keep their balance and owner; a code missing from the
 * files is revoked if it is unused.
 */
async function loadCodes(
  trx: Transaction<Database>,
  { ids }: Pick<ServerContext, 'ids'>,
  codes: readonly ContentCode[],
  now: Date,
): Promise<void> {
  const names = codes.map(({ code }) => code);
  await sql`update gift_codes
    set revoked_at = case when code = any(${names}::text[]) then null else coalesce(revoked_at, ${now}) end
    where is_content and redeemed_at is null and balance_cents = initial_cents`.execute(trx);
  for (const code of codes) {
    const initial_cents = code.kind === 'voucher' ? code.amount_cents : 0;
    const inserted = await trx
      .insertInto('gift_codes')
      .values({
        id: ids.uuid(),
        code: code.code,
        kind: code.kind === 'voucher' ? 'voucher' : 'gift',
        product_id: code.kind === 'voucher' ? null : code.product_id,
        initial_cents,
        balance_cents: initial_cents,
        order_line_id: null,
        redeemed_by: null,
        redeemed_at: null,
        revoked_at: null,
        created_at: now,
        is_content: true,
        // Codes from content files were not paid for.
        is_promotional: code.kind === 'voucher',
        is_demo: code.is_demo,
      })
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted !== undefined && initial_cents > 0) {
      await trx
        .insertInto('voucher_entries')
        .values({
          id: ids.uuid(),
          gift_code_id: inserted.id,
          order_id: null,
          amount_cents: initial_cents,
          cause: 'issued',
          happened_at: now,
        })
        .execute();
    }
  }
}

const day = 24 * 60 * 60 * 1000;

/** Adds demo learners with their courses and progress. Of existing ones, only the e-mail address is confirmed. */
async function loadDemoLearners(
  trx: Transaction<Database>,
  { ids, passwords }: Pick<ServerContext, 'ids' | 'passwords'>,
  learners: readonly DemoLearner[],
  now: Date,
): Promise<void> {
  for (const learner of learners) {
    const id = ids.uuid();
    const isKnown = await trx
      .selectFrom('users')
      .select('id')
      .where('email', '=', learner.email)
      .executeTakeFirst();
    if (isKnown !== undefined) {
      // An earlier version of the shop added them unconfirmed.
      await trx
        .updateTable('users')
        .set({ email_confirmed_at: now })
        .where('id', '=', isKnown.id)
        .where('email_confirmed_at', 'is', null)
        .execute();
      continue;
    }
    await trx
      .insertInto('users')
      .values({
        id,
        email: learner.email,
        password_hash: await passwords.hash(learner.password),
        firstname: learner.firstname,
        lastname: learner.lastname,
        preferred_language: learner.preferred_language,
        email_confirmed_at: now,
        created_at: now,
        is_demo: true,
      })
      .execute();
    for (const course_id of learner.courses) {
      await trx
        .insertInto('entitlements')
        .values({ id: ids.uuid(), user_id: id, course_id, order_id: null, granted_at: now, revoked_at: null })
        .execute();
    }
    for (const { lesson, position_seconds, is_finished, days_ago } of learner.watched) {
      const watched_at = new Date(now.getTime() - days_ago * day);
      await trx
        .insertInto('lesson_progress')
        .values({
          user_id: id,
          lesson_id: lesson,
          position_seconds,
          is_finished,
          watched_at,
        })
        .execute();
    }
  }
}

/**
 * Finds codes in the files that an operator's coupon already uses. Codes that differ only in hyphens are the same
 * (docs/behaviour/coupons.md#code-spelling).
 */
async function findTakenCodes(
  trx: Transaction<Database>,
  { coupons, codes }: Pick<Content, 'coupons' | 'codes'>,
): Promise<readonly ContentFault[]> {
  await lockCoupons(trx);
  const named = [
    ...coupons.flatMap((coupon) =>
      coupon.codes.map((code) => ({ file: 'coupons.yaml', field: 'codes', code })),
    ),
    ...codes.map(({ code }) => ({ file: 'codes.yaml', field: 'code', code })),
  ];
  const plain = named.map(({ code }) => withoutHyphens(code));
  const rows = await trx
    .selectFrom('coupon_codes')
    .innerJoin('promotions', 'promotions.id', 'promotion_id')
    .select('code')
    .where('is_content', '=', false)
    .where(sql<boolean>`replace(code, '-', '') = any(${plain}::text[])`)
    .execute();
  const taken = new Set(rows.map(({ code }) => withoutHyphens(code)));
  return named
    .filter(({ code }) => taken.has(withoutHyphens(code)))
    .map(({ file, field, code }) => ({
      ...{ file, field, line: null },
      problem: `"${code}" is the code of a coupon that was made in the shop`,
      cure: 'choose another code',
    }));
}

/**
 * Adds and updates coupons without changing their uses. Codes missing from the files become invalid; their promotions
 * stay, because orders refer to them. Coupons created by an operator are not changed.
 */
async function loadPromotions(trx: Transaction<Database>, coupons: readonly ContentCoupon[]): Promise<void> {
  const codes = coupons.flatMap((coupon) => coupon.codes.map((code) => ({ code, promotion_id: coupon.id })));
  await sql`delete from coupon_codes using promotions
    where promotions.id = coupon_codes.promotion_id and promotions.is_content
      and coupon_codes.code <> all(${codes.map(({ code }) => code)}::text[])`.execute(trx);
  if (coupons.length === 0) return;
  const promotions = coupons.map(toRow);
  await trx
    .insertInto('promotions')
    .values(promotions)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        ...newValues(promotions, 'id'),
        // `total_limit` must not be lower than `used`.
        total_limit: sql<number | null>`case when excluded.total_limit is null then null
          else greatest(excluded.total_limit, promotions.used) end`,
      }),
    )
    .execute();
  await trx
    .insertInto('coupon_codes')
    .values(codes)
    .onConflict((conflict) =>
      conflict.column('code').doUpdateSet((row) => ({ promotion_id: row.ref('excluded.promotion_id') })),
    )
    .execute();
}

function toRow(coupon: ContentCoupon) {
  return {
    id: coupon.id,
    kind: coupon.kind,
    value: coupon.value,
    valid_from: toDate(coupon.valid_from),
    valid_until: toDate(coupon.valid_until),
    total_limit: coupon.limit_total,
    per_customer_limit: coupon.limit_per_user,
    minimum_subtotal_cents: coupon.minimum_subtotal_cents,
    product_ids: coupon.product_ids === null ? null : [...coupon.product_ids],
    kinds: coupon.kinds === null ? null : [...coupon.kinds],
    campaign: coupon.campaign,
    free_product_id: coupon.product_id,
    is_public: coupon.is_public,
    is_first_purchase_only: coupon.first_purchase_only,
    is_content: true,
  };
}

function toDate(instant: string | null): Date | null {
  return instant === null ? null : new Date(instant);
}
