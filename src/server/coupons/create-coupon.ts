import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { CouponKind } from '#core/model/coupon.ts';
import type { ProductKind } from '#core/model/product.ts';
import type { Cents } from '#core/model/values.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { withoutHyphens } from '#core/rules/coupons/discounts.ts';
import { lockCoupons } from '#server/carts/lock-coupons.ts';
import { recordPrices } from '#server/catalogue/price-ledger.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

/** A coupon to create. Null: no such limit. Times in milliseconds since the epoch; `valid_until` is excluded. */
export interface NewCoupon {
  /** Chosen by the caller, so that a repeated call creates no second coupon. */
  readonly id?: string | undefined;
  readonly kind: CouponKind;
  /** Whole percent for `percent`, cents for `fixed`, 0 for the other kinds. */
  readonly value: number;
  readonly free_product_id: string | null;
  /** Codes that share the coupon's limits: given ones, or the number of random ones. */
  readonly codes: readonly string[] | { readonly count: number; readonly prefix: string | null };
  readonly valid_from: number | null;
  readonly valid_until: number | null;
  readonly total_limit: number | null;
  readonly per_customer_limit: number | null;
  readonly minimum_subtotal: Cents | null;
  readonly product_ids: readonly string[] | null;
  readonly kinds: readonly ProductKind[] | null;
  readonly campaign: string | null;
  readonly is_first_purchase_only: boolean;
  /** Whether it is advertised publicly: its prices then count as prices of the shop. */
  readonly is_public: boolean;
}

export interface NewCouponFault {
  /** `OTHER_COUPON`: the id belongs to a coupon that was created with other data. */
  readonly code: 'CODE_TAKEN' | 'UNKNOWN_PRODUCT' | 'NOT_FREE' | 'OTHER_COUPON';
  /** The invalid code, product or id. */
  readonly subject: string;
}

/** Length of a random code: 60 random bits. */
const madeLength = 12;
const chunk = 5_000;

/**
 * Creates a coupon with its codes (docs/behaviour/operations.md#create-a-coupon) and returns its id and the codes.
 * Reports all faults at once and then creates nothing. With the id of an earlier call it creates nothing and returns
 * the codes of that call, or `OTHER_COUPON` when that call had other data. Vouchers and fixed-price books cannot be the
 * free product.
 */
export async function createCoupon(
  context: Pick<ServerContext, 'db' | 'ids' | 'clock' | 'actor'>,
  { id = context.ids.uuid(), ...coupon }: NewCoupon,
): Promise<Result<{ readonly id: string; readonly codes: readonly string[] }, readonly NewCouponFault[]>> {
  const codes = codesOf(context, coupon.codes);
  const made_from = createHash('sha256').update(JSON.stringify(coupon)).digest('base64url');
  return inTransaction(context.db, async (trx) => {
    // A repeated call waits for the first.
    await lockCoupons(trx);
    const known = await trx
      .selectFrom('promotions')
      .select('made_from')
      .where('id', '=', id)
      .executeTakeFirst();
    if (known !== undefined)
      return known.made_from === made_from
        ? ok({ id, codes: await codesMade(trx, id) })
        : err([{ code: 'OTHER_COUPON', subject: id }]);
    const faults = [...(await productFaults(trx, coupon)), ...(await codeFaults(trx, codes))];
    if (faults.length > 0) return err(faults);
    await trx
      .insertInto('promotions')
      .values({
        id,
        kind: coupon.kind,
        value: coupon.value,
        valid_from: toDate(coupon.valid_from),
        valid_until: toDate(coupon.valid_until),
        total_limit: coupon.total_limit,
        per_customer_limit: coupon.per_customer_limit,
        minimum_subtotal_cents: coupon.minimum_subtotal,
        product_ids: coupon.product_ids === null ? null : [...coupon.product_ids],
        kinds: coupon.kinds === null ? null : [...coupon.kinds],
        campaign: coupon.campaign,
        free_product_id: coupon.free_product_id,
        is_first_purchase_only: coupon.is_first_purchase_only,
        is_public: coupon.is_public,
        made_from,
      })
      .execute();
    for (let from = 0; from < codes.length; from += chunk) {
      const rows = codes.slice(from, from + chunk).map((code) => ({ code, promotion_id: id }));
      await trx.insertInto('coupon_codes').values(rows).execute();
    }
    if (coupon.is_public) await recordPrices(trx, new Date(context.clock.now()));
    await recordChange(trx, context, {
      action: 'coupon.created',
      record: { type: 'coupons', id },
      after: withoutNothing({
        ...coupon,
        codes: 'count' in coupon.codes ? codes.length : codes,
        valid_from: toDate(coupon.valid_from),
        valid_until: toDate(coupon.valid_until),
      }),
    });
    return ok({ id, codes });
  });
}

async function codesMade(trx: Transaction<Database>, id: string): Promise<readonly string[]> {
  const made = await trx
    .selectFrom('coupon_codes')
    .select('code')
    .where('promotion_id', '=', id)
    .orderBy('code')
    .execute();
  return made.map(({ code }) => code);
}

/** Returns the fields that are neither null nor false. */
function withoutNothing(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== false));
}

function codesOf({ ids }: Pick<ServerContext, 'ids'>, wanted: NewCoupon['codes']): readonly string[] {
  if (!('count' in wanted)) return [...new Map(wanted.map((code) => [withoutHyphens(code), code])).values()];
  const start = wanted.prefix === null ? '' : `${wanted.prefix}-`;
  return Array.from({ length: wanted.count }, () => `${start}${ids.code(madeLength)}`);
}

/** Coupons, vouchers and gifts are typed into the same field, so their codes must differ, also without hyphens. */
async function codeFaults(
  trx: Transaction<Database>,
  codes: readonly string[],
): Promise<readonly NewCouponFault[]> {
  const taken = await trx
    .selectFrom('coupon_codes')
    .select('code')
    .where(sql<boolean>`replace(code, '-', '') = any(${codes.map(withoutHyphens)}::text[])`)
    .union(
      trx
        .selectFrom('gift_codes')
        .select('code')
        .where(sql<boolean>`replace(code, '-', '') = any(${codes.map(withoutHyphens)}::text[])`),
    )
    .orderBy('code')
    .execute();
  return taken.map(({ code }) => ({ code: 'CODE_TAKEN', subject: code }));
}

async function productFaults(
  trx: Transaction<Database>,
  { product_ids, free_product_id }: NewCoupon,
): Promise<readonly NewCouponFault[]> {
  const named = [
    ...new Set([...(product_ids ?? []), ...(free_product_id === null ? [] : [free_product_id])]),
  ];
  if (named.length === 0) return [];
  const found = await trx
    .selectFrom('products')
    .select(['id', 'kind', 'is_fixed_price'])
    .where('id', 'in', named)
    .where('is_active', '=', true)
    .execute();
  const free = found.find((product) => product.id === free_product_id);
  const isNotFree = free !== undefined && (free.is_fixed_price || free.kind === 'voucher');
  return [
    ...named
      .filter((id) => !found.some((product) => product.id === id))
      .map((subject) => ({ code: 'UNKNOWN_PRODUCT', subject }) as const),
    ...(isNotFree ? [{ code: 'NOT_FREE', subject: free.id } as const] : []),
  ];
}

function toDate(milliseconds: number | null): Date | null {
  return milliseconds === null ? null : new Date(milliseconds);
}
