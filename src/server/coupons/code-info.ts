import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { CodeInfo } from '#core/model/code.ts';
import type { Locale } from '#core/model/values.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { type Coupon, validateCoupon } from '#core/rules/coupons/discounts.ts';
import { selectCoupon, toCoupon } from '#server/carts/pricing-facts.ts';
import { productText } from '#server/catalogue/product-facts.ts';
import type { Requester } from '#server/platform/caller.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { checkLimits, countHit } from '#server/platform/rate-limits.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import {
  findCouponCode,
  findGiftCode,
  type GiftCodeRow,
  giftTheme,
  givenProductId,
  guessLimits,
  isGiftCodeUsable,
} from './gift-codes.ts';

interface Asked {
  readonly code: string;
  /** Whether the recipient of a gift opens it (docs/behaviour/gifts.md#opening-a-gift). */
  readonly opens: boolean;
}

/**
 * Describes what a coupon, gift or voucher code gives, without using it
 * (docs/behaviour/coupons.md#code-info-call). An expired or used-up coupon is refused with its reason. A
 * used or revoked gift or voucher code is refused like an unknown code, and counts as a wrong guess.
 */
export function getCodeInfo(
  context: Pick<ServerContext, 'db' | 'clock'>,
  { code, opens }: Asked,
  requester: Requester,
): Promise<Result<CodeInfo, DomainFailure>> {
  return inTransaction(context.db, async (trx) => {
    const limits = guessLimits(requester.address, requester.user?.id ?? null);
    const allowed = await checkLimits(trx, context, limits);
    if (!allowed.ok) return allowed;
    const gift = await findGiftCode(trx, code);
    if (gift !== undefined && isGiftCodeUsable(gift)) {
      if (opens) await noteOpening(trx, context, gift, requester);
      return ok(await describeGift(trx, gift, requester.locale));
    }
    const customer = sql<null>`null::text`;
    const known = (await findCouponCode(trx, code)) ?? code;
    const row = await selectCoupon(trx, {
      code: known,
      customer,
      user_id: null,
      cart_id: null,
    }).executeTakeFirst();
    const coupon = row === undefined ? null : toCoupon(row);
    if (coupon !== null) return describeCoupon(trx, coupon, context.clock.now(), requester.locale);
    await countHit(trx, context, limits);
    return err(domainFailure('UNKNOWN', { pointer: '/code' }));
  });
}

/** Records the first opening of a gift by somebody else than its buyer. */
async function noteOpening(
  db: Kysely<Database>,
  { clock }: Pick<ServerContext, 'clock'>,
  gift: GiftCodeRow,
  { user }: Requester,
): Promise<void> {
  await db
    .updateTable('gift_codes')
    .set({ opened_at: new Date(clock.now()) })
    .where('id', '=', gift.id)
    .where('opened_at', 'is', null)
    .where('order_line_id', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('order_lines')
            .innerJoin('orders', 'orders.id', 'order_lines.order_id')
            .select('orders.id')
            .whereRef('order_lines.id', '=', 'gift_codes.order_line_id')
            .where('orders.user_id', '=', user?.id ?? null),
        ),
      ),
    )
    .execute();
}

/** Loads names, greeting and theme of a gift; null for a code that nobody has bought. */
async function findGreeting(db: Kysely<Database>, gift: GiftCodeRow): Promise<CodeInfo['gift']> {
  if (gift.order_line_id === null) return null;
  return db
    .selectFrom('gift_codes')
    .innerJoin('order_lines', 'order_lines.id', 'gift_codes.order_line_id')
    .select([
      'recipient_name',
      'sender_name',
      'greeting',
      giftTheme,
      sql<boolean>`gift_codes.opened_at is not null`.as('is_opened'),
    ])
    .where('gift_codes.id', '=', gift.id)
    .executeTakeFirstOrThrow();
}

async function describeGift(db: Kysely<Database>, gift: GiftCodeRow, locale: Locale): Promise<CodeInfo> {
  return {
    code: gift.code,
    kind: gift.kind === 'voucher' ? 'voucher' : 'gift',
    value: gift.kind === 'voucher' ? gift.balance_cents : null,
    ...(await findGift(db, gift, locale)),
    minimum_subtotal: null,
    valid_until: null,
    gift: await findGreeting(db, gift),
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
    ...(await findProduct(db, coupon.free_product_id, locale)),
    minimum_subtotal: coupon.minimum_subtotal,
    valid_until: coupon.valid_until === null ? null : new Date(coupon.valid_until).toISOString(),
    gift: null,
  });
}

/** Loads title and picture of the course that a code gives, else the title of the product sold. */
function findGift(db: Kysely<Database>, gift: GiftCodeRow, locale: Locale) {
  const shown = sql<string>`(select coalesce(course.id, gift_codes.product_id) from gift_codes
    left join products course on course.kind = 'course' and course.id = ${givenProductId}
    where gift_codes.id = ${gift.id})`;
  return describeProduct(db, shown, locale);
}

/** Loads title and picture of a product; for a product that gives a course, those of the course. */
function findProduct(db: Kysely<Database>, productId: string | null, locale: Locale) {
  const shown = sql<string>`(select coalesce(course.id, sold.id) from products sold
    left join products course on course.kind = 'course' and course.id = sold.details -> 'gives' ->> 'product_id'
    where sold.id = ${productId})`;
  return describeProduct(db, shown, locale);
}

async function describeProduct(
  db: Kysely<Database>,
  id: RawBuilder<string>,
  locale: Locale,
): Promise<Pick<CodeInfo, 'product_title' | 'course_picture'>> {
  const product = await db
    .selectFrom('products')
    .select(['kind', 'picture', productText('title', locale).as('title')])
    .where('products.id', '=', id)
    .executeTakeFirst();
  if (product === undefined) return { product_title: null, course_picture: null };
  return { product_title: product.title, course_picture: product.kind === 'course' ? product.picture : null };
}
