import { type Expression, type Kysely, type OrderByItemBuilder, type SqlBool, sql } from 'kysely';
import type { ProductCard } from '#api/catalogue/catalogue-endpoints.ts';
import { type Facet, facetNames, type ProductKind } from '#core/model/product.ts';
import type { Locale, Localized } from '#core/model/values.ts';
import { chosenCounts, type FacetFilter, wantedFacets } from '#core/rules/catalogue/facets.ts';
import { suggestQuery } from '#core/rules/catalogue/suggested-query.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { selectProductCards, toProductCard } from './product-cards.ts';
import {
  holdsWords,
  looksLike,
  lowerSimilarity,
  preferIndexes,
  rankOf,
  similarityOf,
  toSearchQuery,
} from './search-conditions.ts';

/** Hits are counted up to this limit, so that searches stay fast in large catalogues. */
export const maxCountedHits = 1000;

interface ProductListOptions {
  readonly kind?: ProductKind | undefined;
  readonly filter: FacetFilter;
  /** Search text. */
  readonly q?: string | undefined;
  readonly sort: 'position' | 'popular' | 'newest' | 'title' | 'price' | '-price';
  /** From 1. */
  readonly number: number;
  readonly size: number;
}

interface ProductList {
  readonly items: ProductCard[];
  readonly total: number;
  /** Number of products per group, for this kind, search and other filters; 0 only for a group in the filter. */
  readonly groups: { identifier: string; title: string; count: number }[];
  readonly facets: Facet[];
  /** Corrected search text; null if the typed text has hits, or no correction was found. */
  readonly suggestion: string | null;
}

interface Search {
  readonly condition: Expression<SqlBool>;
  readonly relevance: Expression<number>;
}

/** Filters as `tsquery` texts over `products.facets`; empty texts do not filter. */
interface FacetQueries {
  readonly all: string;
  readonly withoutGroup: string;
  /**
   * Queries for facet counts: the values of a facet are counted with the filters of all other facets. Facets with the
   * same query are combined; the empty name is the total.
   */
  readonly counted: readonly { readonly names: readonly string[]; readonly query: string }[];
}

/**
 * Returns one page of the catalogue with its total and facets, by one query. Uses full-text search in the page's
 * language, best hit first; without hits, a second search by similarity, which tolerates typos. The id is the last sort
 * key, so that pages never overlap. Hits are counted up to `maxCountedHits`.
 */
export async function listProducts(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  options: ProductListOptions,
  locale: Locale,
): Promise<ProductList> {
  const typed = options.q ?? '';
  if (typed === '') return runList({ db, clock }, options, locale, null);
  const query = toSearchQuery(typed, locale);
  if (query === null) return { items: [], total: 0, groups: [], facets: [], suggestion: null };
  const exact = { condition: holdsWords(query, locale), relevance: rankOf(query, locale) };
  const found = await runList({ db, clock }, options, locale, exact);
  if (found.total > 0 || found.facets.length > 0) return found;
  return db.transaction().execute(async (trx) => {
    await lowerSimilarity.execute(trx);
    await preferIndexes.execute(trx);
    const alike = { condition: looksLike(typed, locale), relevance: similarityOf(typed, locale) };
    const similar = await runList({ db: trx, clock }, options, locale, alike);
    return { ...similar, suggestion: suggestQuery(typed, similar.items.map(wordsOf)) };
  });
}

/** Returns the words that the similarity search compares. */
function wordsOf({ attributes: { title, person, category } }: ProductCard): string {
  return [title, person?.firstname, person?.lastname, category.title].join(' ');
}

interface GroupTitles {
  readonly identifier: string;
  readonly title: Localized<string>;
  /** Absent in content loaded by older versions. */
  readonly disciplines?: readonly { readonly identifier: string; readonly title: Localized<string> }[];
}

