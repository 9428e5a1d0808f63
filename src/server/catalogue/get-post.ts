import { sql } from 'kysely';
import type { Post } from '#api/posts.ts';
import type { HostContext } from '#server/server-context.ts';
import { selectPostCards, toPostCard } from './list-posts.ts';
import { selectProductCards, toProductCard } from './product-cards.ts';

/** A post with its text and the courses that carry its subject on; undefined when there is none of that name. */
export async function getPost({ db }: Pick<HostContext, 'db'>, slug: string): Promise<Post | undefined> {
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
      courses: courses.map(toProductCard),
      seo_markup: { name: row.seo_title, description: row.seo_description, keywords: row.keywords },
    },
  };
}
