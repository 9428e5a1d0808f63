import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Cart } from '#core/model/cart.ts';
import type { Locale } from '#core/model/values.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import { addFreeProduct, removeFreeProduct } from '#server/carts/cart-coupon.ts';
import type { CartRow } from '#server/carts/own-cart.ts';
import { findCart } from '#server/carts/own-cart.ts';
import { loadPricedCart } from '#server/carts/priced-cart.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { DomainFailure } from '#server/domain-failure.ts';
import { domainFailure } from '#server/domain-failure.ts';
import { checkLimits, countHit } from '#server/rate-limits.ts';
import type { ServerContext } from '#server/server-context.ts';
import { findGiftCode, guessLimits, isGood } from './gift-codes.ts';

interface TypedCode {
  /** `bundle_cart_unique_id` of the cart. */
  readonly id: string;
  readonly code: string;
  readonly campaign: string | null;
}

interface Asking {
  readonly user: { readonly id: string } | null;
  readonly locale: Locale;
  readonly address: string;
}

type Applying = Pick<ServerContext, 'db' | 'clock'>;

/**
 * Applies a code to a cart: a coupon replaces the cart's coupon, a voucher is stored beside it as a means of payment
 * (docs/behaviour/coupons-and-bundles.md#apply-a-code). A refused code (422) leaves the cart unchanged. Gift codes are
 * redeemed, not applied. No use is counted here: it is reserved when the order is paid. Wrong guesses are counted in
 * the same transaction, which limits parallel guesses to the number of database connections.
 */
export function applyCode(
  context: Applying,
  typed: TypedCode,
  asking: Asking,
): Promise<Result<Cart, DomainFailure>> {
  return inTransaction(context.db, async (trx) => {
    const row = await findCart(trx, { public_id: typed.id, user: asking.user, for_update: true });
    if (row === undefined) return err(domainFailure('NOT_FOUND', { pointer: '/id' }));
    const limits = guessLimits(asking.address, asking.user?.id ?? null);
    const allowed = await checkLimits(trx, context, limits);
    if (!allowed.ok) return allowed;
    const applied = await applyKnownCode(trx, context, row, typed, asking);
    if (!applied.ok && applied.error.code === 'UNKNOWN') await countHit(trx, context, limits);
    return applied;
  });
}

async function applyKnownCode(
  trx: Transaction<Database>,
  context: Applying,
  row: CartRow,
  { code, campaign }: TypedCode,
  { locale }: Asking,
): Promise<Result<Cart, DomainFailure>> {
  const gift = await findGiftCode(trx, code);
  const changes = gift === undefined ? { coupon_code: code, campaign } : { voucher_id: gift.id };
  if (gift !== undefined && !isGood(gift)) return err(domainFailure('UNKNOWN', { pointer: '/code' }));
  if (gift?.kind === 'gift') return err(domainFailure('NOT_APPLICABLE', { pointer: '/code' }));
  await sql`savepoint before_code`.execute(trx);
  if (gift === undefined) {
    await removeFreeProduct(trx, row.id);
    await addFreeProduct(trx, row.id, code);
  }
  const { cart } = await loadPricedCart(trx, context, { ...row, ...changes }, { locale });
  if (gift === undefined && cart.code_error !== null) {
    await sql`rollback to savepoint before_code`.execute(trx);
    return err(domainFailure(cart.code_error, { pointer: '/code' }));
  }
  if (gift !== undefined && cart.credit === 0)
    return err(domainFailure('NOT_APPLICABLE', { pointer: '/code' }));
  await trx
    .updateTable('carts')
    .set({ ...changes, updated_at: new Date(context.clock.now()) })
    .where('id', '=', row.id)
    .execute();
  return ok(cart);
}

interface CancelledCode {
  readonly public_id: string;
  readonly user: { readonly id: string } | null;
}

/**
 * Removes coupon and voucher from a cart; undefined when the caller may not use it. A cart without a code stays
 * unchanged.
 */
export function cancelCode(
  context: Pick<ServerContext, 'db' | 'clock'>,
  { public_id, user }: CancelledCode,
  locale: Locale,
): Promise<Cart | undefined> {
  return inTransaction(context.db, async (trx) => {
    const row = await findCart(trx, { public_id, user, for_update: true });
    if (row === undefined) return undefined;
    await removeFreeProduct(trx, row.id);
    const changed = await trx
      .updateTable('carts')
      .set({ coupon_code: null, campaign: null, voucher_id: null, updated_at: new Date(context.clock.now()) })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return (await loadPricedCart(trx, context, changed, { locale })).cart;
  });
}
