import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { CodeInfo } from '#core/model/code.ts';
import type { Locale } from '#core/model/values.ts';
import type { Coupon } from '#core/rules/discounts.ts';
import { validateCoupon } from '#core/rules/discounts.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import { selectCoupon, toCoupon } from '#server/carts/cart-coupon.ts';
import { productText } from '#server/catalogue/product-facts.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { DomainFailure } from '#server/domain-failure.ts';
import { domainFailure } from '#server/domain-failure.ts';
import { checkLimits, countHit } from '#server/rate-limits.ts';
import type { ServerContext } from '#server/server-context.ts';
import type { GiftCodeRow } from './gift-codes.ts';
import { findGiftCode, guessLimits, isGood } from './gift-codes.ts';

interface Asking {
  readonly user: { readonly id: string } | null;
  readonly locale: Locale;
  readonly address: string;
}

/**
 * Describes what a coupon, gift or voucher code gives, without using it
 * (docs/behaviour/coupons-and-bundles.md#code-info-call). An expired or used-up coupon is refused with its reason. A
 * used or revoked gift or voucher code is refused like an unknown code, and counts as a wrong guess.
 */
export function getCodeInfo(
  context: Pick<ServerContext, 'db' | 'clock'>,
  code: string,
  asking: Asking,
): Promise<Result<CodeInfo, DomainFailure>> {
  return inTransaction(context.db, async (trx) => {
    const limits = guessLimits(asking.address, asking.user?.id ?? null);
    const allowed = await checkLimits(trx, context, limits);
    if (!allowed.ok) return allowed;
    const gift = await findGiftCode(trx, code);
    if (gift !== undefined && isGood(gift)) return ok(await describeGift(trx, gift, asking.locale));
    const customer = sql<null>`null::text`;
    const row = await selectCoupon(trx, { code, customer, cart_id: null }).executeTakeFirst();
    const coupon = row === undefined ? null : toCoupon(row);
    if (coupon !== null) return describeCoupon(trx, coupon, context.clock.now(), asking.locale);
    await countHit(trx, context, limits);
    return err(domainFailure('UNKNOWN', { pointer: '/code' }));
  });
}

async function describeGift(db: Kysely<Database>, gift: GiftCodeRow, locale: Locale): Promise<CodeInfo> {
  return {
    code: gift.code,
    kind: gift.kind === 'voucher' ? 'voucher' : 'gift',
    value: gift.kind === 'voucher' ? gift.balance_cents : null,
    product_title: await findTitle(db, gift.product_id, locale),
    minimum_subtotal: null,
    valid_until: null,
  };
}

async function describeCoupon(
  db: Kysely<Database>,
  coupon: Coupon,
  now: number,
  locale: Locale,
): Promise<Result<CodeInfo, DomainFailure>> {
  // Without cart lines every valid code is "not applicable"; every other refusal concerns the code itself.
  const checked = validateCoupon(coupon, { now, campaign: coupon.campaign, lines: [] });
  if (!checked.ok && checked.error !== 'NOT_APPLICABLE')
    return err(domainFailure(checked.error, { pointer: '/code' }));
  const hasValue = coupon.kind === 'percent' || coupon.kind === 'fixed';
  return ok({
    code: coupon.code,
    kind: coupon.kind,
    value: hasValue ? coupon.value : null,
    product_title: await findTitle(db, coupon.free_product_id, locale),
    minimum_subtotal: coupon.minimum_subtotal,
    valid_until: coupon.valid_until === null ? null : new Date(coupon.valid_until).toISOString(),
  });
}

async function findTitle(
  db: Kysely<Database>,
  productId: string | null,
  locale: Locale,
): Promise<string | null> {
  if (productId === null) return null;
  const product = await db
    .selectFrom('products')
    .select(productText('title', locale).as('title'))
    .where('id', '=', productId)
    .executeTakeFirst();
  return product?.title ?? null;
}
