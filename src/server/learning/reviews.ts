import { type Kysely, sql, type Transaction } from 'kysely';
import type { ReviewResource } from '#api/learning/learning-endpoints.ts';
import type { Rating } from '#core/model/product.ts';
import { deletedText, type ReviewSort } from '#core/model/review.ts';
import type { Locale } from '#core/model/values.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { ratingOf, watchedPercent } from '#core/rules/catalogue/rating.ts';
import { isEmailConfirmed } from '#server/accounts/email-confirmation.ts';
import { lockAccount } from '#server/accounts/lock-account.ts';
import { recountRatings } from '#server/catalogue/product-rating.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import { conflictFailure } from '#server/platform/change-conflict.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { mayWatch } from './lesson-access.ts';

interface ReviewPage {
  readonly items: ReviewResource[];
  readonly total: number;
  readonly rating: Rating | null;
  /** Number of reviews with 1, 2, 3, 4 and 5 stars. */
  readonly distribution: number[];
  /** The caller's own review. */
  readonly own: ReviewResource | null;
}

interface ReviewRequest {
  readonly number: number;
  readonly size: number;
  readonly sort: ReviewSort;
  /** The caller; null for a guest. */
  readonly userId: string | null;
}

/**
 * Returns one page of a product's reviews with their answers, its rating, the number of reviews per star and the
 * caller's own review; undefined if the product does not exist.
 */
export async function listReviews(
  { db }: Pick<ServerContext, 'db'>,
  slug: string,
  { number, size, sort, userId }: ReviewRequest,
): Promise<ReviewPage | undefined> {
  const product = await db
    .selectFrom('products')
    .select('id')
    .where('slug', '=', slug)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (product === undefined) return undefined;
  const distribution = await countStars(db, product.id);
  const rows = await db
    .selectFrom('reviews')
    .selectAll()
    .where('product_id', '=', product.id)
    .where('hidden_at', 'is', null)
    .$if(sort !== 'newest', (query) => query.orderBy('stars', sort === 'best' ? 'desc' : 'asc'))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(size)
    .offset((number - 1) * size)
    .execute();
  return {
    items: rows.map((row) => toReview(row, userId)),
    total: distribution.reduce((sum, count) => sum + count, 0),
    rating: await findRating(db, product.id),
    distribution,
    own: userId === null ? null : await findOwn(db, product.id, userId),
  };
}

async function countStars(db: Kysely<Database>, productId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('reviews')
    .select(['stars', (count) => count.fn.countAll<number>().as('count')])
    .where('product_id', '=', productId)
    .where('hidden_at', 'is', null)
    .groupBy('stars')
    .execute();
  return [1, 2, 3, 4, 5].map((stars) => rows.find((row) => row.stars === stars)?.count ?? 0);
}

async function findOwn(
  db: Kysely<Database>,
  productId: string,
  userId: string,
): Promise<ReviewResource | null> {
  const row = await db
    .selectFrom('reviews')
    .selectAll()
    .where('product_id', '=', productId)
    .where('user_id', '=', userId)
    .where('text', '!=', deletedText)
    .executeTakeFirst();
  return row === undefined ? null : toReview(row, userId);
}

interface ReviewRow {
  readonly id: string;
  readonly user_id: string;
  readonly stars: number;
  readonly text: string;
  readonly author: string;
  readonly locale: string;
  readonly created_at: Date;
  readonly answer: string | null;
  readonly answered_at: Date | null;
  readonly watched_percent: number | null;
}

function toReview(row: ReviewRow, userId: string | null): ReviewResource {
  const { id, stars, text, author, locale, created_at, answer, answered_at, watched_percent } = row;
  return {
    type: 'reviews',
    id,
    attributes: {
      stars,
      text,
      author,
      language: locale as Locale,
      created_at: created_at.toISOString(),
      answer:
        answer === null || answered_at === null
          ? null
          : { text: answer, answered_at: answered_at.toISOString() },
      watched_percent,
      is_own: row.user_id === userId,
    },
  };
}

