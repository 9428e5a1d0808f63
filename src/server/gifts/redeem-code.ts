import type { Transaction } from 'kysely';
import type { RedemptionResource } from '#api/gifts/gift-endpoints.ts';
import type { CalendarDay, Locale } from '#core/model/values.ts';
import { addDays, calendarDay, startOfDay } from '#core/rules/basics/calendar.ts';
import { cents } from '#core/rules/basics/money.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { periodMonths } from '#core/rules/catalogue/price-period.ts';
import { dueDay } from '#core/rules/subscriptions/subscription-terms.ts';
import { isEmailConfirmed } from '#server/accounts/email-confirmation.ts';
import { lockAccount } from '#server/accounts/lock-account.ts';
import { productText } from '#server/catalogue/product-facts.ts';
import { addToCredit, readCredit } from '#server/coupons/credit.ts';
import {
  findGiftCode,
  type GiftCodeRow,
  givenProductId,
  guessLimits,
  isGiftCodeUsable,
} from '#server/coupons/gift-codes.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { checkLimits, countHit } from '#server/platform/rate-limits.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { recordEvent } from '#server/platform/webhooks/record-event.ts';
import { recordSubscriptionStart } from '#server/subscriptions/subscription-rows.ts';

interface Redeeming {
  readonly userId: string;
  readonly code: string;
  /** Client address; wrong guesses are counted by it and by the account. */
  readonly address: string;
  readonly locale: Locale;
}

type Needs = Pick<ServerContext, 'clock' | 'ids'>;
type Redeemed = RedemptionResource['attributes'];

/**
 * Redeems a code for a user (docs/behaviour/gifts.md#what-is-sold-as-a-code): a course, a membership period that does
 * not renew, or voucher money as account credit. The code is locked first, so parallel calls redeem it once; a refused
 * call leaves it unused. A repeated call of the same user gets the same response, because the first may have been lost.
 * Otherwise unknown, used and revoked codes are refused in the same way and count as wrong guesses. The confirmed
 * address is checked after that, so that guesses of unconfirmed accounts count, too. `UNAUTHENTICATED` when the account
 * was deleted since the call began. Must be called inside a transaction.
 */
export async function redeemCode(
  trx: Transaction<Database>,
  context: Needs,
  { userId, code, address, locale }: Redeeming,
): Promise<Result<RedemptionResource, DomainFailure>> {
  const limits = guessLimits(address, userId);
  const allowed = await checkLimits(trx, context, limits);
  if (!allowed.ok) return allowed;
  const gift = await findGiftCode(trx, code, { for_update: true });
  if (gift?.redeemed_by === userId && gift.revoked_at === null) {
    const { product_id: _, ...redeemed } = await readGiven(trx, gift, { userId, locale });
    return ok({ type: 'redemptions', id: gift.id, attributes: { code: gift.code, ...redeemed } });
  }
  if (gift === undefined || !isGiftCodeUsable(gift)) {
    await countHit(trx, context, limits);
    return err(domainFailure('UNKNOWN', { pointer: '/code' }));
  }
  if (!(await lockAccount(trx, userId))) return err(domainFailure('UNAUTHENTICATED'));
  if (!(await isEmailConfirmed(trx, userId))) return err(domainFailure('EMAIL_NOT_CONFIRMED'));
  const given = await give(trx, context, gift, { userId, locale });
  if (!given.ok) return given;
  await trx
    .updateTable('gift_codes')
    .set({ redeemed_by: userId, redeemed_at: new Date(context.clock.now()) })
    .where('id', '=', gift.id)
    .execute();
  const { product_id, ...redeemed } = given.value;
  await recordEvent(trx, context, 'code.redeemed', () => ({
    code_id: gift.id,
    account_id: userId,
    kind: redeemed.kind,
    product_id,
  }));
  return ok({ type: 'redemptions', id: gift.id, attributes: { code: gift.code, ...redeemed } });
}

type Given = Omit<Redeemed, 'code'> & { readonly product_id: string | null };

interface Redeemer {
  readonly userId: string;
  readonly locale: Locale;
}

function givenCredit(credit: number): Given {
  const noProduct = { product_id: null, product_title: null, product_slug: null };
  return { kind: 'voucher', ...noProduct, credit: cents(credit), ends_on: null };
}

