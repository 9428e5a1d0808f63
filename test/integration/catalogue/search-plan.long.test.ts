import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { locales } from '#core/model/values.ts';
import { listProducts, maxCountedHits } from '#server/catalogue/list-products.ts';
import { searchAll } from '#server/content/search.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

/** Tests how PostgreSQL executes a search in a catalogue of ten thousand products. */
const shop = await openTestShop();

beforeAll(async () => {
  await sql`
    insert into products (id, kind, slug, position, price_cents, is_shipped, is_fixed_price, category_identifier,
      group_identifier, facets, picture, card, texts, details, search_de, search_en, search_words_de, search_words_en)
    select id || '-' || n, kind, slug || '-' || n, n, price_cents, is_shipped, is_fixed_price, category_identifier,
      group_identifier, facets, picture, card, texts, details, search_de || to_tsvector('german', 'wort' || n), search_en, search_words_de,
      search_words_en
    from products, generate_series(1, 300) n
  `.execute(shop.db);
  await sql`analyze products`.execute(shop.db);
});

/** A database driver that executes nothing and returns the same rows for every query. */
class FixedRowsDriver extends DummyDriver {
  readonly #rows: readonly object[];

  constructor(rows: readonly object[]) {
    super();
    this.#rows = rows;
  }

  override async acquireConnection() {
    const rows = [...this.#rows];
    return {
      executeQuery: async <Row>() => ({ rows: rows as Row[] }),
      async *streamQuery() {},
    };
  }
}

type Query = (db: Kysely<Database>) => Promise<unknown>;

/** Returns the SQL statements that `query` sends. Every statement gets `rows` as its result. */
async function statementsOf(query: Query, rows: readonly object[]): Promise<readonly CompiledQuery[]> {
  const statements: CompiledQuery[] = [];
  const dry = new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new FixedRowsDriver(rows),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log({ query }) {
      statements.push(query as CompiledQuery);
    },
  });
  await query(dry);
  return statements;
}

/**
 * Returns the query plans of the statements that read products. The other statements, which change settings,
 * are executed.
 */
async function plansOf(statements: readonly CompiledQuery[]): Promise<readonly string[]> {
  return shop.db.transaction().execute(async (trx) => {
    const plans: string[] = [];
    for (const statement of statements) {
      const reads = /from "?products/.test(statement.sql);
      const query = reads ? `explain ${statement.sql}` : statement.sql;
      const { rows } = await trx.executeQuery<Record<string, string>>(
        CompiledQuery.raw(query, [...statement.parameters]),
      );
      if (reads) plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    return plans;
  });
}

test.each(['klavier', 'Schuhmann', 'kurs', 'mit', 'wort77', 'clara schumahn', 'ei', 'geschenk'])(
  '"%s" is searched in an index of words, never by reading the whole catalogue',
  async (typed) => {
    for (const locale of locales) {
      const [exact, alike, ...more] = await plansOf(
        await statementsOf((db) => searchAll({ db }, typed, locale), []),
      );
      expect(more).toEqual([]);
      expect(exact).toContain(`products_search_${locale}`);
      expect(alike).toContain(`products_words_${locale}`);
      expect(exact).not.toMatch(/Seq Scan on products/);
      expect(alike).not.toMatch(/Seq Scan on products/);
    }
  },
);

const listFound = [{ counts: {}, filtered: 0, titles: [], page: [] }];

test.each(['klavier', 'Schuhmann', 'wort77', 'clara schumahn'])(
  'the list of courses also searches "%s" in an index of words',
  async (typed) => {
    for (const locale of locales) {
      for (const group of [undefined, 'hand-und-bild']) {
        const filter = group === undefined ? {} : { group: [group] };
        const request = { kind: 'course', filter, q: typed, sort: 'position', number: 1, size: 12 } as const;
        const statements = await statementsOf(
          (db) => listProducts({ db, clock: { now: () => 0 } }, request, locale),
          listFound,
        );
        const [exact, alike, ...more] = await plansOf(statements);
        expect(more).toEqual([]);
        // The index is used for the page of results, for the facets and, if a group is requested, for its hits.
        const times = group === undefined ? 2 : 3;
        expect(exact?.match(new RegExp(`Index Scan on products_search_${locale}`, 'g'))).toHaveLength(times);
        expect(alike?.match(new RegExp(`Index Scan on products_words_${locale}`, 'g'))).toHaveLength(times);
      }
    }
  },
);

test('at most a thousand hits are counted, and a thousand for each group', async () => {
  const list = async (group?: string) => {
    const query = { 'filter[q]': 'lektion', ...(group === undefined ? {} : { 'filter[group]': group }) };
    return (await shop.call(endpoints.listProducts, { query })).value;
  };
  const whole = await list();
  expect(whole?.meta.page.total).toBe(maxCountedHits);
  expect(whole?.data).toHaveLength(12);
  const counted = whole?.meta.groups.reduce((sum, { count }) => sum + count, 0) ?? 0;
  expect(counted).toBeLessThanOrEqual(maxCountedHits);
  for (const { identifier } of whole?.meta.groups ?? []) {
    const { total } = (await list(identifier))?.meta.page ?? { total: 0 };
    expect(total).toBeGreaterThan(300);
    expect(total).toBeLessThanOrEqual(maxCountedHits);
  }
});
