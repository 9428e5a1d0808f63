import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import { apiFailure } from '#server/api-failure.ts';
import type { HostContext } from '#server/server-context.ts';
import { takeAttempt } from './attempts.ts';

interface AccountQuestion {
  readonly email: string;
  /** Keeps the e-mail on the guest's cart. */
  readonly save: boolean;
  /** `bundle_cart_unique_id` of a cart that is not empty. */
  readonly id: string;
}

/**
 * Whether an e-mail has an account, so that checkout can ask for the password at once (decisions §5). It discloses
 * something, so it wants a cart with something in it and is limited by cart, e-mail and address.
 */
export async function checkAccount(
  context: HostContext,
  { email, save, id }: AccountQuestion,
  address: string,
): Promise<Result<boolean, ApiFailure>> {
  const { db } = context;
  const allowed = await takeAttempt(db, context, [
    { key: ['account-check-address', address], attempts: 120, minutes: 10 },
    { key: ['account-check-cart', id], attempts: 20, minutes: 10 },
    { key: ['account-check-email', email], attempts: 30, minutes: 10 },
  ]);
  if (!allowed.ok) return allowed;
  const cart = await db
    .selectFrom('carts')
    .select([
      'id',
      (where) =>
        where
          .exists(
            where
              .selectFrom('cart_lines')
              .select('product_id')
              .whereRef('cart_lines.cart_id', '=', 'carts.id'),
          )
          .as('is_filled'),
    ])
    .where('public_id', '=', id)
    .where('user_id', 'is', null)
    .executeTakeFirst();
  if (cart === undefined) return err(apiFailure('NOT_FOUND', { pointer: '/id' }));
  if (!cart.is_filled) return err(apiFailure('CART_EMPTY', { pointer: '/id' }));
  if (save) await db.updateTable('carts').set({ email }).where('id', '=', cart.id).execute();
  const account = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  return ok(account !== undefined);
}