async function runList(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  options: ProductListOptions,
  locale: Locale,
  search: Search | null,
): Promise<ProductList> {
  const queries = facetQueries(options.filter, clock.now());
  const rows = await db
    .selectNoFrom((select) => [
      sql<Record<string, number>>`(
        select coalesce(jsonb_object_agg(facet, count), '{}') from (${countsOf(db, options.kind, queries, search)}) counts
      )`.as('counts'),
      countFiltered(db, options.kind, queries.all, search).as('filtered'),
      select.selectFrom('contents').select('value').where('key', '=', 'groups').as('titles'),
      sql<CardRows>`(select coalesce(json_agg(page), '[]') from (${pageOf(db, options, queries, locale, search)}) page)`.as(
        'page',
      ),
    ])
    .executeTakeFirstOrThrow();
  const { counts, filtered } = rows;
  const titles = (rows.titles ?? []) as readonly GroupTitles[];
  const facets = toFacets(counts, titles, locale, clock.now());
  const inGroups = facets.find(({ name }) => name === 'group')?.values ?? [];
  return {
    items: rows.page.map((row) => toProductCard(row, clock.now())),
    total: filtered ?? counts[''] ?? 0,
    groups: titles
      .map(({ identifier, title }) => ({
        identifier,
        title: title[locale],
        count: inGroups.find(({ value }) => value === identifier)?.count ?? 0,
      }))
      .filter(({ identifier, count }) => count > 0 || options.filter.group?.includes(identifier)),
    facets,
    suggestion: null,
  };
}

/** Builds the facet queries. Values need no escaping: the API allows no quotes or backslashes (`facetValues`). */
function facetQueries(filter: FacetFilter, now: number): FacetQueries {
  const toQuery = (wanted: ReturnType<typeof wantedFacets>) =>
    wanted.map((alternatives) => `(${alternatives.map((facet) => `'${facet}'`).join(' | ')})`).join(' & ');
  const all = toQuery(wantedFacets(filter, now));
  const counted = new Map([[all, ['']]]);
  for (const name of facetNames) {
    const query = toQuery(wantedFacets(filter, now, name));
    counted.set(query, [...(counted.get(query) ?? []), name]);
  }
  const withoutGroup = toQuery(wantedFacets(filter, now, 'group'));
  return { all, withoutGroup, counted: [...counted].map(([query, names]) => ({ names, query })) };
}

/** Returns the facets: groups and disciplines in content order, values of other facets sorted by name. */
function toFacets(
  counts: Readonly<Record<string, number>>,
  groups: readonly GroupTitles[],
  locale: Locale,
  now: number,
): Facet[] {
  const counted = chosenCounts(counts, now);
  const titles = {
    group: groups,
    discipline: groups.flatMap((group) => group.disciplines ?? []),
  };
  return facetNames
    .map((name) => ({
      name,
      values:
        name === 'group' || name === 'discipline'
          ? titles[name].map(({ identifier, title }) => ({
              value: identifier,
              title: title[locale],
              count: counted[name].get(identifier) ?? 0,
            }))
          : [...counted[name]].sort().map(([value, count]) => ({ value, title: null, count })),
    }))
    .map(({ name, values }) => ({ name, values: values.filter(({ count }) => count > 0) }))
    .filter(({ values }) => values.length > 0);
}

/**
 * Counts products per facet, and in total (the empty facet). Without a search, it sums counters that the database
 * maintains, whose number does not grow with the catalogue.
 */
function countsOf(
  db: Kysely<Database>,
  kind: ProductKind | undefined,
  { all, counted }: FacetQueries,
  search: Search | null,
) {
  if (search === null && all === '') {
    const kept = db
      .selectFrom('facet_counts')
      .select(['facet', sql<number>`sum(count)`.as('count')])
      .groupBy('facet');
    return kind === undefined ? kept : kept.where('kind', '=', kind);
  }
  return sql`
    with kept as materialized (${search === null ? keptSets(db, kind) : foundSets(db, kind, search)})
    select facet, sum(kept.count) as count
    from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as counted (names text[], query text)
    join kept on counted.query = '' or kept.facets @@ counted.query::tsquery
    cross join unnest(array_append(tsvector_to_array(kept.facets), '')) facet
    where split_part(facet, ':', 1) = any(counted.names)
    group by facet`;
}

/** Selects the maintained counters: number of products per set of facets. */
function keptSets(db: Kysely<Database>, kind: ProductKind | undefined) {
  const kept = db.selectFrom('product_counts').select(['facets', 'count']);
  return kind === undefined ? kept : kept.where('kind', '=', kind);
}

