import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { SearchHit } from '#contract/search.ts';
import type { Locale } from '#core/rules/locale.ts';
import type { Database } from '#host/database/schema.ts';
import type { HostContext } from '#host/host-context.ts';
import { lowerSimilarity, toSearchQuery } from '#host/services/catalogue/search-condition.ts';

/** Hits of one kind, and of all together. */
const perKind = 5;
const highest = 24;

/**
 * Products of every kind, masters and posts that fit what is being typed, best first (decisions §9). By full text in the
 * language of the page, posts in German; when nothing is found, by likeness, for typing errors. One letter finds nothing.
 */
export async function searchAll(
  { db }: Pick<HostContext, 'db'>,
  typed: string,
  locale: Locale,
): Promise<SearchHit[]> {
  if ([...typed].length < 2) return [];
  const query = toSearchQuery(typed, locale);
  const german = toSearchQuery(typed, 'de');
  if (query === null || german === null) return [];
  const exact = await run(db, locale, {
    products: [
      sql`products.search_${sql.raw(locale)} @@ ${query}`,
      sql`ts_rank(products.search_${sql.raw(locale)}, ${query})`,
    ],
    masters: [
      sql`masters.search_${sql.raw(locale)} @@ ${query}`,
      sql`ts_rank(masters.search_${sql.raw(locale)}, ${query})`,
    ],
    posts: [sql`posts.search @@ ${german}`, sql`ts_rank(posts.search, ${german})`],
  });
  if (exact.length > 0) return exact;
  const plain = sql`lower(unaccent(${typed}))`;
  const alike = (words: RawBuilder<unknown>): Condition => [
    sql`${plain} <% ${words}`,
    sql`word_similarity(${plain}, ${words})`,
  ];
  return db.transaction().execute(async (trx) => {
    await lowerSimilarity.execute(trx);
    return run(trx, locale, {
      products: alike(sql`products.search_words_${sql.raw(locale)}`),
      masters: alike(sql`masters.search_words`),
      posts: alike(sql`posts.search_words`),
    });
  });
}

/** What has to hold, and how well it does. */
type Condition = readonly [holds: RawBuilder<unknown>, rank: RawBuilder<unknown>];

interface Conditions {
  readonly products: Condition;
  readonly masters: Condition;
  readonly posts: Condition;
}

async function run(
  db: Kysely<Database>,
  locale: Locale,
  { products, masters, posts }: Conditions,
): Promise<SearchHit[]> {
  const { rows } = await sql<SearchHit>`
    select kind, id, slug, title, teaser, picture from (
      select *, row_number() over (partition by kind order by rank desc, position, id) as place from (
        select kind, id, slug, card -> ${sql.lit(locale)} ->> 'title' as title,
          card -> ${sql.lit(locale)} ->> 'subtitle' as teaser, picture, ${products[1]}::real as rank, position
        from products where is_active and ${products[0]}
        union all
        select 'master', slug, slug, firstname || ' ' || lastname,
          texts -> ${sql.lit(locale)} ->> 'profession', picture, ${masters[1]}::real, 0
        from masters where ${masters[0]}
        union all
        select 'post', slug, slug, title, teaser, picture, ${posts[1]}::real * 0.8, 0
        from posts where ${posts[0]}
      ) found
    ) ranked
    where place <= ${perKind}
    order by rank desc, kind, position, id
    limit ${highest}
  `.execute(db);
  return rows;
}
