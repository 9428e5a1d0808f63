import { type Kysely, sql, type Transaction } from 'kysely';
import type * as z from 'zod/mini';
import type { createOrder as createOrderEndpoint, OrderResource } from '#api/orders/order-endpoints.ts';
import type { PostalAddress } from '#core/model/address.ts';
import type { OrderState } from '#core/model/order.ts';
import type { Locale } from '#core/model/values.ts';
import { needsInvoiceAddress } from '#core/rules/accounts/address-needs.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { needsAccount } from '#core/rules/orders/checkout-steps.ts';
import { isDelivered, validateGift } from '#core/rules/orders/delivery.ts';
import { isOpen, unfinishedStates } from '#core/rules/orders/order-states.ts';
import { validatePostalCode } from '#server/accounts/addresses.ts';
import { selectIsReserved } from '#server/accounts/email-change.ts';
import { accountCheckLimits } from '#server/accounts/registration.ts';
import { type CartRow, findCart } from '#server/carts/cart-rows.ts';
import { type PricedStoredCart, readPricedCart } from '#server/carts/priced-cart.ts';
import { deliveryCountries } from '#server/carts/pricing-catalogue.ts';
import type { Caller } from '#server/platform/caller.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { takeHit } from '#server/platform/rate-limits.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { orderToken, readOrder } from './read-order.ts';
import { lockUnfinishedOrder, writeOrder } from './write-order.ts';

type Body = z.output<typeof createOrderEndpoint.body>;

interface CreatedOrder {
  readonly data: OrderResource;
  /** For guests only: the token that proves who the buyer is. */
  readonly meta?: { readonly order_token: string };
}

/**
 * Creates an order for an API call. Because the response reveals to a guest whether the e-mail has an account, every
 * new e-mail of a cart counts against the rate limits of the account check; a repeated call with the same e-mail does
 * not.
 */
export async function placeOrder(
  context: ServerContext,
  caller: Caller,
  body: Body,
): Promise<Result<CreatedOrder, DomainFailure>> {
  if (caller.user === null) {
    const cartId = body.bundle_cart_unique_id;
    const cart = await context.db
      .selectFrom('carts')
      .leftJoin('orders', (join) =>
        join.onRef('orders.cart_id', '=', 'carts.id').on('orders.state', 'in', unfinishedStates),
      )
      .select(['carts.email', 'orders.email as ordered'])
      .where('carts.public_id', '=', cartId)
      .where('carts.user_id', 'is', null)
      .executeTakeFirst();
    const email = body.email ?? cart?.email;
    // The cart's own e-mail was counted when the cart got it.
    const isNew = email !== cart?.ordered && email !== cart?.email;
    if (cart !== undefined && typeof email === 'string' && isNew) {
      const limits = accountCheckLimits({ email, cartId, address: caller.address });
      const allowed = await takeHit(context.db, context, limits);
      if (!allowed.ok) return allowed;
    }
  }
  return createOrder(context, caller, body);
}

/**
 * Prices the cart and creates its order, or updates its open order with the current prices
 * (docs/behaviour/checkout-and-payment.md#create-order-call), so two tabs with one cart get the same order. An order
 * whose payment is in progress is returned unchanged.
 */
export function createOrder(
  context: ServerContext,
  caller: Caller,
  body: Body,
): Promise<Result<CreatedOrder, DomainFailure>> {
  return inTransaction(context.db, async (trx) => {
    const found = await findCart(trx, {
      public_id: body.bundle_cart_unique_id,
      user: caller.user,
      for_update: true,
    });
    if (found === undefined || found.user_id !== (caller.user?.id ?? null))
      return err(domainFailure('NOT_FOUND'));
    const cart = { ...found, email: body.email ?? found.email };
    const open = await lockUnfinishedOrder(trx, cart.id);
    // Not priced, because what the payment has reserved, such as the last piece, may be missing for the cart.
    if (open !== undefined && !isOpen(open.state as OrderState))
      return ok(responseTo(context, caller, await readOrder(trx, open.id)));
    const email = await chooseEmail(trx, context, caller, cart.email);
    if (!email.ok) return email;
    const priced = await priceOrder(trx, context, cart, { locale: caller.locale });
    if (!priced.ok) return priced;
    const kinds = priced.value.lines.map(({ product_data }) => product_data.kind);
    // An account created for this order would prevent the owner from taking the address back.
    if (email.value.isReserved && needsAccount(kinds))
      return err(domainFailure('LOGIN_REQUIRED', { pointer: '/email' }));
    const { address } = email.value;
    const isNewEmail = caller.user === null && found.email !== address;
    if (isNewEmail && open !== undefined) await rememberEmail(trx, cart.id, address);
    const data = await writeOrder(trx, context, {
      cart,
      open,
      priced: priced.value,
      email: address,
      locale: caller.locale,
      template: body.template,
      pdfGiftIds: new Set(body.products.filter((gift) => gift.is_gift_pdf).map((gift) => gift.product_id)),
      referralCode: body.referral_code === undefined ? cart.referral_code : body.referral_code,
      affiliateCode: body.affiliate_code === undefined ? cart.affiliate_code : body.affiliate_code,
    });
    return ok(responseTo(context, caller, data));
  });
}

function responseTo(context: ServerContext, caller: Caller, data: OrderResource): CreatedOrder {
  if (caller.user !== null) return { data };
  return { data, meta: { order_token: orderToken(context, data.id) } };
}

interface OrderEmail {
  readonly address: string;
  /** Another account gave up this address recently and may take it back. */
  readonly isReserved: boolean;
}

