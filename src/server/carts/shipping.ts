import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { BillingContact, PostalAddress } from '#core/model/address.ts';
import type { Cart } from '#core/model/cart.ts';
import type { Cents, Locale } from '#core/model/values.ts';
import { defaultDeliveryCountries, isDelivered, shippingCost } from '#core/rules/delivery.ts';
import { noCents } from '#core/rules/money.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import { validatePostalCode } from '#server/accounts/addresses.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { DomainFailure } from '#server/domain-failure.ts';
import { domainFailure } from '#server/domain-failure.ts';
import type { ServerContext } from '#server/server-context.ts';
import type { CartRow } from './own-cart.ts';
import { buyerColumns, findCart, lockOwnCart } from './own-cart.ts';
import { loadPricedCart } from './priced-cart.ts';

type AddressChoice =
  | { readonly address_id: string }
  | (PostalAddress & { readonly id?: string | undefined; readonly email?: string | undefined });

interface Asking {
  readonly user: { readonly id: string } | null;
  readonly locale: Locale;
}

/**
 * Sets a cart's shipping address (docs/behaviour/cart.md#shipping-address-call). A guest names the cart by `id`; a user
 * may name one of the saved addresses instead of an address. 422 `COUNTRY_NOT_DELIVERED` when the cart contains goods
 * and they are not shipped to that country (docs/behaviour/cart.md#delivery-countries).
 */
export function setShippingAddress(
  context: ServerContext,
  choice: AddressChoice,
  { user, locale }: Asking,
): Promise<Result<Cart, DomainFailure>> {
  return inTransaction(context.db, async (trx) => {
    const row = await findRow(trx, context, choice, user);
    if (!row.ok) return row;
    const address = await findAddress(trx, choice, user);
    if (!address.ok) return address;
    const checked = validatePostalCode(address.value);
    if (!checked.ok) return checked;
    const { country } = address.value;
    const countries = await readDeliveryCountries(trx, context.settings);
    if (!isDelivered(country, countries) && (await holdsGoods(trx, row.value.id))) {
      return err(domainFailure('COUNTRY_NOT_DELIVERED', { pointer: '/country' }));
    }
    const buyer = { shipping_address: address.value, billing_contact: null };
    const email = 'email' in choice ? choice.email : undefined;
    return ok(await storeBuyer(trx, context, row.value, { ...buyer, email, locale }));
  });
}

type ContactChoice = BillingContact & {
  readonly id?: string | undefined;
  readonly email?: string | undefined;
};

/**
 * Sets name and country of the buyer in place of an address (docs/behaviour/cart.md#billing-contact-call). 422
 * `ADDRESS_REQUIRED` when the cart contains goods.
 */
export function setBillingContact(
  context: ServerContext,
  choice: ContactChoice,
  { user, locale }: Asking,
): Promise<Result<Cart, DomainFailure>> {
  return inTransaction(context.db, async (trx) => {
    const row = await findRow(trx, context, choice, user);
    if (!row.ok) return row;
    if (await holdsGoods(trx, row.value.id)) return err(domainFailure('ADDRESS_REQUIRED'));
    const { id: _, email, ...contact } = choice;
    const buyer = { shipping_address: null, billing_contact: contact };
    return ok(await storeBuyer(trx, context, row.value, { ...buyer, email, locale }));
  });
}

interface StoredBuyer {
  readonly shipping_address: PostalAddress | null;
  readonly billing_contact: BillingContact | null;
  /** Of a guest; a user's cart has the e-mail of the account. */
  readonly email: string | undefined;
  readonly locale: Locale;
}

async function storeBuyer(
  trx: Transaction<Database>,
  context: ServerContext,
  row: CartRow,
  { shipping_address, billing_contact, locale, ...given }: StoredBuyer,
): Promise<Cart> {
  const email = (row.user_id === null ? given.email : undefined) ?? row.email;
  await trx
    .updateTable('carts')
    .set({
      ...buyerColumns({ shipping_address, billing_contact }),
      updated_at: new Date(context.clock.now()),
      email,
    })
    .where('id', '=', row.id)
    .execute();
  const changed = { ...row, shipping_address, billing_contact, email };
  return (await loadPricedCart(trx, context, changed, { locale })).cart;
}

