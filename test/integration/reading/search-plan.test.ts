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
import { contract } from '#contract/contract.ts';
import { locales } from '#core/rules/locale.ts';
import type { Database } from '#host/database/schema.ts';
import { searchAll } from '#host/services/search/search-all.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

/** How PostgreSQL reads a catalogue of ten thousand products when somebody types. */
const shop = await openTestShop();

beforeAll(async () => {
  await sql`
    insert into products (id, kind, slug, position, price_cents, is_shipped, is_price_bound, category_identifier,
      picture, card, texts, details, search_de, search_en, search_words_de, search_words_en)
    select id || '-' || n, kind, slug || '-' || n, n, price_cents, is_shipped, is_price_bound, category_identifier,
      picture, card, texts, details, search_de || to_tsvector('german', 'wort' || n), search_en, search_words_de,
      search_words_en
    from products, generate_series(1, 300) n
  `.execute(shop.db);
  await sql`analyze products`.execute(shop.db);
});

/** The statements of a search that finds nothing: settings, then by words, then by likeness. */
async function statementsOf(typed: string, locale: 'de' | 'en'): Promise<readonly CompiledQuery[]> {
  const statements: CompiledQuery[] = [];
  const dry = new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log({ query }) {
      statements.push(query as CompiledQuery);
    },
  });
  await searchAll({ db: dry }, typed, locale);
  return statements;
}

/** The plans of the statements that read products, each with the settings made before it. */
async function plansOf(statements: readonly CompiledQuery[]): Promise<readonly string[]> {
  return shop.db.transaction().execute(async (trx) => {
    const plans: string[] = [];
    for (const statement of statements) {
      const reads = statement.sql.includes('from products');
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
  '"%s" is looked up in an index of words, never read off the whole catalogue',
  async (typed) => {
    for (const locale of locales) {
      const [exact, alike, ...more] = await plansOf(await statementsOf(typed, locale));
      expect(more).toEqual([]);
      expect(exact).toContain(`products_search_${locale}`);
      expect(alike).toContain(`products_words_${locale}`);
      expect(exact).not.toMatch(/Seq Scan on products/);
      expect(alike).not.toMatch(/Seq Scan on products/);
    }
  },
);

test('and what is not sold any more is not found by it', async () => {
  const found = async () =>
    (await shop.call(contract.searchAll, { query: { q: 'wort77' } })).value?.data.map(({ id }) => id) ?? [];
  const [first = ''] = await found();
  expect(first).toMatch(/-77$/);
  await shop.db.updateTable('products').set({ is_active: false }).where('id', '=', first).execute();
  expect(await found()).not.toContain(first);
});
