import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Cart, RequestedLine } from '#core/model/cart.ts';
import type { Locale } from '#core/model/values.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import {
  type CartUpdate,
  mergeEqualLines,
  type NamedLine,
  nextLines,
  validateLines,
} from '#core/rules/carts/cart-lines.ts';
import { emptyCart } from '#core/rules/carts/empty-cart.ts';
import { accountCheckLimits } from '#server/accounts/registration.ts';
import { limitsOf } from '#server/catalogue/product-facts.ts';
import type { Caller } from '#server/platform/caller.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction, repeatAborted } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { hasActiveSession, isActiveSession, type SessionUser } from '#server/platform/http/access-token.ts';
import { limitOf, takeHit } from '#server/platform/rate-limits.ts';
import type { CartContext } from './cart-context.ts';
import {
  type CartChanges,
  type CartRow,
  findCart,
  insertCart,
  isOwnCart,
  isUsableCart,
  lockOwnCart,
  newCart,
  type StoredLine,
  setLinePositions,
  setSeenLinePositions,
  withoutFreeUnit,
  writeCart,
} from './cart-rows.ts';
import { priceStoredCart, readPricedCart } from './priced-cart.ts';
import { type PricingFacts, readCart, readNewCart, type StoredCart } from './pricing-facts.ts';

type Changing = Pick<CartContext, 'db' | 'clock' | 'ids' | 'catalogue'>;

interface UpdateRequest {
  readonly action: CartUpdate;
  readonly products: readonly NamedLine[];
  readonly referral_code?: string | null | undefined;
  readonly affiliate_code?: string | null | undefined;
}

/**
 * Changes the lines of a user's cart: all products or none. When a limit is exceeded, the cart stays unchanged and
 * `error` says why (docs/behaviour/carts.md#cart-errors). `UNAUTHENTICATED` when the session has ended.
 */
export async function updateCart(
  context: Changing,
  user: SessionUser,
  { action, products, referral_code, affiliate_code }: UpdateRequest,
  locale: Locale,
): Promise<Result<Cart, DomainFailure>> {
  const change: LineChange = {
    wanted: products,
    next: (seen) => nextLines(seen, action, products),
    changes: { referral_code, affiliate_code },
    locale,
  };
  const owned = sql<boolean>`${isOwnCart(user)} and ${isActiveSession(user)}`;
  const changed = await repeatAborted(() => changeLines(context.db, context, owned, change));
  if (changed !== null) return changed;
  return inTransaction(context.db, async (trx) => {
    if (!(await hasActiveSession(trx, user))) return err(domainFailure('UNAUTHENTICATED'));
    const row = await lockOwnCart(trx, context, user.id);
    if (row === undefined) return err(domainFailure('UNAUTHENTICATED'));
    return changeLockedLines(trx, context, row, change);
  });
}

interface LineChange {
  readonly wanted: readonly RequestedLine[];
  /** Returns the changed lines; gets the lines that the shopper sees. */
  next(seen: readonly RequestedLine[]): readonly RequestedLine[];
  /** Whether the free unit of a coupon is hidden from the shopper; by default while the coupon is not valid. */
  readonly is_without_free?: boolean | undefined;
  readonly changes?: CartChanges;
  readonly locale: Locale;
  readonly admitEmail?: AdmitEmail;
}

/**
 * Changes the lines of a cart by `changeCart`. Returns the cart with its new prices, or with the reason why its limits
 * do not allow the lines.
 */
