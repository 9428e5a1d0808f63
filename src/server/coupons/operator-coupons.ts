import { type SqlBool, sql, type Transaction } from 'kysely';
import type { CouponKind } from '#core/model/coupon.ts';
import type { ListedCoupon, OperatorCoupon } from '#core/model/operator-coupon.ts';
import type { ProductKind } from '#core/model/product.ts';
import type { CalendarDay, Locale } from '#core/model/values.ts';
import { addDays, calendarDay, startOfDay } from '#core/rules/basics/calendar.ts';
import { cents } from '#core/rules/basics/money.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { withoutHyphens } from '#core/rules/coupons/discounts.ts';
import { recordPrices } from '#server/catalogue/price-ledger.ts';
import { productText } from '#server/catalogue/product-facts.ts';
import { readHistory, recordChange } from '#server/platform/audit-log.ts';
import type { OperatorCaller } from '#server/platform/caller.ts';
import { conflictFailure } from '#server/platform/change-conflict.ts';
import { allPages } from '#server/platform/database/list-page.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { csvFile, csvLines, type StreamedFile } from '#server/platform/http/csv-file.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

interface WantedCoupons {
  readonly q?: string | undefined;
  readonly kind?: CouponKind | undefined;
  readonly state?: ListedCoupon['state'] | undefined;
  /** The id of the last coupon of the page before. */
  readonly after?: string | undefined;
  /** All when left out. */
  readonly size?: number;
}

/** Selects coupons with their first code and state. */
export function selectCoupons({ db, clock }: Pick<ServerContext, 'db' | 'clock'>) {
  const now = new Date(clock.now());
  return db
    .selectFrom('promotions')
    .leftJoinLateral(
      (join) =>
        join
          .selectFrom('coupon_codes')
          .whereRef('promotion_id', '=', 'promotions.id')
          .select(({ fn }) => [fn.countAll<number>().as('codes'), fn.min('code').as('first_code')])
          .as('held'),
      (join) => join.onTrue(),
    )
    .selectAll('promotions')
    .select([
      sql<number>`held.codes::int`.as('codes'),
      'held.first_code',
      sql<ListedCoupon['state']>`case when held.codes = 0 then 'withdrawn'
        when valid_until <= ${now} then 'ended' when valid_from > ${now} then 'planned'
        when used >= total_limit then 'used_up' else 'running' end`.as('state'),
    ]);
}

type CouponRow = Awaited<ReturnType<ReturnType<typeof selectCoupons>['executeTakeFirstOrThrow']>>;

/**
 * Lists coupons, newest first, those from content files last. A search matches the beginning of a code or a campaign
 * (docs/behaviour/coupons.md#coupons-for-operators).
 */
