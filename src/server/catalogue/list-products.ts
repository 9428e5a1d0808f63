import type { Expression, Kysely, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { ProductCard } from '#api/catalogue.ts';
import type { ProductKind } from '#core/model/product.ts';
import type { Locale } from '#core/model/values.ts';
import type { Database } from '#server/database/schema.ts';
import type { ServerContext } from '#server/server-context.ts';
import { selectProductCards, toProductCard } from './product-cards.ts';

/** So many hits of a search are counted: nobody leafs further, and a catalogue of any size stays quick. */
export const maxCountedHits = 1000;

interface ProductListOptions {
  readonly kind?: ProductKind | undefined;
  /** A group of disciplines. */
  readonly group?: string | undefined;
  /** Words looked for. */
  readonly q?: string | undefined;
  readonly sort: 'position' | 'title' | 'price' | '-price';
  /** From 1. */
  readonly number: number;
  readonly size: number;
}

interface ProductList {
  readonly items: ProductCard[];
  readonly total: number;
  /** Groups with how many products of this kind and search each holds, whatever group is asked for. */
  readonly groups: { identifier: string; title: string; count: number }[];
}

interface Search {
  readonly condition: Expression<SqlBool>;
  readonly relevance: Expression<number>;
}

/**
 * One page of the catalogue with its total and its groups, in one query. A search is by full text in
 * the language of the texts, best hit first; when nothing is found it is repeated by likeness, for typing errors.
 * Equals are ordered by id, so that pages never overlap. Hits are counted to `highestCount` and no further.
 */
export async function listProducts(
  { db }: Pick<ServerContext, 'db'>,
  options: ProductListOptions,
  locale: Locale,
): Promise<ProductList> {
  const typed = options.q ?? '';
  if (typed === '') return runList(db, options, locale, null);
  const query = toSearchQuery(typed, locale);
  if (query === null) return { items: [], total: 0, groups: [] };
  const exact = { condition: holdsWords(query, locale), relevance: rankOf(query, locale) };
  const found = await runList(db, options, locale, exact);
  if (found.total > 0 || found.groups.length > 0) return found;
  return db.transaction().execute(async (trx) => {
    await lowerSimilarity.execute(trx);
    await preferIndexes.execute(trx);
    const alike = { condition: looksLike(typed, locale), relevance: similarityOf(typed, locale) };
    return runList(trx, options, locale, alike);
  });
}

interface GroupTitles {
  readonly identifier: string;
  readonly title: Readonly<Record<Locale, string>>;
}

async function runList(
  db: Kysely<Database>,
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
  const { counts, in_group } = rows;
  const titles = (rows.titles ?? []) as readonly GroupTitles[];
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    items: rows.page.map(toProductCard),
    total: options.group === undefined ? all : (in_group ?? counts[options.group] ?? 0),
    groups: titles
      .map(({ identifier, title }) => ({ identifier, title: title[locale], count: counts[identifier] ?? 0 }))
      .filter((group) => group.count > 0),
  };
}

/** Without a search nothing is counted: the database keeps these counts (`product_counts`). */
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

/** The hits of a search in the group asked for, which may be among those that the counts of all groups left out. */
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
 * Whatever fits the words, sold or not, behind a fence (`offset 0`): else the indexes of what is sold would be read
 * instead of the ones of words, and every product compared.
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

/** More words than anybody types; each is looked up on its own. */
const maxWords = 12;

/**
 * Words of a search as people type them: the last one may be unfinished, accents may be missing. Every word has to
 * occur, inflected or as a beginning as it was typed (the stem of "Dürer" begins "durch", too). Words that every text has
 * are left out. Null when nothing in it is a word. Words are quoted after their accents are gone, because that may leave
 * signs of the query language behind: "½" becomes " 1/2".
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

/** Products whose texts hold the words. */
function holdsWords(query: Expression<string>, locale: Locale): Expression<SqlBool> {
  return sql<SqlBool>`${vectorOf(locale)} @@ ${query}`;
}

/** How well a product's texts fit, the best first. */
function rankOf(query: Expression<string>, locale: Locale): Expression<number> {
  return sql<number>`ts_rank(${vectorOf(locale)}, ${query})`;
}

/**
 * Products of whose title, master or discipline a part looks like what was typed, for typing errors. The limit is
 * `pg_trgm.word_similarity_threshold`, which `lowerSimilarity` sets for one transaction.
 */
function looksLike(typed: string, locale: Locale): Expression<SqlBool> {
  return sql<SqlBool>`lower(unaccent(${typed})) <% ${wordsOf(locale)}`;
}

/** How much it looks like it, the most first. */
function similarityOf(typed: string, locale: Locale): Expression<number> {
  return sql<number>`word_similarity(lower(unaccent(${typed})), ${wordsOf(locale)})`;
}

/** One or two wrong letters in a name are forgiven; the default of 0.6 forgives hardly one. */
export const lowerSimilarity = sql`select set_config('pg_trgm.word_similarity_threshold', '0.4', true)`;

/**
 * PostgreSQL thinks that comparing words costs next to nothing and reads the whole catalogue for it: ten times as slow at
 * 10,000 products as by the index. For one transaction.
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