async function changeLines(
  db: Kysely<Database>,
  context: Pick<CartContext, 'clock' | 'catalogue'>,
  condition: RawBuilder<boolean>,
  { next: nextOf, is_without_free, ...change }: LineChange,
): Promise<Result<Cart, DomainFailure> | null> {
  const changed = await changeCart<{ readonly unchanged: Cart }>(db, context, condition, {
    ...change,
    decide(stored, price) {
      const { lines, products } = stored.facts;
      const isWithoutFree =
        is_without_free ?? (lines.some((line) => line.is_from_coupon) && price(lines).code_error !== null);
      const seen = isWithoutFree ? withoutFreeUnit(lines) : lines;
      const next = nextOf(seen);
      const checked = validateChange({ lines: seen, products }, next);
      if (!checked.ok) return err({ unchanged: { ...price(lines), ...checked.error } });
      return ok(isWithoutFree ? setSeenLinePositions(lines, next) : setLinePositions(lines, next));
    },
  });
  if (changed === null || changed.ok) return changed;
  return 'unchanged' in changed.error ? ok(changed.error.unchanged) : err(changed.error);
}

/** Changes the lines of a cart that the transaction has locked, like `changeLines`. */
async function changeLockedLines(
  trx: Transaction<Database>,
  context: Pick<CartContext, 'clock' | 'catalogue'>,
  { id }: CartRow,
  change: LineChange,
): Promise<Result<Cart, DomainFailure>> {
  const changed = await changeLines(trx, context, sql`carts.id = ${id}`, change);
  if (changed === null) throw new Error('A locked cart was changed');
  return changed;
}

type Validated = Pick<PricingFacts, 'lines' | 'products'>;

function validateChange({ lines, products }: Validated, next: readonly RequestedLine[]) {
  return validateLines(lines, next, (id) => limitsOf(products.get(id)));
}

/** Decides whether a guest's cart may get a new e-mail. */
type AdmitEmail = (
  db: Kysely<Database>,
  email: string,
  cartId: string,
) => Promise<Result<null, DomainFailure>>;

export interface CartChange<Failure> {
  readonly locale: Locale;
  /** Products that the cart may get. */
  readonly wanted?: readonly Pick<RequestedLine, 'product_id'>[];
  /** Columns of the cart's row to set; `decide` gets the cart with these values. */
  readonly changes?: CartChanges;
  /** Called before any result reveals something about a new e-mail. Without it every e-mail is allowed. */
  readonly admitEmail?: AdmitEmail;
  /**
   * Returns the lines of the changed cart, or a failure if it must not change. Without it the lines stay. `price`
   * prices the changed cart with given lines.
   */
  decide?(
    stored: StoredCart,
    price: (lines: readonly StoredLine[]) => Cart,
  ): Result<readonly StoredLine[], Failure>;
}

/**
 * Reads the cart that matches a condition on `carts`, decides, and writes it if its version has not changed: two
 * statements without a lock (docs/decisions/0071). Returns the cart with its new prices. Null when there is no such
 * cart, or when it was changed in between: then repeat the call with the cart's row locked.
 */
export async function changeCart<Failure>(
  db: Kysely<Database>,
  { clock, catalogue }: Pick<CartContext, 'clock' | 'catalogue'>,
  condition: RawBuilder<boolean>,
  {
    locale,
    wanted = [],
    changes = {},
    admitEmail,
    decide = ({ facts }) => ok(facts.lines),
  }: CartChange<Failure>,
): Promise<Result<Cart, Failure | DomainFailure> | null> {
  const now = clock.now();
  const stored = await readCart(db, condition, { locale, now, wanted, changes, catalogue });
  if (stored === undefined) return null;
  const { row, facts, new_email } = stored;
  if (new_email !== null && admitEmail !== undefined) {
    const admitted = await admitEmail(db, new_email, row.public_id);
    if (!admitted.ok) return admitted;
  }
  const price = (lines: readonly StoredLine[]) => priceStoredCart({ ...stored, now }, lines).cart;
  const decided = decide(stored, price);
  if (!decided.ok) return decided;
  const cart = { id: row.id, version: row.version, lines: facts.lines };
  const isWritten = await writeCart(db, cart, { lines: decided.value, changes }, new Date(now));
  return isWritten ? ok(price(decided.value)) : null;
}

