import { type Kysely, sql } from 'kysely';
import type { BillingContact, PostalAddress } from '#core/model/address.ts';
import type { Cart } from '#core/model/cart.ts';
import type { Cents, Locale } from '#core/model/values.ts';
import { noCents } from '#core/rules/basics/money.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { isDelivered, shippingCost } from '#core/rules/orders/delivery.ts';
import { validatePostalCode } from '#server/accounts/addresses.ts';
import type { Requester } from '#server/platform/caller.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction, repeatAborted } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import type { CartContext } from './cart-context.ts';
import { findCart, isOwnCart, isUsableCart, lockOwnCart } from './cart-rows.ts';
import { readPricedCart } from './priced-cart.ts';
import { deliveryCountries } from './pricing-catalogue.ts';
import { savedCountry } from './pricing-facts.ts';
import { type CartChange, changeCart, countNewEmail } from './update-cart.ts';

type AddressChoice =
  | { readonly address_id: string }
  | (PostalAddress & { readonly id?: string | undefined; readonly email?: string | undefined });

/**
 * Sets a cart's shipping address (docs/behaviour/carts.md#shipping-address-call). A guest names the cart by `id`; a
 * user may name one of the saved addresses instead of an address. 422 `COUNTRY_NOT_DELIVERED` when the cart contains
 * goods and they are not shipped to that country (docs/behaviour/carts.md#delivery-countries).
 */
export async function setShippingAddress(
  context: CartContext,
  choice: AddressChoice,
  requester: Requester,
): Promise<Result<Cart, DomainFailure>> {
  const found = await findAddress(context.db, choice, requester.user);
  const address = found.ok ? validatePostalCode(found.value) : found;
  return setBuyer(context, choice, requester, {
    changes: found.ok ? { shipping_address: found.value, billing_contact: null } : {},
    decide({ facts }, price) {
      if (!found.ok) return found;
      if (!address.ok) return address;
      const countries = deliveryCountries(context.settings, facts);
      return !isDelivered(found.value.country, countries) && holdsGoods(price(facts.lines))
        ? err(domainFailure('COUNTRY_NOT_DELIVERED', { pointer: '/country' }))
        : ok(facts.lines);
    },
  });
}

type ContactChoice = BillingContact & {
  readonly id?: string | undefined;
  readonly email?: string | undefined;
};

/**
 * Sets name and country of the buyer in place of an address (docs/behaviour/carts.md#billing-contact-call). 422
 * `ADDRESS_REQUIRED` when the cart contains goods.
 */
export function setBillingContact(
  context: CartContext,
  choice: ContactChoice,
  requester: Requester,
): Promise<Result<Cart, DomainFailure>> {
  const { id: _, email: __, ...contact } = choice;
  return setBuyer(context, choice, requester, {
    changes: { shipping_address: null, billing_contact: contact },
    decide: ({ facts }, price) =>
      holdsGoods(price(facts.lines)) ? err(domainFailure('ADDRESS_REQUIRED')) : ok(facts.lines),
  });
}

/** Changes the cart that a call names, or the user's own one, which is created when missing. */
async function setBuyer(
  context: CartContext,
  choice: AddressChoice | ContactChoice,
  { user, locale, address }: Requester,
  { changes, decide }: Pick<CartChange<DomainFailure>, 'changes' | 'decide'>,
): Promise<Result<Cart, DomainFailure>> {
  const { db } = context;
  const { id, email } = { id: undefined, email: undefined, ...choice };
  if (id === undefined && user === null) {
    return 'address_id' in choice
      ? err(domainFailure('UNAUTHENTICATED'))
      : err(domainFailure('INVALID_INPUT', { pointer: '/id', reason: 'required' }));
  }
  const named = id === undefined ? sql<boolean>`carts.user_id = ${user?.id}` : isUsableCart(id, user);
  const admitEmail = countNewEmail(context, address);
  const change = (on: Kysely<Database>) =>
    changeCart(on, context, named, { locale, changes: { ...changes, email }, admitEmail, decide });
  const changed = await repeatAborted(() => change(db));
  if (changed !== null) return changed;
  return inTransaction(db, async (trx) => {
    if (id !== undefined) await findCart(trx, { public_id: id, user, for_update: true });
    else if (user !== null && (await lockOwnCart(trx, context, user.id)) === undefined)
      return err(domainFailure('UNAUTHENTICATED'));
    return (await change(trx)) ?? err(domainFailure('NOT_FOUND', { pointer: '/id' }));
  });
}

async function findAddress(
  db: Kysely<Database>,
  choice: AddressChoice,
  user: Requester['user'],
): Promise<Result<PostalAddress, DomainFailure>> {
  if (!('address_id' in choice)) {
    const { id: _, email: __, ...address } = choice;
    return ok(address);
  }
  const saved = await db
    .selectFrom('addresses')
    .select('fields')
    .where('id', '=', choice.address_id)
    .where('user_id', '=', user?.id ?? null)
    .executeTakeFirst();
  if (saved === undefined) return err(domainFailure('NOT_FOUND', { pointer: '/address_id' }));
  return ok(saved.fields as PostalAddress);
}

/** Whether the cart contains goods. Like the order, ignores the free product of a code that is not valid. */
function holdsGoods({ products }: Cart): boolean {
  return products.some(({ product_data }) => product_data.is_shipped);
}

interface ShippingCostRequest {
  /** ISO 3166-1 alpha-2; default: the country of the cart's or the user's address. */
  readonly country?: string | undefined;
  /** `bundle_cart_unique_id`; default: the user's own cart. */
  readonly id?: string | undefined;
}

interface ShippingCost {
  readonly country: string | null;
  readonly shipping_cost: Cents | null;
}

/**
 * The shipping cost of the caller's cart in cents: 0 without goods, null while the country is unknown
 * (docs/behaviour/carts.md#shipping-cost-table). A user without a stored cart has an empty one; a guest who names none
 * gets the cost of a parcel to the given country.
 */
export async function getShippingCost(
  context: Pick<CartContext, 'db' | 'clock'>,
  { country, id }: ShippingCostRequest,
  { user, locale }: { readonly user: { readonly id: string } | null; readonly locale: Locale },
): Promise<Result<ShippingCost, DomainFailure>> {
  const named = id !== undefined ? isUsableCart(id, user) : user && isOwnCart(user);
  const priced = named && (await readPricedCart(context.db, context, named, { locale, country }));
  if (priced) return ok({ country: priced.country, shipping_cost: priced.cart.shipping_cost });
  if (id !== undefined) return err(domainFailure('NOT_FOUND', { parameter: 'id' }));
  if (user !== null) {
    if (country !== undefined) return ok({ country, shipping_cost: noCents });
    const saved = savedCountry({ user_id: user.id }).as('saved');
    const found = await context.db.selectNoFrom(saved).executeTakeFirst();
    return ok({ country: found?.saved ?? null, shipping_cost: noCents });
  }
  return ok({
    country: country ?? null,
    shipping_cost: country === undefined ? null : shippingCost(country),
  });
}
