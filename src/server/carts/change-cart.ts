import type { Kysely, RawBuilder } from 'kysely';
import type { Cart, RequestedLine } from '#core/model/cart.ts';
import type { Locale } from '#core/model/values.ts';
import { ok, type Result } from '#core/rules/basics/result.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { DomainFailure } from '#server/platform/domain-failure.ts';
import type { CartContext } from './cart-context.ts';
import { type CartChanges, type StoredLine, writeCart } from './cart-lines.ts';
import { priceStoredCart } from './priced-cart.ts';
import { readCart, type StoredCart } from './pricing-facts.ts';

/** Whether a guest's cart may get another e-mail than its own. */
export type AdmitEmail = (
  db: Kysely<Database>,
  email: string,
  cartId: string,
) => Promise<Result<null, DomainFailure>>;

export interface CartChange<Failure> {
  readonly locale: Locale;
  /** Products that the cart may get. */
  readonly wanted?: readonly Pick<RequestedLine, 'product_id'>[];
  /** Columns of the cart's row to set. They hold already in what `decide` gets. */
  readonly changes?: CartChanges;
  /** Asked before anything is told about a new e-mail; without it every one is admitted. */
  readonly admitEmail?: AdmitEmail;
  /**
   * The lines of the changed cart, or why it must not change. Without it the lines stay. `price` prices the changed
   * cart with such lines.
   */
  decide?(
    stored: StoredCart,
    price: (lines: readonly StoredLine[]) => Cart,
  ): Result<readonly StoredLine[], Failure>;
}

/**
 * Reads the cart for which a condition on `carts` is true, decides, and writes it if it is still the one that was read:
 * two statements without a lock (docs/decisions/0071). Returns the cart with its new prices. Null when there is no such
 * cart, or when another change has come between: then it has to be repeated under the lock of the cart's row.
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
