import { type Kysely, sql } from 'kysely';
import type { OperatorReview } from '#api/operations/correspondence-endpoints.ts';
import { deletedText } from '#core/model/review.ts';
import type { Locale } from '#core/model/values.ts';
import { productText } from '#server/catalogue/product-facts.ts';
import { readHistory } from '#server/platform/audit-log.ts';
import {
  containsPattern,
  type ListPage,
  type ListPageRequest,
  readPage,
} from '#server/platform/database/list-page.ts';
import type { Database } from '#server/platform/database/schema.ts';

interface WantedReviews extends ListPageRequest {
  readonly q?: string | undefined;
  readonly state?: 'unanswered' | 'hidden' | undefined;
  readonly stars?: string | undefined;
  readonly locale: Locale;
}

const newestFirst = { time: 'reviews.created_at', id: 'reviews.id', direction: 'desc' } as const;

/** Lists reviews, hidden ones included, newest first. */
export async function listOperatorReviews(
  db: Kysely<Database>,
  { q = '', state, stars, after, size, locale }: WantedReviews,
): Promise<ListPage<OperatorReview>> {
  const found = selectReviews(db, locale)
    .$if(state === 'unanswered', (query) => query.where('answer', 'is', null).where('hidden_at', 'is', null))
    .$if(state === 'hidden', (query) => query.where('hidden_at', 'is not', null))
    .$if(stars !== undefined, (query) => query.where('stars', '=', Number(stars)))
    .$if(q !== '', (query) =>
      query.where(sql<boolean>`lower(reviews.author || ' ' || reviews.text) like ${containsPattern(q)}`),
    );
  const { rows, next } = await readPage(found, newestFirst, { after, size });
  return { rows: rows.map(({ place: _, ...row }) => toReview(row)), next };
}

function selectReviews(db: Kysely<Database>, locale: Locale) {
  return db
    .selectFrom('reviews')
    .innerJoin('products', 'products.id', 'reviews.product_id')
    .select([
      'reviews.id',
      'stars',
      'author',
      'reviews.text',
      'reviews.locale',
      'answer',
      'reviews.created_at',
      'changed_at',
      'hidden_at',
      'products.slug',
      productText('title', locale).as('product'),
    ])
    .where('reviews.text', '!=', deletedText);
}

type FoundReview = Awaited<ReturnType<ReturnType<typeof selectReviews>['executeTakeFirstOrThrow']>>;

function toReview(
  { locale, created_at, changed_at, hidden_at, ...row }: FoundReview,
  history: OperatorReview['history'] = [],
): OperatorReview {
  return {
    ...row,
    language: locale,
    created_at: created_at.toISOString(),
    changed_at: changed_at.toISOString(),
    hidden_at: hidden_at === null ? null : hidden_at.toISOString(),
    history,
  };
}

/** Returns a review with the actions of operators; null if it does not exist. */
export async function readOperatorReview(
  db: Kysely<Database>,
  id: string,
  locale: Locale,
): Promise<OperatorReview | null> {
  const row = await selectReviews(db, locale).where('reviews.id', '=', id).executeTakeFirst();
  return row === undefined ? null : toReview(row, await readHistory(db, { type: 'reviews', id }));
}