async function findRow(
  trx: Transaction<Database>,
  context: ServerContext,
  choice: AddressChoice | ContactChoice,
  user: Asking['user'],
): Promise<Result<CartRow, DomainFailure>> {
  const id = 'id' in choice ? choice.id : undefined;
  if (id !== undefined) {
    const row = await findCart(trx, { public_id: id, user, for_update: true });
    return row === undefined ? err(domainFailure('NOT_FOUND', { pointer: '/id' })) : ok(row);
  }
  if (user !== null) return ok(await lockOwnCart(trx, context, user.id));
  return 'address_id' in choice
    ? err(domainFailure('UNAUTHENTICATED'))
    : err(domainFailure('INVALID_INPUT', { pointer: '/id', reason: 'required' }));
}

async function findAddress(
  trx: Transaction<Database>,
  choice: AddressChoice,
  user: Asking['user'],
): Promise<Result<PostalAddress, DomainFailure>> {
  if (!('address_id' in choice)) {
    const { id: _, email: __, ...address } = choice;
    return ok(address);
  }
  const saved = await trx
    .selectFrom('addresses')
    .select('fields')
    .where('id', '=', choice.address_id)
    .where('user_id', '=', user?.id ?? null)
    .executeTakeFirst();
  if (saved === undefined) return err(domainFailure('NOT_FOUND', { pointer: '/address_id' }));
  return ok(saved.fields as PostalAddress);
}

async function holdsGoods(trx: Transaction<Database>, cartId: string): Promise<boolean> {
  const goods = await trx
    .selectFrom('cart_lines')
    .innerJoin('products', 'products.id', 'cart_lines.product_id')
    .select('products.id')
    .where('cart_lines.cart_id', '=', cartId)
    .where((where) =>
      where.or([
        where('products.is_shipped', '=', true),
        where(sql<string>`cart_lines.custom_properties ->> 'delivery'`, '=', 'parcel'),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return goods !== undefined;
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
 * (docs/behaviour/cart.md#shipping-cost-table). Without a cart: the cost of a parcel to the given country.
 */
export async function getShippingCost(
  context: Pick<ServerContext, 'db' | 'clock'>,
  { country, id }: ShippingCostRequest,
  { user, locale }: { readonly user: { readonly id: string } | null; readonly locale: Locale },
): Promise<Result<ShippingCost, DomainFailure>> {
  const row = await findShippingRow(context, id, user);
  if (row === undefined && id !== undefined) return err(domainFailure('NOT_FOUND', { parameter: 'id' }));
  if (row !== undefined) {
    const priced = await loadPricedCart(context.db, context, row, { locale, country });
    return ok({ country: priced.country, shipping_cost: priced.cart.shipping_cost });
  }
  if (user !== null) return ok({ country: country ?? null, shipping_cost: noCents });
  return ok({
    country: country ?? null,
    shipping_cost: country === undefined ? null : shippingCost(country),
  });
}

function findShippingRow(
  { db }: Pick<ServerContext, 'db'>,
  id: string | undefined,
  user: { readonly id: string } | null,
): Promise<CartRow | undefined> {
  if (id !== undefined) return findCart(db, { public_id: id, user });
  if (user === null) return Promise.resolve(undefined);
  return db.selectFrom('carts').selectAll().where('user_id', '=', user.id).executeTakeFirst();
}

/**
 * Countries to which goods are shipped: the operator's setting, else those of `content/shop.yaml`
 * (docs/behaviour/cart.md#delivery-countries).
 */
export async function readDeliveryCountries(
  db: Kysely<Database>,
  { deliveryCountries }: Pick<ServerContext['settings'], 'deliveryCountries'>,
): Promise<readonly string[]> {
  if (deliveryCountries !== null) return deliveryCountries;
  const row = await db.selectFrom('contents').select('value').where('key', '=', 'shop').executeTakeFirst();
  const stored = row?.value as { de?: { delivery_countries?: readonly string[] } } | undefined;
  return stored?.de?.delivery_countries ?? defaultDeliveryCountries;
}
