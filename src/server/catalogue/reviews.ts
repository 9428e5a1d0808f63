import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { ReviewResource } from '#api/catalogue.ts';
import type { ReviewSort } from '#core/model/review.ts';
import type { Locale } from '#core/model/values.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { DomainFailure } from '#server/domain-failure.ts';
import { domainFailure } from '#server/domain-failure.ts';
import { mayWatch } from '#server/learning/lesson-access.ts';
import { takeHit } from '#server/rate-limits.ts';
import type { ServerContext } from '#server/server-context.ts';

interface ReviewPage {
  readonly items: ReviewResource[];
  readonly total: number;
  readonly rating: ProductRating | null;
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
 * One page of a product's reviews with their answers, its rating, the number of reviews per star and the caller's own
 * review; undefined when the product does not exist.
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
  const rating = await findRating(db, product.id);
  const rows = await db
    .selectFrom('reviews')
    .selectAll()
    .where('product_id', '=', product.id)
    .$if(sort !== 'newest', (query) => query.orderBy('stars', sort === 'best' ? 'desc' : 'asc'))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(size)
    .offset((number - 1) * size)
    .execute();
  return {
    items: rows.map((row) => toReview(row, userId)),
    total: rating?.reviewers ?? 0,
    rating,
    distribution: await countStars(db, product.id),
    own: userId === null ? null : await findOwn(db, product.id, userId),
  };
}

async function countStars(db: Kysely<Database>, productId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('reviews')
    .select(['stars', (count) => count.fn.countAll<number>().as('count')])
    .where('product_id', '=', productId)
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
}

function toReview(row: ReviewRow, userId: string | null): ReviewResource {
  const { id, stars, text, author, locale, created_at, answer, answered_at } = row;
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
 * Stores a review by a user who has the product (docs/behaviour/catalogue-and-content.md#who-may-review). A user's
 * second review of a product replaces the first. The rating is updated in the same transaction, under a lock. Rate
 * limited by account.
 */
export function writeReview(
  context: ServerContext,
  review: WrittenReview,
): Promise<Result<ReviewResource, DomainFailure>> {
  return inTransaction(context.db, async (trx) => {
    const allowed = await takeHit(trx, context, [{ key: ['review', review.userId], hits: 60, minutes: 60 }]);
    if (!allowed.ok) return allowed;
    const product = await trx
      .selectFrom('products')
      .select(['id', 'kind'])
      .where('slug', '=', review.slug)
      .where('is_active', '=', true)
      .executeTakeFirst();
    if (product === undefined) return err(domainFailure('NOT_FOUND'));
    if (!(await hasProduct(trx, review.userId, product))) return err(domainFailure('FORBIDDEN'));
    await lockRating(trx, product.id);
    const now = new Date(context.clock.now());
    const texts = {
      stars: review.stars,
      text: review.text,
      author: review.author === '' ? await firstNameOf(trx, review.userId) : review.author,
      locale: review.locale,
      changed_at: now,
      // It was an answer to another text.
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
    await updateRating(trx, product.id);
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

/**
 * Deletes the user's own review, also of a product that they no longer have or that is no longer sold. Succeeds
 * without a review too; 404 when the product never existed. The rating is updated under the lock that writing takes.
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
    const { numDeletedRows } = await trx
      .deleteFrom('reviews')
      .where('product_id', '=', product.id)
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) await updateRating(trx, product.id);
    return ok(null);
  });
}

/** Publishes the shop's answer to a review, replaces it, or removes it (null); returns whether there is such a review. */
export async function answerReview(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  id: string,
  answer: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reviews')
    .set({ answer, answered_at: answer === null ? null : new Date(clock.now()) })
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Null without reviews. */
interface ProductRating {
  readonly average: number;
  readonly reviewers: number;
  readonly min: number;
  readonly max: number;
}

/** A row of `product_ratings`; all null when a left join finds none. */
interface RatingRow {
  readonly reviewers: number | null;
  readonly stars_total: number | null;
  readonly lowest: number | null;
  readonly highest: number | null;
}

/** The average has one decimal. */
export function toRating({ reviewers, stars_total, lowest, highest }: RatingRow): ProductRating | null {
  if (!reviewers || stars_total === null || lowest === null || highest === null) return null;
  return { average: Math.round((stars_total / reviewers) * 10) / 10, reviewers, min: lowest, max: highest };
}

async function findRating(db: Kysely<Database>, productId: string): Promise<ProductRating | null> {
  const row = await db
    .selectFrom('product_ratings')
    .select(['reviewers', 'stars_total', 'lowest', 'highest'])
    .where('product_id', '=', productId)
    .executeTakeFirst();
  return row === undefined ? null : toRating(row);
}

/** Locks the rating of one product, so that parallel changes of reviews do not lose counts. */
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

/** Recalculates the rating from all reviews of the product. */
async function updateRating(trx: Transaction<Database>, productId: string): Promise<void> {
  await sql`
    update product_ratings set reviewers = sums.reviewers, stars_total = sums.total, lowest = sums.lowest,
      highest = sums.highest
    from (
      select count(*)::int as reviewers, coalesce(sum(stars), 0)::int as total, coalesce(min(stars), 0) as lowest,
        coalesce(max(stars), 0) as highest
      from reviews where product_id = ${productId}
    ) sums
    where product_id = ${productId}
  `.execute(trx);
}