interface WrittenReview {
  readonly userId: string;
  readonly slug: string;
  readonly stars: number;
  readonly text: string;
  readonly author: string;
  readonly locale: Locale;
}

/**
 * Stores a review by a user who has the product and a confirmed e-mail address
 * (docs/behaviour/learning.md#who-may-review). A second review of a product replaces the first, including its watched
 * percentage. Updates the rating in the same transaction, under a lock.
 */
export function writeReview(
  context: ServerContext,
  review: WrittenReview,
): Promise<Result<ReviewResource, DomainFailure>> {
  return inTransaction(context.db, async (trx) => {
    const product = await trx
      .selectFrom('products')
      .select(['id', 'kind'])
      .where('slug', '=', review.slug)
      .where('is_active', '=', true)
      .executeTakeFirst();
    if (product === undefined) return err(domainFailure('NOT_FOUND'));
    if (!(await lockAccount(trx, review.userId))) return err(domainFailure('UNAUTHENTICATED'));
    if (!(await hasProduct(trx, review.userId, product))) return err(domainFailure('FORBIDDEN'));
    if (!(await isEmailConfirmed(trx, review.userId))) return err(domainFailure('EMAIL_NOT_CONFIRMED'));
    await lockRating(trx, product.id);
    const now = new Date(context.clock.now());
    const texts = {
      stars: review.stars,
      text: review.text,
      author: review.author === '' ? await firstNameOf(trx, review.userId) : review.author,
      locale: review.locale,
      watched_percent: await findWatchedPercent(trx, review.userId, product.id),
      changed_at: now,
      // The old answer belongs to the replaced text.
      answer: null,
      answered_at: null,
    };
    const row = await trx
      .insertInto('reviews')
      .values({
        id: context.ids.uuid(),
        product_id: product.id,
        user_id: review.userId,
        created_at: now,
        ...texts,
      })
      .onConflict((conflict) => conflict.columns(['product_id', 'user_id']).doUpdateSet(texts))
      .returningAll()
      .executeTakeFirstOrThrow();
    await recountRatings(trx, [product.id]);
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

/** Returns the percentage of a course's current lessons that the user finished; null for products without lessons. */
async function findWatchedPercent(
  trx: Transaction<Database>,
  userId: string,
  productId: string,
): Promise<number | null> {
  const { lessons, finished } = await trx
    .selectFrom('lessons')
    .leftJoin('lesson_progress', (join) =>
      join.onRef('lesson_id', '=', 'lessons.id').on('user_id', '=', userId).on('is_finished', '=', true),
    )
    .select((all) => [
      all.fn.countAll<number>().as('lessons'),
      all.fn.count<number>('lesson_id').as('finished'),
    ])
    .where('course_id', '=', productId)
    .where('is_active', '=', true)
    .executeTakeFirstOrThrow();
  return watchedPercent(finished, lessons);
}

async function firstNameOf(trx: Transaction<Database>, userId: string): Promise<string> {
  const user = await trx
    .selectFrom('users')
    .select('firstname')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return user.firstname;
}

/**
 * Deletes the user's own review, even if they no longer have the product or it is off sale. Succeeds if there is no
 * review; `NOT_FOUND` if the product never existed. Updates the rating under the same lock as `writeReview`.
 */
export function removeReview(
  context: Pick<ServerContext, 'db'>,
  userId: string,
  slug: string,
): Promise<Result<null, DomainFailure>> {
  return inTransaction(context.db, async (trx) => {
    const product = await trx.selectFrom('products').select('id').where('slug', '=', slug).executeTakeFirst();
    if (product === undefined) return err(domainFailure('NOT_FOUND'));
    await lockRating(trx, product.id);
    const isOwn = sql<boolean>`product_id = ${product.id} and user_id = ${userId}`;
    // Keeps the row of a hidden review; otherwise its author could delete and rewrite it to make it visible again.
    await trx
      .updateTable('reviews')
      .set({ text: deletedText, author: '', answer: null, answered_at: null })
      .where(isOwn)
      .where('hidden_at', 'is not', null)
      .execute();
    const { numDeletedRows } = await trx
      .deleteFrom('reviews')
      .where(isOwn)
      .where('hidden_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) await recountRatings(trx, [product.id]);
    return ok(null);
  });
}

/**
 * Publishes the shop's answer to a review, replaces it, or removes it (null). `seen`: the answer that the operator saw.
 */
export function answerReview(
  context: Pick<ServerContext, 'db' | 'clock' | 'ids' | 'actor'>,
  id: string,
  answer: string | null,
  seen?: string | null,
): Promise<Result<null, DomainFailure>> {
  return inTransaction(context.db, async (trx) => {
    const review = await trx
      .selectFrom('reviews')
      .select('answer')
      .where('id', '=', id)
      .where('text', '!=', deletedText)
      .forUpdate()
      .executeTakeFirst();
    if (review === undefined) return err(domainFailure('NOT_FOUND'));
    const unseen = conflictFailure<string | null>({ seen, current: review.answer, wanted: answer });
    if (unseen !== null) return err(unseen);
    if (review.answer === answer) return ok(null);
    await trx
      .updateTable('reviews')
      .set({ answer, answered_at: answer === null ? null : new Date(context.clock.now()) })
      .where('id', '=', id)
      .execute();
    await recordChange(trx, context, {
      action: 'review.answered',
      record: { type: 'reviews', id },
      // Without the text, which may name the review's author.
      before: { is_answered: review.answer !== null },
      after: { is_answered: answer !== null },
    });
    return ok(null);
  });
}

/**
 * Hides a review from the shop and the rating, or shows it again; its author always sees it. Returns whether the review
 * exists; idempotent.
 */
export function setReviewVisibility(
  context: Pick<ServerContext, 'db' | 'clock' | 'ids' | 'actor'>,
  id: string,
  { is_hidden, reason }: { readonly is_hidden: boolean; readonly reason: string },
): Promise<boolean> {
  return inTransaction(context.db, async (trx) => {
    const found = await trx
      .selectFrom('reviews')
      .select('product_id')
      .where('id', '=', id)
      .where('text', '!=', deletedText)
      .executeTakeFirst();
    if (found === undefined) return false;
    await lockRating(trx, found.product_id);
    const changed = await trx
      .updateTable('reviews')
      .set({ hidden_at: is_hidden ? new Date(context.clock.now()) : null })
      .where('id', '=', id)
      .where('text', '!=', deletedText)
      .where('hidden_at', is_hidden ? 'is' : 'is not', null)
      .returning('id')
      .execute();
    if (changed.length === 0) return true;
    await recountRatings(trx, [found.product_id]);
    await recordChange(trx, context, {
      action: is_hidden ? 'review.hidden' : 'review.shown',
      record: { type: 'reviews', id },
      after: { reason },
    });
    return true;
  });
}

async function findRating(db: Kysely<Database>, productId: string): Promise<Rating | null> {
  const row = await db
    .selectFrom('product_ratings')
    .select(['reviewers', 'stars_total', 'lowest', 'highest'])
    .where('product_id', '=', productId)
    .executeTakeFirst();
  return row === undefined ? null : ratingOf(row);
}

/** Locks the rating of one product, so that concurrent changes of reviews do not lose counts. */
async function lockRating(trx: Transaction<Database>, productId: string): Promise<void> {
  await trx
    .insertInto('product_ratings')
    .values({ product_id: productId, reviewers: 0, stars_total: 0, lowest: 0, highest: 0 })
    .onConflict((conflict) => conflict.column('product_id').doNothing())
    .execute();
  await trx
    .selectFrom('product_ratings')
    .select('product_id')
    .where('product_id', '=', productId)
    .forUpdate()
    .execute();
}
