import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { ContentPost } from '#server/content/content.ts';
import type { Database } from '#server/database/schema.ts';
import { cleanDocument } from './clean-html.ts';

/** Replaces the blog posts; nothing of the shop hangs on them. Title weighs most, then lead and keywords, then the text. */
export async function loadPosts(trx: Transaction<Database>, posts: readonly ContentPost[]): Promise<void> {
  await trx.deleteFrom('posts').execute();
  if (posts.length === 0) return;
  await trx
    .insertInto('posts')
    .values(
      posts.map((post) => {
        const html = cleanDocument(post.html);
        const text = html.replaceAll(/<[^>]+>/g, ' ');
        return {
          slug: post.slug,
          published_on: post.published_on,
          title: post.title,
          teaser: post.lead,
          html,
          topic: post.topic,
          picture: post.picture,
          picture_alt: post.picture_alt,
          reading_minutes: post.reading_minutes,
          keywords: [...post.seo.keywords],
          product_ids: [...post.courses],
          seo_title: post.seo.title,
          seo_description: post.seo.description,
          search: sql<string>`${weighted(post.title, 'A')} || ${weighted([post.lead, ...post.seo.keywords].join(' '), 'B')} || ${weighted(text, 'D')}`,
          search_words: sql<string>`lower(unaccent(${`${post.title} ${post.topic}`}))`,
        };
      }),
    )
    .execute();
}

function weighted(words: string, weight: 'A' | 'B' | 'D') {
  return sql`setweight(to_tsvector('german', unaccent(${words})), ${sql.lit(weight)})`;
}
