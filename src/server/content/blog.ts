import { type Kysely, sql } from 'kysely';
import type { Post, PostCard } from '#api/content/content-endpoints.ts';
import { selectProductCards, toProductCard } from '#server/catalogue/product-cards.ts';
import { toSearchQuery } from '#server/catalogue/search-conditions.ts';
import { numberedPage } from '#server/platform/database/list-page.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

interface PostListOptions {
  readonly q: string | undefined;
  readonly number: number;
  readonly size: number;
}

/** Returns one page of posts: newest first, or by rank in a search. */
export async function listPosts(
  { db }: Pick<ServerContext, 'db'>,
  { q, number, size }: PostListOptions,
): Promise<{ readonly items: PostCard[]; readonly total: number }> {
  const typed = q ?? '';
  const query = typed === '' ? null : toSearchQuery(typed, 'de');
  if (typed !== '' && query === null) return { items: [], total: 0 };
  const found = query === null ? null : sql<boolean>`search @@ ${query}`;
  let page = selectPostCards(db).$if(found !== null, (posts) => posts.where(found ?? sql<boolean>`true`));
  if (query !== null) page = page.orderBy(sql`ts_rank(search, ${query})`, 'desc');
  const shown = page.orderBy('published_on', 'desc').orderBy('slug');
  const counted = db
    .selectFrom('posts')
    .$if(found !== null, (posts) => posts.where(found ?? sql<boolean>`true`));
  const { rows, total } = await numberedPage(shown, counted, { number, size });
  return { items: rows.map(toPostCard), total };
}

function selectPostCards(db: Kysely<Database>) {
  return db
    .selectFrom('posts')
    .select([
      'slug',
      'title',
      'teaser',
      'topic',
      'published_on',
      'reading_minutes',
      'picture',
      'picture_alt',
    ]);
}

type PostCardRow = Awaited<ReturnType<ReturnType<typeof selectPostCards>['executeTakeFirstOrThrow']>>;

function toPostCard(row: PostCardRow): PostCard {
  const { slug, title, teaser, topic, published_on, reading_minutes, picture, picture_alt } = row;
  return {
    type: 'posts',
    id: slug,
    attributes: {
      title,
      teaser,
      topic,
      published_on,
      reading_minutes,
      picture,
      picture_alt,
      language: 'de',
    },
  };
}

/** Returns a post with its text and related courses; undefined if the slug is unknown. */
export async function getPost(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  slug: string,
): Promise<Post | undefined> {
  const row = await selectPostCards(db)
    .select(['html', 'keywords', 'product_ids', 'seo_title', 'seo_description'])
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const courses = await selectProductCards(db, 'de')
    .where('products.id', '=', sql<string>`any(${row.product_ids}::text[])`)
    .where('products.is_active', '=', true)
    .orderBy(sql`array_position(${row.product_ids}::text[], products.id)`)
    .execute();
  const card = toPostCard(row);
  return {
    ...card,
    attributes: {
      ...card.attributes,
      html: row.html,
      courses: courses.map((course) => toProductCard(course, clock.now())),
      seo_markup: { name: row.seo_title, description: row.seo_description, keywords: row.keywords },
    },
  };
}
