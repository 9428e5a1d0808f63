import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { RedemptionResource } from '#api/redemption.ts';
import type { Locale } from '#core/rules/locale.ts';
import { cents } from '#core/rules/money.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import { checkAttempts, countFailure } from '#server/accounts/attempts.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import { apiFailure } from '#server/api-failure.ts';
import { productText } from '#server/catalogue/product-facts.ts';
import type { GiftCodeRow } from '#server/coupons/find-gift-code.ts';
import { findGiftCode, isGood } from '#server/coupons/find-gift-code.ts';
import { guessLimits } from '#server/coupons/guess-limits.ts';
import type { Database } from '#server/database/schema.ts';
import type { HostContext } from '#server/server-context.ts';
import { addToCredit } from './add-to-credit.ts';
import { grantGiftedCourse } from './grant-gifted-course.ts';
import { startRedeemedPeriod } from './start-redeemed-period.ts';

interface Redeeming {
  readonly userId: string;
  readonly code: string;
  /** Wrong guesses count by the account and by this address. */
  readonly address: string;
  readonly locale: Locale;
}

type Needs = Pick<HostContext, 'clock' | 'ids'>;
type Redeemed = RedemptionResource['attributes'];

/**
 * Gives a user what a code holds (decisions §5): a course, a membership period that never renews, or a voucher's money as
 * credit. The code is locked first, so it is redeemed once however many try; a refusal leaves it unused. Codes that are
 * unknown, used or taken back are refused alike and count as guesses. To be called inside a transaction.
 */
export async function redeemCode(
  trx: Transaction<Database>,
  context: Needs,
  { userId, code, address, locale }: Redeeming,
): Promise<Result<RedemptionResource, ApiFailure>> {
  const limits = guessLimits(address, userId);
  const allowed = await checkAttempts(trx, context, limits);
  if (!allowed.ok) return allowed;
  const gift = await findGiftCode(trx, code, { for_update: true });
  if (gift === undefined || !isGood(gift)) {
    await countFailure(trx, context, limits);
    return err(apiFailure('UNKNOWN', { pointer: '/code' }));
  }
  const given = await give(trx, context, gift, { userId, locale });
  if (!given.ok) return given;
  await trx
    .updateTable('gift_codes')
    .set({ redeemed_by: userId, redeemed_at: new Date(context.clock.now()) })
    .where('id', '=', gift.id)
    .execute();
  return ok({ type: 'redemptions', id: gift.id, attributes: { code: gift.code, ...given.value } });
}

async function give(
  trx: Transaction<Database>,
  context: Needs,
  gift: GiftCodeRow,
  { userId, locale }: { readonly userId: string; readonly locale: Locale },
): Promise<Result<Omit<Redeemed, 'code'>, ApiFailure>> {
  if (gift.kind === 'voucher') {
    const credit = await addToCredit(trx, context, gift, userId);
    return ok({
      kind: 'voucher',
      product_title: null,
      product_slug: null,
      credit: cents(credit),
      ends_on: null,
    });
  }
  const product = await findGiven(trx, gift, locale);
  const about = { product_title: product.title, product_slug: product.slug, credit: null };
  if (product.kind === 'course') {
    const isGranted = await grantGiftedCourse(trx, context, {
      userId,
      courseId: product.id,
      giftCodeId: gift.id,
    });
    if (!isGranted) return err(apiFailure('ALREADY_OWNED', { pointer: '/code' }));
    return ok({ kind: 'course', ...about, ends_on: null });
  }
  if (product.kind !== 'membership')
    throw new Error(`Gift code ${gift.id} names ${product.id}, which is no gift`);
  const endsOn = await startRedeemedPeriod(trx, context, {
    userId,
    productId: product.id,
    giftCodeId: gift.id,
  });
  if (endsOn === null) return err(apiFailure('ALREADY_OWNED', { pointer: '/code' }));
  return ok({ kind: 'membership', ...about, ends_on: endsOn });
}

/** What a gift code opens: the course or membership that the gift's details name, else the product itself. */
async function findGiven(trx: Transaction<Database>, gift: GiftCodeRow, locale: Locale) {
  return trx
    .selectFrom('products')
    .select(['products.id', 'products.kind', 'products.slug', productText('title', locale).as('title')])
    .where('products.id', '=', (inner) =>
      inner
        .selectFrom('products as sold')
        .select(sql<string>`coalesce(sold.details -> 'gives' ->> 'product_id', sold.id)`.as('given'))
        .where('sold.id', '=', gift.product_id),
    )
    .executeTakeFirstOrThrow();
}
