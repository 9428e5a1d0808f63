import type { Kysely } from 'kysely';
import type { Cart } from '#core/model/cart.ts';
import type { Locale } from '#core/model/values.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { payingSource } from '#core/rules/carts/cart-pricing.ts';
import type { CartContext } from '#server/carts/cart-context.ts';
import { findCart, isUsableCart } from '#server/carts/cart-rows.ts';
import { exchangeFreeProduct } from '#server/carts/free-product.ts';
import { changeCart } from '#server/carts/update-cart.ts';
import type { Requester } from '#server/platform/caller.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction, repeatAborted } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { countHit } from '#server/platform/rate-limits.ts';
import { findTypedCode, guessLimits, isGiftCodeUsable } from './gift-codes.ts';

interface TypedCode {
  /** `bundle_cart_unique_id` of the cart. */
  readonly id: string;
  readonly code: string;
  readonly campaign: string | null;
}

type Applying = Pick<CartContext, 'db' | 'clock' | 'catalogue'>;

/**
 * Applies a code to a cart: a coupon replaces the cart's coupon, a voucher is stored beside it as a payment method
 * (docs/behaviour/coupons.md#apply-a-code). A refused code (422) leaves the cart unchanged. Gift codes are redeemed,
 * not applied. No use is counted here: it is reserved when the order is paid. A wrong guess is counted on the
 * connection that has read the limits, which limits parallel guesses to the number of database connections.
 */
export async function applyCode(
  context: Applying,
  typed: TypedCode,
  requester: Requester,
): Promise<Result<Cart, DomainFailure>> {
  const applied = await context.db
    .connection()
    .execute((db) => repeatAborted(() => tryCode(db, context, typed, requester)));
  if (applied !== null) return applied;
  return inTransaction(context.db, async (trx) => {
    const row = await findCart(trx, { public_id: typed.id, user: requester.user, for_update: true });
    const locked = row && (await tryCode(trx, context, typed, requester));
    return locked ?? err(domainFailure('NOT_FOUND', { pointer: '/id' }));
  });
}

/** Tries to apply a code. Null when there is no such cart, or when an unlocked cart was changed in parallel. */
async function tryCode(
  db: Kysely<Database>,
  context: Applying,
  { id, code, campaign }: TypedCode,
  { user, locale, address }: Requester,
): Promise<Result<Cart, DomainFailure> | null> {
  const limits = guessLimits(address, user?.id ?? null);
  const found = await findTypedCode(db, context, code, limits);
  const { gift, coupon } = found;
  const free = coupon?.free_product_id ?? null;
  const refused = (failure: DomainFailure['code']) => err(domainFailure(failure, { pointer: '/code' }));
  const applied = await changeCart<DomainFailure>(db, context, isUsableCart(id, user), {
    locale,
    wanted: gift !== null || free === null ? [] : [{ product_id: free }],
    changes: gift === null ? { coupon_code: coupon?.code ?? code, campaign } : { voucher_id: gift.id },
    decide({ facts }, price) {
      if (!found.limits.ok) return found.limits;
      if (gift !== null) {
        if (!isGiftCodeUsable(gift)) return refused('UNKNOWN');
        if (gift.kind === 'gift') return refused('NOT_APPLICABLE');
        const { credit, promotional_credit } = price(facts.lines);
        const source = gift.is_promotional
          ? payingSource(facts.promotional, promotional_credit)
          : payingSource(facts.paid, credit - promotional_credit);
        if (source === null) return refused('NOT_APPLICABLE');
        return source.id === gift.id ? ok(facts.lines) : refused('CREDIT_PAYS_MORE');
      }
      const lines = exchangeFreeProduct(facts.lines, facts.products.get(free ?? ''));
      const { code_error } = price(lines);
      return code_error === null ? ok(lines) : refused(code_error);
    },
  });
  if (applied?.ok === false && applied.error.code === 'UNKNOWN') await countHit(db, context, limits);
  return applied;
}

interface CancelledCode {
  /** `bundle_cart_unique_id` of the cart. */
  readonly id: string;
  readonly only?: 'coupon' | 'voucher' | undefined;
  readonly user: { readonly id: string } | null;
}

/** Removes coupon and voucher from a cart, or only one of them; undefined when the caller may not use it. */
export async function cancelCode(
  context: Applying,
  { id, only, user }: CancelledCode,
  locale: Locale,
): Promise<Cart | undefined> {
  const changes = {
    ...(only === 'voucher' ? {} : { coupon_code: null, campaign: null }),
    ...(only === 'coupon' ? {} : { voucher_id: null }),
  };
  const cancel = (db: Kysely<Database>) =>
    changeCart<never>(db, context, isUsableCart(id, user), {
      locale,
      changes,
      decide: ({ facts }) =>
        ok(only === 'voucher' ? facts.lines : exchangeFreeProduct(facts.lines, undefined)),
    });
  const cancelled =
    (await repeatAborted(() => cancel(context.db))) ??
    (await inTransaction(context.db, async (trx) => {
      const row = await findCart(trx, { public_id: id, user, for_update: true });
      return row === undefined ? null : cancel(trx);
    }));
  return cancelled?.ok ? cancelled.value : undefined;
}
