import type { Expression, Kysely, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { ProductCard } from '#api/catalogue.ts';
import type { ProductKind } from '#core/model/product.ts';
import type { Locale, Localized } from '#core/model/values.ts';
import type { Database } from '#server/database/schema.ts';
import type { ServerContext } from '#server/server-context.ts';
import { selectProductCards, toProductCard } from './product-cards.ts';

/** Hits are counted up to this limit, so that a search stays fast in a catalogue of any size. */
export const maxCountedHits = 1000;

interface ProductListOptions {
  readonly kind?: ProductKind | undefined;
  /** Identifier of a group of disciplines. */
  readonly group?: string | undefined;
  /** Search text. */
  readonly q?: string | undefined;
  readonly sort: 'position' | 'title' | 'price' | '-price';
  /** From 1. */
  readonly number: number;
  readonly size: number;
}

interface ProductList {
  readonly items: ProductCard[];
  readonly total: number;
  /** Number of products per group for this kind and search, independent of the requested group. */
  readonly groups: { identifier: string; title: string; count: number }[];
}

interface Search {
  readonly condition: Expression<SqlBool>;
  readonly relevance: Expression<number>;
}

/**
 * One page of the catalogue with its total and groups, in one query. Full-text search in the page's language, best hit
 * first; without a hit, a second search by similarity, which tolerates typing errors. The id is the last sort key, so
 * that pages never overlap. Hits are counted up to `maxCountedHits`.
 */
export async function listProducts(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  options: ProductListOptions,
  locale: Locale,
): Promise<ProductList> {
  const typed = options.q ?? '';
  if (typed === '') return runList({ db, clock }, options, locale, null);
  const query = toSearchQuery(typed, locale);
  if (query === null) return { items: [], total: 0, groups: [] };
  const exact = { condition: holdsWords(query, locale), relevance: rankOf(query, locale) };
  const found = await runList({ db, clock }, options, locale, exact);
  if (found.total > 0 || found.groups.length > 0) return found;
  return db.transaction().execute(async (trx) => {
    await lowerSimilarity.execute(trx);
    await preferIndexes.execute(trx);
    const alike = { condition: looksLike(typed, locale), relevance: similarityOf(typed, locale) };
    return runList({ db: trx, clock }, options, locale, alike);
  });
}

interface GroupTitles {
  readonly identifier: string;
  readonly title: Localized<string>;
}

async function runList(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  options: ProductListOptions,
  locale: Locale,
  search: Search | null,
): Promise<ProductList> {
  const rows = await db
    .selectNoFrom((select) => [
      sql<Record<string, number>>`(
        select coalesce(jsonb_object_agg(coalesce(group_identifier, ''), count), '{}')
        from (${countsOf(db, options.kind, search)}) counts
      )`.as('counts'),
      countInGroup(db, options, search).as('in_group'),
      select.selectFrom('contents').select('value').where('key', '=', 'groups').as('titles'),
      sql<CardRows>`(select coalesce(json_agg(page), '[]') from (${pageOf(db, options, locale, search)}) page)`.as(
        'page',
      ),
    ])
    .executeTakeFirstOrThrow();
  const { in_group } = rows;
  // No object: the group is the client's text, and every object knows "constructor".
  const counts = new Map(Object.entries(rows.counts));
  const titles = (rows.titles ?? []) as readonly GroupTitles[];
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return {
    items: rows.page.map((row) => toProductCard(row, clock.now())),
    total: options.group === undefined ? all : (in_group ?? counts.get(options.group) ?? 0),
    groups: titles
      .map(({ identifier, title }) => ({
        identifier,
        title: title[locale],
        count: counts.get(identifier) ?? 0,
      }))
      .filter((group) => group.count > 0),
  };
}

/** Counts per group. Without a search they come from `product_counts`, which the database maintains. */
function countsOf(db: Kysely<Database>, kind: ProductKind | undefined, search: Search | null) {
  if (search === null) {
    const kept = db
      .selectFrom('product_counts')
      .select(['group_identifier', sql<number>`sum(count)`.as('count')])
      .groupBy('group_identifier');
    return kind === undefined ? kept : kept.where('kind', '=', kind);
  }
  return db
    .selectFrom(hitsOf(db, kind, search).limit(maxCountedHits).as('hits'))
    .select(['group_identifier', sql<number>`count(*)`.as('count')])
    .groupBy('group_identifier');
}

/** Counts the hits in the requested group separately, because the counts of all groups stop at `maxCountedHits`. */
function countInGroup(db: Kysely<Database>, { kind, group }: ProductListOptions, search: Search | null) {
  if (search === null || group === undefined) return sql<number | null>`null`;
  const hits = hitsOf(db, kind, search).where('group_identifier', '=', group).limit(maxCountedHits);
  return sql<number | null>`(select count(*)::int from (${hits}) hits)`;
}

function hitsOf(db: Kysely<Database>, kind: ProductKind | undefined, search: Search) {
  const hits = db
    .selectFrom(fittingOf(db, search))
    .select('fitting.group_identifier')
    .where('fitting.is_active', '=', true);
  return kind === undefined ? hits : hits.where('fitting.kind', '=', kind);
}

/**
 * Hits of a search, sold or not. `offset 0` keeps PostgreSQL from moving the filter on `is_active` into the subquery:
 * it would use that index instead of the search index and compare every product.
 */
function fittingOf(db: Kysely<Database>, search: Search) {
  return db
    .selectFrom('products')
    .select(['id', 'kind', 'group_identifier', 'is_active', sql<number>`${search.relevance}`.as('relevance')])
    .where(search.condition)
    .offset(sql.lit(0))
    .as('fitting');
}

type CardRows = Parameters<typeof toProductCard>[0][];

function pageOf(
  db: Kysely<Database>,
  { kind, group, sort, number, size }: ProductListOptions,
  locale: Locale,
  search: Search | null,
) {
  const title = sql`products.card -> ${sql.lit(locale)} ->> 'title' collate ${sql.raw(locale === 'de' ? '"de-x-icu"' : '"en-x-icu"')}`;
  const cards = selectProductCards(db, locale);
  let page = search === null ? cards : cards.innerJoin(fittingOf(db, search), 'fitting.id', 'products.id');
  page = page.where('products.is_active', '=', true);
  if (kind !== undefined) page = page.where('products.kind', '=', kind);
  if (group !== undefined) page = page.where('products.group_identifier', '=', group);
  if (sort === 'title') page = page.orderBy(title);
  else if (sort === 'price') page = page.orderBy('products.price_cents');
  else if (sort === '-price') page = page.orderBy('products.price_cents', 'desc');
  else if (search !== null) page = page.orderBy(sql.ref('fitting.relevance'), 'desc');
  return page
    .orderBy('products.position')
    .orderBy('products.id')
    .limit(size)
    .offset((number - 1) * size);
}

/** Each word costs one lookup. */
const maxWords = 12;

/**
 * Builds the full-text query; null when the text contains no word. Accents may be missing. Every word must occur,
 * inflected or as a prefix. The prefix is the typed word and not its stem, because the stem of "Dürer" also begins
 * "durch". Stop words are left out. Words are quoted after `unaccent`, because it can produce operators of the query
 * language: "½" becomes " 1/2".
 */
export function toSearchQuery(typed: string, locale: Locale): Expression<string> | null {
  const words = typed.match(/[\p{L}\p{N}]+/gu)?.slice(0, maxWords);
  if (words === undefined) return null;
  const language = languageOf(locale);
  const parts = words.map((word) => {
    const quoted = sql`'''' || translate(unaccent(${word}), '''\\', '  ') || ''''`;
    const inflected = sql`to_tsquery(${language}, ${quoted})`;
    return sql`case when numnode(${inflected}) = 0 then ''::tsquery
      else ${inflected} || to_tsquery('simple', ${quoted} || ':*') end`;
  });
  return sql<string>`(${sql.join(parts, sql` && `)})`;
}

function holdsWords(query: Expression<string>, locale: Locale): Expression<SqlBool> {
  return sql<SqlBool>`${vectorOf(locale)} @@ ${query}`;
}

function rankOf(query: Expression<string>, locale: Locale): Expression<number> {
  return sql<number>`ts_rank(${vectorOf(locale)}, ${query})`;
}

/**
 * Products whose title, master or discipline contains a similar text. The threshold is
 * `pg_trgm.word_similarity_threshold`, set by `lowerSimilarity`.
 */
function looksLike(typed: string, locale: Locale): Expression<SqlBool> {
  return sql<SqlBool>`lower(unaccent(${typed})) <% ${wordsOf(locale)}`;
}

function similarityOf(typed: string, locale: Locale): Expression<number> {
  return sql<number>`word_similarity(lower(unaccent(${typed})), ${wordsOf(locale)})`;
}

/** Tolerates one or two wrong letters in a name; the default of 0.6 tolerates hardly one. Valid for one transaction. */
export const lowerSimilarity = sql`select set_config('pg_trgm.word_similarity_threshold', '0.4', true)`;

/**
 * PostgreSQL underestimates the cost of comparing words and scans the whole table, ten times slower than the index at
 * 10,000 products. Valid for one transaction.
 */
export const preferIndexes = sql`select set_config('enable_seqscan', 'off', true)`;

function vectorOf(locale: Locale) {
  return sql.ref(locale === 'de' ? 'products.search_de' : 'products.search_en');
}

function wordsOf(locale: Locale) {
  return sql.ref(locale === 'de' ? 'products.search_words_de' : 'products.search_words_en');
}

function languageOf(locale: Locale) {
  return sql.lit(locale === 'de' ? 'german' : 'english');
}
