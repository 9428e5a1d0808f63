import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SearchHit } from '#api/content/content-endpoints.ts';
import type { Locale } from '#core/model/values.ts';
import { suggestQuery } from '#core/rules/catalogue/suggested-query.ts';
import { lowerSimilarity, preferIndexes, toSearchQuery } from '#server/catalogue/search-conditions.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

const maxHitsPerKind = 5;
const maxHits = 24;

interface SearchResult {
  readonly hits: SearchHit[];
  /** Corrected search text; null if the typed text has hits, or no correction was found. */
  readonly suggestion: string | null;
}

const nothing: SearchResult = { hits: [], suggestion: null };

/**
 * Searches all products, masters, posts and help topics; best hit first. Uses full-text search in the page's language
 * (posts: German); without hits, searches by similarity, which tolerates typos. Single letters find nothing.
 */
export async function searchAll(
  { db }: Pick<ServerContext, 'db'>,
  typed: string,
  locale: Locale,
): Promise<SearchResult> {
  if ([...typed].length < 2) return nothing;
  const query = toSearchQuery(typed, locale);
  const german = toSearchQuery(typed, 'de');
  if (query === null || german === null) return nothing;
  return db.transaction().execute(async (trx) => {
    await lowerSimilarity.execute(trx);
    await preferIndexes.execute(trx);
    const exact = await run(trx, locale, {
      products: [
        sql`products.search_${sql.raw(locale)} @@ ${query}`,
        sql`ts_rank(products.search_${sql.raw(locale)}, ${query})`,
      ],
      masters: [
        sql`masters.search_${sql.raw(locale)} @@ ${query}`,
        sql`ts_rank(masters.search_${sql.raw(locale)}, ${query})`,
      ],
      posts: [sql`posts.search @@ ${german}`, sql`ts_rank(posts.search, ${german})`],
      topics: [sql`help_topics.search @@ ${query}`, sql`ts_rank(help_topics.search, ${query})`],
    });
    if (exact.length > 0) return { hits: exact, suggestion: null };
    const plain = sql`lower(unaccent(${typed}))`;
    const alike = (words: RawBuilder<unknown>): Condition => [
      sql`${plain} <% ${words}`,
      sql`word_similarity(${plain}, ${words})`,
    ];
    const hits = await run(trx, locale, {
      products: alike(sql`products.search_words_${sql.raw(locale)}`),
      masters: alike(sql`masters.search_words`),
      posts: alike(sql`posts.search_words`),
      topics: alike(sql`help_topics.search_words`),
    });
    return {
      hits,
      suggestion: suggestQuery(
        typed,
        hits.map(({ title, teaser }) => `${title} ${teaser}`),
      ),
    };
  });
}

/** A filter and the rank of its hits. */
type Condition = readonly [holds: RawBuilder<unknown>, rank: RawBuilder<unknown>];

interface Conditions {
  readonly products: Condition;
  readonly masters: Condition;
  readonly posts: Condition;
  readonly topics: Condition;
}

/**
 * Ranks first, then reads the texts of the best hits only. `offset 0` stops PostgreSQL from moving the filter on
 * `is_active` into the subquery, where it would use that index instead of the search index.
 */
async function run(
  db: Kysely<Database>,
  locale: Locale,
  { products, masters, posts, topics }: Conditions,
): Promise<SearchHit[]> {
  const text = (table: string, column: string, name: string) =>
    sql`${sql.ref(`${table}.${column}`)} -> ${sql.lit(locale)} ->> ${sql.lit(name)}`;
  const { rows } = await sql<SearchHit>`
    with found as (
      select kind, id, rank, position from (
        select kind, id, is_active, position, ${products[1]}::real as rank from products where ${products[0]} offset 0
      ) fitting where is_active
      union all
      select 'master', slug, ${masters[1]}::real, 0 from masters where ${masters[0]}
      union all
      select 'post', slug, ${posts[1]}::real * 0.8, 0 from posts where ${posts[0]}
      union all
      select 'page', slug, ${topics[1]}::real * 0.6, 0 from help_topics
      where ${topics[0]} and locale = ${sql.lit(locale)}
    ), best as (
      select * from (
        select *, row_number() over (partition by kind order by rank desc, position, id) as place from found
      ) ranked
      where place <= ${maxHitsPerKind}
      order by rank desc, kind, position, id
      limit ${maxHits}
    )
    select best.kind, best.id,
      coalesce(products.slug, best.id) as slug,
      coalesce(${text('products', 'card', 'title')}, masters.firstname || ' ' || masters.lastname, posts.title,
        help_topics.title) as title,
      coalesce(${text('products', 'card', 'subtitle')}, ${text('masters', 'texts', 'profession')}, posts.teaser, help_topics.teaser) as teaser,
      coalesce(products.picture, masters.picture, posts.picture, '') as picture,
      case when best.kind = 'post' then 'de' else ${sql.lit(locale)} end as language
    from best
    left join products on products.id = best.id and best.kind not in ('master', 'post', 'page')
    left join masters on masters.slug = best.id and best.kind = 'master'
    left join posts on posts.slug = best.id and best.kind = 'post'
    left join help_topics on help_topics.slug = best.id and best.kind = 'page'
      and help_topics.locale = ${sql.lit(locale)}
    order by best.rank desc, best.kind, best.position, best.id
  `.execute(db);
  return rows;
}