export async function listCoupons(
  context: Pick<ServerContext, 'db' | 'clock'>,
  { q = '', kind, state, after, size }: WantedCoupons,
) {
  const { db } = context;
  const found = await db
    .selectFrom(selectCoupons(context).as('coupon'))
    .selectAll()
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'running'))
    .$if(q !== '', (query) =>
      query.where(
        sql<SqlBool>`(campaign = ${q.toLowerCase()} or exists (select from coupon_codes where promotion_id = coupon.id
          and starts_with(replace(code, '-', ''), ${withoutHyphens(q.toUpperCase())})))`,
      ),
    )
    .$if(after !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(not is_content, id) < (select not is_content, id from promotions where id = ${after})`,
      ),
    )
    .orderBy('is_content')
    .orderBy('id', 'desc')
    .$if(size !== undefined, (query) => query.limit((size ?? 0) + 1))
    .execute();
  const rows = found.slice(0, size);
  const isMore = size !== undefined && found.length > size;
  return { rows: rows.map(toListed), next: isMore ? (rows.at(-1)?.id ?? null) : null };
}

function toListed(row: CouponRow): ListedCoupon {
  const { id, value, state, codes, first_code, used, total_limit, campaign, is_content } = row;
  return {
    id,
    kind: row.kind as CouponKind,
    ...{ value, state, codes, first_code, used, total_limit, campaign, is_content },
    ...daysOf(row),
  };
}

/** Most codes and orders of a coupon that are shown. */
const shownCodes = 20;
const shownOrders = 20;

/** Discount of an order by the coupon alone, without bundle discounts, in cents. */
const couponPart = sql<number>`(orders.discount_cents - (
  select coalesce(sum((bundle ->> 'amount')::int), 0) from jsonb_array_elements(orders.bundle_discounts) bundle
))::int`;

/** Loads a coupon with its usage; its orders only if the caller may read orders. Null when there is none. */
export async function readCoupon(
  context: Pick<ServerContext, 'db' | 'clock'>,
  id: string,
  { locale, operator: { permissions } }: Pick<OperatorCaller, 'locale' | 'operator'>,
): Promise<OperatorCoupon | null> {
  const { db } = context;
  const row = await selectCoupons(context).where('promotions.id', '=', id).executeTakeFirst();
  if (row === undefined) return null;
  const named = [...(row.product_ids ?? []), ...(row.free_product_id === null ? [] : [row.free_product_id])];
  const paid = db
    .selectFrom('coupon_uses')
    .innerJoin('orders', 'orders.id', 'coupon_uses.order_id')
    .where('coupon_uses.promotion_id', '=', id)
    .where('is_settled', '=', true);
  const [codes, products, usage, orders, history] = await Promise.all([
    db
      .selectFrom('coupon_codes')
      .select('code')
      .where('promotion_id', '=', id)
      .orderBy('code')
      .limit(shownCodes)
      .execute(),
    db
      .selectFrom('products')
      .select(['id', productText('title', locale).as('title')])
      .where('id', 'in', named.length === 0 ? [''] : named)
      .execute(),
    paid
      .select(({ fn }) => [
        fn.countAll<number>().as('orders'),
        sql<number>`coalesce(sum(${couponPart}), 0)`.as('discount'),
        sql<number>`coalesce(sum(total_cents), 0)`.as('total'),
      ])
      .executeTakeFirstOrThrow(),
    paid
      .select(['orders.id', 'orders.code', couponPart.as('discount'), 'total_cents', 'created_at'])
      .orderBy('created_at', 'desc')
      .orderBy('orders.id', 'desc')
      .limit(permissions.includes('orders.read') ? shownOrders : 0)
      .execute(),
    readHistory(db, { type: 'coupons', id }),
  ]);
  const titleOf = (product: string) => ({
    id: product,
    title: products.find((one) => one.id === product)?.title ?? product,
  });
  return {
    ...toListed(row),
    some_codes: codes.map(({ code }) => code),
    free_product: row.free_product_id === null ? null : titleOf(row.free_product_id),
    per_customer_limit: row.per_customer_limit,
    minimum_subtotal: row.minimum_subtotal_cents === null ? null : cents(row.minimum_subtotal_cents),
    products: row.product_ids?.map(titleOf) ?? null,
    kinds: row.kinds as readonly ProductKind[] | null,
    is_first_purchase_only: row.is_first_purchase_only,
    is_public: row.is_public,
    usage: {
      orders: Number(usage.orders),
      discount: cents(Number(usage.discount)),
      total: cents(Number(usage.total)),
    },
    orders: orders.map(({ discount, total_cents, created_at, ...order }) => ({
      ...order,
      discount: cents(discount),
      total: cents(total_cents),
      created_at: created_at.toISOString(),
    })),
    history,
  };
}

/** All codes of a coupon as CSV; `NOT_FOUND` when there is none. */
export async function exportCodes(
  { db }: Pick<ServerContext, 'db'>,
  id: string,
  locale: Locale,
): Promise<Result<StreamedFile, DomainFailure>> {
  const found = await db.selectFrom('promotions').select('id').where('id', '=', id).executeTakeFirst();
  if (found === undefined) return err(domainFailure('NOT_FOUND'));
  const rows = await db
    .selectFrom('coupon_codes')
    .select('code')
    .where('promotion_id', '=', id)
    .orderBy('code')
    .execute();
  // A coupon has at most 10,000 codes.
  const pages = allPages(async () => ({ rows, next: null }));
  return ok(await csvFile('codes.csv', csvLines({ code: ({ code }) => code }, pages, locale), rows.length));
}

interface Validity {
  readonly valid_from: Date | null;
  readonly valid_until: Date | null;
}

/** The first and the last day on which a coupon is valid. */
export function daysOf({ valid_from, valid_until }: Validity) {
  return {
    first_day: valid_from && calendarDay(valid_from.getTime()),
    last_day: valid_until && calendarDay(valid_until.getTime() - 1),
  };
}

interface CouponLimits {
  readonly first_day: CalendarDay | null;
  readonly last_day: CalendarDay | null;
  readonly total_limit: number | null;
  readonly per_customer_limit: number | null;
  readonly minimum_subtotal: number | null;
}

/**
 * Changes days and limits of a coupon. Its discount cannot change, because orders and the price ledger refer to it. An
 * unchanged day keeps its time, so that a coupon that was ended today does not start again. `seen`: the values that the
 * operator saw.
 */
export function changeCoupon(
  context: ServerContext,
  id: string,
  limits: CouponLimits,
  seen?: CouponLimits,
): Promise<Result<null, DomainFailure>> {
  return inTransaction(context.db, async (trx) => {
    const locked = await lockCoupon(trx, id);
    if (!locked.ok) return locked;
    const { value: before } = locked;
    const fault = limitFault(limits, before.used);
    if (fault !== null) return err(fault);
    const days = daysOf(before);
    const { total_limit, per_customer_limit, minimum_subtotal_cents } = before;
    const current = {
      ...days,
      ...{ total_limit, per_customer_limit },
      minimum_subtotal: minimum_subtotal_cents,
    };
    const unseen = conflictFailure<CouponLimits>({ seen, current, wanted: limits });
    if (unseen !== null) return err(unseen);
    const { first_day, last_day, minimum_subtotal, ...counts } = limits;
    const after = {
      ...counts,
      minimum_subtotal_cents: minimum_subtotal,
      valid_from: first_day === days.first_day ? before.valid_from : toTime(first_day, 0),
      valid_until: last_day === days.last_day ? before.valid_until : toTime(last_day, 1),
    };
    await storeChange(trx, context, { id, action: 'coupon.changed', before, after });
    return ok(null);
  });
}

/** Ends a coupon at once; a repeated call changes nothing. */
export function endCoupon(context: ServerContext, id: string): Promise<Result<null, DomainFailure>> {
  const now = new Date(context.clock.now());
  return inTransaction(context.db, async (trx) => {
    const locked = await lockCoupon(trx, id);
    if (!locked.ok) return locked;
    const { value: before } = locked;
    if (before.valid_until !== null && before.valid_until <= now) return ok(null);
    await storeChange(trx, context, { id, action: 'coupon.ended', before, after: { valid_until: now } });
    return ok(null);
  });
}

async function lockCoupon(trx: Transaction<Database>, id: string) {
  const row = await trx
    .selectFrom('promotions')
    .select([
      'valid_from',
      'valid_until',
      'total_limit',
      'per_customer_limit',
      'minimum_subtotal_cents',
      'used',
      'is_public',
      'is_content',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return err(domainFailure('NOT_FOUND'));
  return row.is_content ? err(domainFailure('NOT_POSSIBLE')) : ok(row);
}

type LockedCoupon = Extract<Awaited<ReturnType<typeof lockCoupon>>, { readonly ok: true }>['value'];
type Changed = Partial<
  Pick<
    LockedCoupon,
    'valid_from' | 'valid_until' | 'total_limit' | 'per_customer_limit' | 'minimum_subtotal_cents'
  >
>;

interface CouponChange {
  readonly id: string;
  readonly action: 'coupon.changed' | 'coupon.ended';
  readonly before: LockedCoupon;
  readonly after: Changed;
}

async function storeChange(
  trx: Transaction<Database>,
  context: ServerContext,
  { id, action, before, after }: CouponChange,
): Promise<void> {
  const names = (Object.keys(after) as (keyof Changed)[]).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  );
  if (names.length === 0) return;
  await trx.updateTable('promotions').set(after).where('id', '=', id).execute();
  if (before.is_public) await recordPrices(trx, new Date(context.clock.now()));
  const only = (values: Changed) => Object.fromEntries(names.map((name) => [name, values[name]]));
  await recordChange(trx, context, {
    action,
    record: { type: 'coupons', id },
    before: only(before),
    after: only(after),
  });
}

/** Validates days and limits; null when they are valid. `used`: how often the coupon was used. */
export function limitFault(
  { first_day, last_day, total_limit }: CouponLimits,
  used: number,
): DomainFailure | null {
  if (first_day !== null && last_day !== null && last_day < first_day)
    return domainFailure('INVALID_INPUT', { pointer: '/last_day', reason: 'too_small' });
  if (total_limit !== null && total_limit < used)
    return domainFailure('INVALID_INPUT', { pointer: '/total_limit', reason: 'too_small' });
  return null;
}

function toTime(day: CalendarDay | null, later: 0 | 1): Date | null {
  return day === null ? null : new Date(startOfDay(addDays(day, later)));
}
