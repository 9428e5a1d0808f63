import type { Transaction } from 'kysely';
import type { ReviewResource } from '#api/reviews.ts';
import type { Locale } from '#core/rules/locale.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import { takeAttempt } from '#server/accounts/attempts.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import { apiFailure } from '#server/api-failure.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { mayWatch } from '#server/learning/may-watch.ts';
import type { HostContext } from '#server/server-context.ts';
import { toReview } from './list-reviews.ts';
import { lockRating, sumUp } from './sum-up-rating.ts';

interface WrittenReview {
  readonly userId: string;
  readonly slug: string;
  readonly stars: number;
  readonly text: string;
  readonly author: string;
  readonly locale: Locale;
}

/**
 * Stores what somebody who has the product thinks of it: courses by owning or subscribing, other things by a paid order
 * (decisions §8: ratings come only from reviews of owners). One review per person and product: a second replaces the
 * first. The product's sums are counted anew in the same transaction, under a lock. Limited by account.
 */
export function writeReview(
  context: HostContext,
  review: WrittenReview,
): Promise<Result<ReviewResource, ApiFailure>> {
  return inTransaction(context.db, async (trx) => {
    const allowed = await takeAttempt(trx, context, [
      { key: ['review', review.userId], attempts: 60, minutes: 60 },
    ]);
    if (!allowed.ok) return allowed;
    const product = await trx
      .selectFrom('products')
      .select(['id', 'kind'])
      .where('slug', '=', review.slug)
      .where('is_active', '=', true)
      .executeTakeFirst();
    if (product === undefined) return err(apiFailure('NOT_FOUND'));
    if (!(await hasProduct(trx, review.userId, product))) return err(apiFailure('FORBIDDEN'));
    await lockRating(trx, product.id);
    const now = new Date(context.clock.now());
    const words = {
      stars: review.stars,
      text: review.text,
      author: review.author === '' ? await firstNameOf(trx, review.userId) : review.author,
      locale: review.locale,
      changed_at: now,
    };
    const row = await trx
      .insertInto('reviews')
      .values({
        id: context.ids.uuid(),
        product_id: product.id,
        user_id: review.userId,
        created_at: now,
        ...words,
      })
      .onConflict((conflict) => conflict.columns(['product_id', 'user_id']).doUpdateSet(words))
      .returningAll()
      .executeTakeFirstOrThrow();
    await sumUp(trx, product.id);
    return ok(toReview(row, review.userId));
  });
}

async function hasProduct(
  trx: Transaction<Database>,
  userId: string,
  product: { readonly id: string; readonly kind: string },
): Promise<boolean> {
  if (product.kind === 'course') return mayWatch(trx, userId, product.id);
  const bought = await trx
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .select('order_lines.id')
    .where('orders.user_id', '=', userId)
    .where('orders.state', '=', 'paid')
    .where('order_lines.product_id', '=', product.id)
    .limit(1)
    .executeTakeFirst();
  return bought !== undefined;
}

async function firstNameOf(trx: Transaction<Database>, userId: string): Promise<string> {
  const user = await trx
    .selectFrom('users')
    .select('firstname')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return user.firstname;
}