interface GuestCart {
  /** The cart whose lines are replaced; without it a new cart is created. */
  readonly id?: string | undefined;
  readonly products: readonly RequestedLine[];
  readonly email?: string | undefined;
  /**
   * Whether the free unit of a coupon is missing from these lines, because the coupon was not valid when they were
   * read. Pages of the previous version do not send it.
   */
  readonly is_without_free?: boolean | undefined;
}

/**
 * Stores a guest's cart: creates one, or replaces the lines of the cart with this `id` and keeps its code
 * (docs/behaviour/carts.md#storing-a-guest-cart). When a limit is exceeded, `error` says why, an existing cart stays
 * unchanged and a new one is not created. 404 for an id that is unknown or belongs to a user; `TOO_MANY_ATTEMPTS` when
 * the network has created too many carts or given them too many e-mails.
 */
export async function storeGuestCart(
  context: Changing,
  { id, products, email, is_without_free }: GuestCart,
  { locale, address }: Pick<Caller, 'locale' | 'address'>,
): Promise<Result<Cart, DomainFailure>> {
  const wanted = mergeEqualLines(products);
  if (id === undefined) return createGuestCart(context, wanted, { email, locale, address });
  const change: LineChange = {
    wanted,
    next: () => wanted,
    is_without_free,
    changes: { email },
    locale,
    admitEmail: countNewEmail(context, address),
  };
  const guests = isUsableCart(id, null);
  const changed = await repeatAborted(() => changeLines(context.db, context, guests, change));
  if (changed !== null) return changed;
  return inTransaction(context.db, async (trx) => {
    const row = await findCart(trx, { public_id: id, user: null, for_update: true });
    if (row === undefined) return err(domainFailure('NOT_FOUND', { pointer: '/id' }));
    return changeLockedLines(trx, context, row, change);
  });
}

async function createGuestCart(
  context: Changing,
  next: readonly RequestedLine[],
  { email, locale, address }: Pick<GuestCart, 'email'> & Pick<Caller, 'locale' | 'address'>,
): Promise<Result<Cart, DomainFailure>> {
  const now = context.clock.now();
  const row = { ...newCart(context), email: email ?? null };
  const stored = await readNewCart(context.db, row, {
    locale,
    now,
    wanted: next,
    catalogue: context.catalogue,
  });
  const checked = validateChange(stored.facts, next);
  if (!checked.ok) return ok({ ...emptyCart, ...checked.error });
  const ofEmail = email === undefined ? [] : accountCheckLimits({ email, cartId: row.public_id, address });
  const limits = [limitOf('guest_cart', { network: address }), ...ofEmail];
  const allowed = await takeHit(context.db, context, limits);
  if (!allowed.ok) return allowed;
  const lines: readonly StoredLine[] = setLinePositions([], next);
  await repeatAborted(() => insertCart(context.db, row, lines));
  return ok(priceStoredCart({ ...stored, now }, lines).cart);
}

/**
 * Counts each new e-mail of a guest's cart as an account check, because a first-purchase coupon then reveals whether
 * somebody has bought with that e-mail (docs/behaviour/coupons.md#first-purchase).
 */
export function countNewEmail(context: Pick<CartContext, 'clock'>, address: string): AdmitEmail {
  return (db, email, cartId) => takeHit(db, context, accountCheckLimits({ email, cartId, address }));
}

type Reading = Pick<CartContext, 'db' | 'clock'>;

/** The cart of a logged-in user; an empty one without an id while the user has none. */
export async function getOwnCart(context: Reading, userId: string, locale: Locale): Promise<Cart> {
  const own = await readPricedCart(context.db, context, isOwnCart({ id: userId }), { locale });
  return own?.cart ?? emptyCart;
}

/** The cart with this id; undefined when the caller may not see it. */
export async function getCart(
  context: Reading,
  { public_id, user }: { readonly public_id: string; readonly user: { readonly id: string } | null },
  locale: Locale,
): Promise<Cart | undefined> {
  const found = await readPricedCart(context.db, context, isUsableCart(public_id, user), { locale });
  return found?.cart;
}
