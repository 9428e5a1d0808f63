import type { Kysely, RawBuilder, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Cart, RequestedLine } from '#core/model/cart.ts';
import type { Locale } from '#core/model/values.ts';
import { emptyCart } from '#core/rules/empty-cart.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { SessionUser } from '#server/accounts/access-token.ts';
import { hasActiveSession, isActiveSession } from '#server/accounts/access-token.ts';
import { limitsOf } from '#server/catalogue/product-facts.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction, repeatAborted } from '#server/database/transaction.ts';
import type { DomainFailure } from '#server/domain-failure.ts';
import { domainFailure } from '#server/domain-failure.ts';
import type { ServerContext } from '#server/server-context.ts';
import type { CartChanges, CartUpdate, NamedLine, StoredLine } from './cart-lines.ts';
import {
  foldLines,
  giveawaysOf,
  insertCart,
  nextLines,
  placeLines,
  validateLines,
  writeLines,
} from './cart-lines.ts';
import type { CartRow } from './own-cart.ts';
import { findCart, lockOwnCart, newCart } from './own-cart.ts';
import { loadPricedCart, priceStoredCart } from './priced-cart.ts';
import type { PricingFacts, StoredCart } from './pricing-facts.ts';
import { loadPricingFacts, readStoredCart } from './pricing-facts.ts';

type Changing = Pick<ServerContext, 'db' | 'clock' | 'ids' | 'catalogue'>;

interface CartChange {
  readonly action: CartUpdate;
  readonly products: readonly NamedLine[];
  readonly referral_code?: string | undefined;
  readonly affiliate_code?: string | undefined;
}

/**
 * Changes the lines of a user's cart: all products or none. When a limit is exceeded, the cart stays unchanged and
 * `error` says why (docs/behaviour/cart.md#cart-errors). `UNAUTHENTICATED` when the session has ended.
 */
export async function updateCart(
  context: Changing,
  user: SessionUser,
  { action, products, referral_code, affiliate_code }: CartChange,
  locale: Locale,
): Promise<Result<Cart, DomainFailure>> {
  const change: LineChange = {
    wanted: products,
    next: ({ facts }) => nextLines(facts.lines, action, products),
    changes: { referral_code, affiliate_code },
    locale,
  };
  const owned = sql<boolean>`carts.user_id = ${user.id} and ${isActiveSession(user)}`;
  const changed = await repeatAborted(() => changeLines(context.db, context, owned, change));
  if (changed !== null) return ok(changed);
  return inTransaction(context.db, async (trx) => {
    if (!(await hasActiveSession(trx, user))) return err(domainFailure('UNAUTHENTICATED'));
    const row = await lockOwnCart(trx, context, user.id);
    return ok(await changeLockedLines(trx, context, row, change));
  });
}

interface LineChange {
  readonly wanted: readonly RequestedLine[];
  next(cart: StoredCart): readonly RequestedLine[];
  readonly changes?: CartChanges;
  readonly locale: Locale;
}

/**
 * Reads a cart, decides, and writes it if it is still the one that was read: two statements without a lock. Returns the
 * cart with its new prices, or with the reason why its limits do not allow the lines. Null when there is no such cart,
 * or when another change has come between: then it has to be repeated under the lock of the cart's row.
 */
async function changeLines(
  db: Kysely<Database>,
  { clock, catalogue }: Pick<ServerContext, 'clock' | 'catalogue'>,
  condition: RawBuilder<boolean>,
  { wanted, next: nextOf, changes = {}, locale }: LineChange,
): Promise<Cart | null> {
  const now = clock.now();
  const stored = await readStoredCart(db, catalogue, condition, {
    locale,
    now,
    wanted,
    email: changes.email,
  });
  if (stored === undefined) return null;
  const { row, facts, version } = stored;
  const next = nextOf(stored);
  const checked = validateChange(facts, next);
  if (!checked.ok) return { ...priceStoredCart({ row, facts, now }, facts.lines).cart, ...checked.error };
  const lines = placeLines(facts.lines, next);
  const cart = { id: row.id, version, lines: facts.lines };
  const isWritten = await writeLines(db, cart, lines, new Date(now), changes);
  return isWritten ? priceStoredCart({ row, facts, now }, lines).cart : null;
}