/**
 * The e-mail of an order: the account's for a user; a guest's must not belong to an account
 * (docs/behaviour/checkout-and-payment.md#order-e-mail).
 */
async function chooseEmail(
  trx: Transaction<Database>,
  { clock }: Pick<ServerContext, 'clock'>,
  caller: Caller,
  wanted: string | null,
): Promise<Result<OrderEmail, DomainFailure>> {
  if (caller.user !== null) {
    const user = await trx
      .selectFrom('users')
      .select('email')
      .where('id', '=', caller.user.id)
      .executeTakeFirstOrThrow();
    return ok({ address: user.email, isReserved: false });
  }
  if (wanted === null) return err(domainFailure('INVALID_INPUT', { pointer: '/email', reason: 'required' }));
  const use = trx.selectNoFrom(selectAddressUse(wanted, new Date(clock.now())));
  const { has_account, is_reserved } = await use.executeTakeFirstOrThrow();
  if (has_account) return err(domainFailure('LOGIN_REQUIRED', { pointer: '/email' }));
  return ok({ address: wanted, isReserved: is_reserved });
}

/**
 * Selects whether an account has this e-mail, in which case a guest has to log in before ordering, and whether the
 * owner of another account can still take it back.
 */
export function selectAddressUse(email: string, now: Date) {
  const hasAccount = sql<boolean>`exists (select from users where email = ${email})`;
  return [
    hasAccount.as('has_account'),
    selectIsReserved({ email, id: null }, now).as('is_reserved'),
  ] as const;
}

/** Stores the guest's e-mail on the cart, because limits per customer are counted by it. */
async function rememberEmail(trx: Transaction<Database>, cartId: string, email: string): Promise<void> {
  await trx.updateTable('carts').set({ email }).where('id', '=', cartId).execute();
}

interface OrderPlace {
  readonly locale: Locale;
  /** An invoice address from the payment call. */
  readonly billing_address?: PostalAddress | undefined;
}

/**
 * Prices a locked cart and checks that it can be ordered: not empty, every line available and within its limits, an
 * address within the delivery countries if something is shipped (docs/behaviour/carts.md#delivery-countries), and an
 * invoice address if the law requires one (docs/behaviour/checkout-and-payment.md#invoice-address).
 */
export async function priceOrder(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'settings'>,
  cart: CartRow,
  { locale, billing_address }: OrderPlace,
): Promise<Result<PricedStoredCart, DomainFailure>> {
  const priced = await readPricedCart(trx, context, sql`carts.id = ${cart.id}`, {
    locale,
    changes: { email: cart.email ?? undefined },
  });
  if (priced === undefined || priced.lines.length === 0) return err(domainFailure('CART_EMPTY'));
  const problem = priced.lines.find((line) => line.problem !== null)?.problem;
  if (problem) return err(domainFailure(problem));
  const today = calendarDay(context.clock.now());
  for (const { product_data, custom_properties } of priced.lines) {
    const refusal = validateGift(product_data.kind, custom_properties, today);
    if (refusal !== null) return err(domainFailure(refusal));
  }
  if (priced.lines.some((line) => line.product_data.is_shipped)) {
    if (cart.shipping_address === null || priced.country === null)
      return err(domainFailure('ADDRESS_REQUIRED'));
    if (!isDelivered(priced.country, deliveryCountries(context.settings, priced))) {
      return err(domainFailure('COUNTRY_NOT_DELIVERED'));
    }
  }
  const lines = priced.lines.map(({ product_data, unit_price }) => ({ kind: product_data.kind, unit_price }));
  const isNeeded = needsInvoiceAddress({ total: priced.cart.total, lines });
  const addressed = await validateInvoiceAddress(trx, cart, { billing_address, isNeeded });
  return addressed.ok ? ok(priced) : addressed;
}

interface InvoiceAddress extends Pick<OrderPlace, 'billing_address'> {
  readonly isNeeded: boolean;
}

/** An invoice keeps its address for ever, so its postal code is checked before it is written. */
async function validateInvoiceAddress(
  trx: Transaction<Database>,
  cart: CartRow,
  { billing_address, isNeeded }: InvoiceAddress,
): Promise<Result<null, DomainFailure>> {
  if (billing_address !== undefined) return validatePostalCode(billing_address, '/billing_address');
  const address = isNeeded
    ? await findInvoiceAddress(trx, { ...cart, given: [cart.shipping_address] })
    : null;
  return isNeeded && address === null ? err(domainFailure('INVOICE_ADDRESS_REQUIRED')) : ok(null);
}

interface Buyer {
  readonly user_id: string | null;
  /** Not null: the buyer gave name and country instead of an address, so the address book is not used. */
  readonly billing_contact: unknown;
  /** Addresses given with cart or order, in order of preference. */
  readonly given: readonly unknown[];
}

/**
 * The invoice address: one given with the purchase, else the default of the user's address book; null when there is
 * none.
 */
export async function findInvoiceAddress(
  db: Kysely<Database>,
  { user_id, billing_contact, given }: Buyer,
): Promise<PostalAddress | null> {
  const stated = given.find((address) => address !== null && address !== undefined);
  if (stated !== undefined) return stated as PostalAddress;
  if (user_id === null || billing_contact !== null) return null;
  const saved = await db
    .selectFrom('addresses')
    .select('fields')
    .where('user_id', '=', user_id)
    .where((where) =>
      where.or([where('is_default_billing', '=', true), where('is_default_shipping', '=', true)]),
    )
    .orderBy('is_default_billing', 'desc')
    .executeTakeFirst();
  return (saved?.fields as PostalAddress | undefined) ?? null;
}
