import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Cart, RequestedLine } from '#core/model/cart.ts';
import type { Locale } from '#core/model/values.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
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
  type CartUpdate,
  foldLines,
  insertCart,
  type NamedLine,
  nextLines,
  placeLines,
  placeSeenLines,
  type StoredLine,
  validateLines,
  withoutFreeUnit,
} from './cart-lines.ts';
import { type AdmitEmail, changeCart } from './change-cart.ts';
import { countNewEmail } from './count-new-email.ts';
import { type CartRow, findCart, isOwnCart, isUsableCart, lockOwnCart, newCart } from './own-cart.ts';
import { priceStoredCart, readPricedCart } from './priced-cart.ts';
import { type PricingFacts, readNewCart } from './pricing-facts.ts';

type Changing = Pick<CartContext, 'db' | 'clock' | 'ids' | 'catalogue'>;

interface CartChange {
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
  { action, products, referral_code, affiliate_code }: CartChange,
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
  /** The lines after the change of those that the shopper sees. */
  next(seen: readonly RequestedLine[]): readonly RequestedLine[];
  /** Whether the shopper does not see the free unit of a coupon; by default while the coupon does not count. */
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
      return ok(isWithoutFree ? placeSeenLines(lines, next) : placeLines(lines, next));
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

interface GuestCart {
  /** The cart whose lines are replaced; without it a new cart is created. */
  readonly id?: string | undefined;
  readonly products: readonly RequestedLine[];
  readonly email?: string | undefined;
  /**
   * Whether the free unit of a coupon is not among these lines, because the coupon did not count when they were read.
   * Pages of the version before do not say so.
   */
  readonly is_without_free?: boolean | undefined;
}

/**
 * Stores a guest's cart: creates one, or replaces the lines of the cart with this `id` and keeps its code
 * (docs/behaviour/carts.md#storing-a-guest-cart). When a limit is exceeded, `error` says why, an existing cart stays
 * unchanged and a new one is not created. 404 for an id that is unknown or belongs to a user; `TOO_MANY_ATTEMPTS` when
 * the network has created too many, or given them too many e-mails.
 */
export async function storeGuestCart(
  context: Changing,
  { id, products, email, is_without_free }: GuestCart,
  { locale, address }: Pick<Caller, 'locale' | 'address'>,
): Promise<Result<Cart, DomainFailure>> {
  const wanted = foldLines(products);
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
  const lines: readonly StoredLine[] = placeLines([], next);
  await repeatAborted(() => insertCart(context.db, row, lines));
  return ok(priceStoredCart({ ...stored, now }, lines).cart);
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