function foundSets(db: Kysely<Database>, kind: ProductKind | undefined, search: Search) {
  return db
    .selectFrom(hitsOf(db, kind, search).limit(maxCountedHits).as('hits'))
    .select(['facets', sql<number>`count(*)::int`.as('count')])
    .groupBy('facets');
}

/** Counts filtered hits separately, because facet counts stop at `maxCountedHits`. */
function countFiltered(
  db: Kysely<Database>,
  kind: ProductKind | undefined,
  query: string,
  search: Search | null,
) {
  if (search === null || query === '') return sql<number | null>`null`;
  const hits = hitsOf(db, kind, search).where(fits('fitting', query)).limit(maxCountedHits);
  return sql<number | null>`(select count(*)::int from (${hits}) hits)`;
}

function hitsOf(db: Kysely<Database>, kind: ProductKind | undefined, search: Search) {
  const hits = db
    .selectFrom(fittingOf(db, search))
    .select('fitting.facets')
    .where('fitting.is_active', '=', true);
  return kind === undefined ? hits : hits.where('fitting.kind', '=', kind);
}

function fits(table: 'fitting' | 'products', query: string): Expression<SqlBool> {
  return sql<SqlBool>`${sql.ref(`${table}.facets`)} @@ ${query}::tsquery`;
}

/**
 * Selects search hits, on sale or not. `offset 0` stops PostgreSQL from moving the filter on `is_active` into the
 * subquery, where it would use that index instead of the search index and compare every product.
 */
function fittingOf(db: Kysely<Database>, search: Search) {
  return db
    .selectFrom('products')
    .select(['id', 'kind', 'facets', 'is_active', sql<number>`${search.relevance}`.as('relevance')])
    .where(search.condition)
    .offset(sql.lit(0))
    .as('fitting');
}

type CardRows = Parameters<typeof toProductCard>[0][];

/** Selects the ids of the page first, so that texts and bundle offers are read for these products only. */
function pageOf(
  db: Kysely<Database>,
  { kind, filter, sort, number, size }: ProductListOptions,
  { all, withoutGroup }: FacetQueries,
  locale: Locale,
  search: Search | null,
) {
  const title = sql<string>`products.card -> ${sql.lit(locale)} ->> 'title' collate ${sql.raw(locale === 'de' ? '"de-x-icu"' : '"en-x-icu"')}`;
  const relevance = search === null ? sql<number>`0` : sql<number>`fitting.relevance`;
  const products = db.selectFrom('products');
  let page =
    search === null ? products : products.innerJoin(fittingOf(db, search), 'fitting.id', 'products.id');
  page = page.where('products.is_active', '=', true);
  if (kind !== undefined) page = page.where('products.kind', '=', kind);
  // For a single group, an index has the order of the list.
  const [group, ...moreGroups] = filter.group ?? [];
  const isOneGroup = group !== undefined && moreGroups.length === 0;
  if (isOneGroup) page = page.where('products.group_identifier', '=', group);
  const query = isOneGroup ? withoutGroup : all;
  if (query !== '') page = page.where(fits('products', query));
  const keys = {
    position: relevance,
    popular: sql<number>`products.sold_recently`,
    newest: sql<Date | null>`products.published_on`,
    title,
    price: sql<number>`products.price_cents`,
    '-price': sql<number>`products.price_cents`,
  };
  const isFirst = sort === 'position' && search === null;
  const isDown = sort !== 'title' && sort !== 'price';
  const direction = (order: OrderByItemBuilder) => (isDown ? order.desc() : order.asc()).nullsLast();
  if (!isFirst) page = page.orderBy(keys[sort], direction);
  const chosen = page
    .select(['products.id', 'products.position', sql<unknown>`${keys[sort]}`.as('key')])
    .orderBy('products.position')
    .orderBy('products.id')
    .limit(size)
    .offset((number - 1) * size)
    .as('chosen');
  const cards = selectProductCards(db, locale).innerJoin(chosen, 'chosen.id', 'products.id');
  const sorted = isFirst ? cards : cards.orderBy('chosen.key', direction);
  return sorted.orderBy('chosen.position').orderBy('chosen.id');
}