/** Changes the lines of a cart that the transaction has locked, like `changeLines`. */
export async function changeLockedLines(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'catalogue'>,
  { id }: CartRow,
  change: LineChange,
): Promise<Cart> {
  const cart = await changeLines(trx, context, sql`carts.id = ${id}`, change);
  if (cart === null) throw new Error('A locked cart was changed');
  return cart;
}

function validateChange({ lines, products }: PricingFacts, next: readonly RequestedLine[]) {
  return validateLines(lines, next, (id) => limitsOf(products.get(id)));
}

interface GuestCart {
  /** The cart whose lines are replaced; without it a new cart is created. */
  readonly id?: string | undefined;
  readonly products: readonly RequestedLine[];
  readonly email?: string | undefined;
}

/**
 * Stores a guest's cart: creates one, or replaces the lines of the cart with this `id` and keeps its code
 * (docs/behaviour/cart.md#storing-a-guest-cart). When a limit is exceeded, `error` says why, an existing cart stays
 * unchanged and a new one is not created. 404 for an id that is unknown or belongs to a user.
 */
export async function storeGuestCart(
  context: Changing,
  { id, products, email }: GuestCart,
  locale: Locale,
): Promise<Result<Cart, DomainFailure>> {
  const wanted = foldLines(products);
  if (id === undefined) return ok(await createGuestCart(context, wanted, { email, locale }));
  const change: LineChange = {
    wanted,
    next: (cart) => foldLines([...wanted, ...hiddenGiveaways(cart, context.clock.now())]),
    changes: { email },
    locale,
  };
  const guests = sql<boolean>`carts.public_id = ${id} and carts.user_id is null`;
  const changed = await repeatAborted(() => changeLines(context.db, context, guests, change));
  if (changed !== null) return ok(changed);
  return inTransaction(context.db, async (trx) => {
    const row = await findCart(trx, { public_id: id, user: null, for_update: true });
    if (row === undefined) return err(domainFailure('NOT_FOUND', { pointer: '/id' }));
    return ok(await changeLockedLines(trx, context, row, change));
  });
}

async function createGuestCart(
  context: Changing,
  next: readonly RequestedLine[],
  { email, locale }: { readonly email: string | undefined; readonly locale: Locale },
): Promise<Cart> {
  const now = context.clock.now();
  const row = { ...newCart(context), email: email ?? null };
  const facts = await loadPricingFacts(context.db, row, { locale, now, wanted: next });
  const checked = validateChange(facts, next);
  if (!checked.ok) return { ...emptyCart, ...checked.error };
  const lines: readonly StoredLine[] = placeLines([], next);
  await repeatAborted(() => insertCart(context.db, row, lines));
  return priceStoredCart({ row, facts, now }, lines).cart;
}

/**
 * Free units of a coupon that is not valid at the moment. The guest's browser does not show them, so they are kept
 * until the coupon is valid again.
 */
function hiddenGiveaways({ row, facts }: StoredCart, now: number): readonly RequestedLine[] {
  const given = giveawaysOf(facts.lines);
  if (given.length === 0) return [];
  const { cart } = priceStoredCart({ row, facts, now }, facts.lines);
  return given.filter(({ product_id }) => !cart.products.some((line) => line.product_id === product_id));
}

type Reading = Pick<ServerContext, 'db' | 'clock'>;

/** The cart of a logged-in user; an empty one without an id while the user has none. */
export async function getOwnCart(context: Reading, userId: string, locale: Locale): Promise<Cart> {
  const row = await context.db
    .selectFrom('carts')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (row === undefined) return emptyCart;
  return (await loadPricedCart(context.db, context, row, { locale })).cart;
}

/** The cart with this id; undefined when the caller may not see it. */
export async function getCart(
  context: Reading,
  query: { readonly public_id: string; readonly user: { readonly id: string } | null },
  locale: Locale,
): Promise<Cart | undefined> {
  const row = await findCart(context.db, query);
  return row && (await loadPricedCart(context.db, context, row, { locale })).cart;
}
