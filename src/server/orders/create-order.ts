import type { Transaction } from 'kysely';
import type * as z from 'zod/mini';
import type { createOrder as createOrderEndpoint, OrderResource } from '#api/orders.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import { apiFailure } from '#server/api-failure.ts';
import { findCart } from '#server/carts/own-cart.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Caller } from '#server/http/route.ts';
import type { HostContext } from '#server/server-context.ts';
import { orderToken } from './order-token.ts';
import { priceOrder } from './price-order.ts';
import { lockOpenOrder, writeOrder } from './write-order.ts';

type Body = z.output<typeof createOrderEndpoint.body>;

interface CreatedOrder {
  readonly data: OrderResource;
  /** Only for a guest: proves later on to be the buyer. */
  readonly meta?: { readonly order_token: string };
}

/**
 * Prices the cart once more and makes its one open order, or answers the open one with new prices (decisions §4):
 * two tabs that order one cart get the same order. An order that is being paid is answered as it is.
 */
export function createOrder(
  context: HostContext,
  caller: Caller,
  body: Body,
): Promise<Result<CreatedOrder, ApiFailure>> {
  return inTransaction(context.db, async (trx) => {
    const found = await findCart(trx, {
      public_id: body.bundle_cart_unique_id,
      user: caller.user,
      for_update: true,
    });
    if (found === undefined || found.user_id !== (caller.user?.id ?? null))
      return err(apiFailure('NOT_FOUND'));
    const cart = { ...found, email: body.email ?? found.email };
    const [email, priced, open] = await Promise.all([
      chooseEmail(trx, caller, cart.email),
      priceOrder(trx, context, cart, { locale: caller.locale }),
      lockOpenOrder(trx, cart.id),
    ]);
    if (!email.ok) return email;
    if (!priced.ok) return priced;
    const isEmailNew = caller.user === null && found.email !== email.value;
    const written = writeOrder(trx, context, {
      cart,
      open,
      priced: priced.value,
      email: email.value,
      locale: caller.locale,
      template: body.template,
      pdfGiftIds: new Set(body.products.filter((gift) => gift.is_gift_pdf).map((gift) => gift.product_id)),
      referralCode: body.referral_code ?? cart.referral_code,
      affiliateCode: body.affiliate_code ?? cart.affiliate_code,
    });
    const [data] = await Promise.all([written, isEmailNew && rememberEmail(trx, cart.id, email.value)]);
    if (caller.user !== null) return ok({ data });
    return ok({ data, meta: { order_token: orderToken(context.settings.tokenSecret, data.id) } });
  });
}

/** A user orders under the account's e-mail; a guest's must not belong to an account (decisions §4). */
async function chooseEmail(
  trx: Transaction<Database>,
  caller: Caller,
  wanted: string | null,
): Promise<Result<string, ApiFailure>> {
  if (caller.user !== null) {
    const user = await trx
      .selectFrom('users')
      .select('email')
      .where('id', '=', caller.user.id)
      .executeTakeFirstOrThrow();
    return ok(user.email);
  }
  if (wanted === null) return err(apiFailure('INVALID_INPUT', { pointer: '/email', reason: 'required' }));
  if (await hasAccount(trx, wanted)) return err(apiFailure('LOGIN_REQUIRED', { pointer: '/email' }));
  return ok(wanted);
}

/** Whether an account uses this e-mail, so that a guest has to prove to be its owner before ordering. */
export async function hasAccount(trx: Transaction<Database>, email: string): Promise<boolean> {
  const account = await trx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  return account !== undefined;
}

/** Limits per customer count a guest by the e-mail of the cart. */
async function rememberEmail(trx: Transaction<Database>, cartId: string, email: string): Promise<void> {
  await trx.updateTable('carts').set({ email }).where('id', '=', cartId).execute();
}