/** Loads what a code gave to the user who has redeemed it. */
async function readGiven(
  trx: Transaction<Database>,
  gift: GiftCodeRow,
  { userId, locale }: Redeemer,
): Promise<Given> {
  if (gift.kind === 'voucher') {
    const { paid, promotional } = await readCredit({ db: trx }, userId);
    return givenCredit(paid + promotional);
  }
  const { kind, ...about } = await findGiven(trx, gift, locale);
  const period = await trx
    .selectFrom('subscriptions')
    .select('ends_on')
    .where('gift_code_id', '=', gift.id)
    .executeTakeFirst();
  return { kind: kind === 'course' ? 'course' : 'membership', ...about, ends_on: period?.ends_on ?? null };
}

async function give(
  trx: Transaction<Database>,
  context: Needs,
  gift: GiftCodeRow,
  { userId, locale }: Redeemer,
): Promise<Result<Given, DomainFailure>> {
  if (gift.kind === 'voucher') return ok(givenCredit(await addToCredit(trx, context, gift, userId)));
  const { kind, ...about } = await findGiven(trx, gift, locale);
  if (kind === 'course') {
    const isGranted = await grantGiftedCourse(trx, context, {
      userId,
      courseId: about.product_id,
      giftCodeId: gift.id,
    });
    if (!isGranted) return err(domainFailure('ALREADY_OWNED', { pointer: '/code' }));
    return ok({ kind: 'course', ...about, ends_on: null });
  }
  if (kind !== 'membership')
    throw new Error(`Gift code ${gift.id} names ${about.product_id}, which is no gift`);
  const endsOn = await startRedeemedPeriod(trx, context, {
    userId,
    productId: about.product_id,
    giftCodeId: gift.id,
  });
  if (endsOn === null) return err(domainFailure('ALREADY_OWNED', { pointer: '/code' }));
  return ok({ kind: 'membership', ...about, ends_on: endsOn });
}

/** Loads what a gift code gives: a course or membership, else the product itself. */
async function findGiven(trx: Transaction<Database>, gift: GiftCodeRow, locale: Locale) {
  const product = await trx
    .selectFrom('products')
    .select([
      'products.id as product_id',
      'products.kind',
      'products.slug as product_slug',
      productText('title', locale).as('product_title'),
    ])
    .where('products.id', '=', (inner) =>
      inner.selectFrom('gift_codes').select(givenProductId.as('given')).where('gift_codes.id', '=', gift.id),
    )
    .executeTakeFirstOrThrow();
  return { ...product, credit: null };
}

interface GiftedCourse {
  readonly userId: string;
  readonly courseId: string;
  readonly giftCodeId: string;
}

/** Gives permanent access to a course; false when the user owns it already. */
async function grantGiftedCourse(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  { userId, courseId, giftCodeId }: GiftedCourse,
): Promise<boolean> {
  const granted = await trx
    .insertInto('entitlements')
    .values({
      id: context.ids.uuid(),
      user_id: userId,
      course_id: courseId,
      order_id: null,
      gift_code_id: giftCodeId,
      granted_at: new Date(context.clock.now()),
      revoked_at: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'course_id']).where('revoked_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return granted !== undefined;
}

interface RedeemedPeriod {
  readonly userId: string;
  readonly productId: string;
  readonly giftCodeId: string;
}

/**
 * Starts a membership period from a code; it ends by itself and never renews
 * (docs/behaviour/gifts.md#what-a-code-gives). Returns its last day; null when a subscription of the
 * user already gives access, so that the period would have no use. Must be called under `lockAccount`.
 */
export async function startRedeemedPeriod(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  { userId, productId, giftCodeId }: RedeemedPeriod,
): Promise<CalendarDay | null> {
  const running = await trx
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '!=', 'expired')
    .limit(1)
    .executeTakeFirst();
  if (running !== undefined) return null;
  const now = new Date(context.clock.now());
  const today = calendarDay(now.getTime());
  const due = dueDay(today, periodMonths.membership, 1);
  const end = new Date(startOfDay(due));
  const subscription = {
    id: context.ids.uuid(),
    user_id: userId,
    product_id: productId,
    order_id: null,
    gift_code_id: giftCodeId,
    renews: false,
    code: context.ids.code(10),
    status: 'active',
    anchor_day: Number(today.slice(-2)),
    started_on: today,
    price_cents: 0,
    period_months: periodMonths.membership,
    period_started_at: now,
    period_ends_at: end,
    next_action_at: end,
    ends_on: addDays(due, -1),
    vault_token: null,
    vault_provider: null,
    created_at: now,
  };
  await trx.insertInto('subscriptions').values(subscription).execute();
  await recordSubscriptionStart(trx, context, [subscription], 'buyer');
  return subscription.ends_on;
}
