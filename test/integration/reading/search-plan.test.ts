import { CompiledQuery, DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '#host/database/schema.ts';
import { searchAll } from '#host/services/search/search-all.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();

/** The statements of a search that finds nothing: by words, then by likeness. */
async function statementsOf(typed: string): Promise<readonly CompiledQuery[]> {
  const statements: CompiledQuery[] = [];
  const dry = new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => statements.push(query as CompiledQuery),
  });
  await searchAll({ db: dry }, typed, 'de');
  return statements.filter((query) => query.sql.includes('from products'));
}

test('plan', async () => {
  await sql`
    insert into products (id, kind, slug, position, price_cents, is_shipped, is_price_bound, category_identifier,
      picture, card, texts, details, search_de, search_en, search_words_de, search_words_en)
    select id || '-' || n, kind, slug || '-' || n, n, price_cents, is_shipped, is_price_bound, category_identifier,
      picture, card, texts, details, search_de || to_tsvector('german', 'wort' || n), search_en, search_words_de, search_words_en
    from products, generate_series(1, 270) n
  `.execute(shop.db);
  await sql`analyze products`.execute(shop.db);
  console.log((await sql`select count(*), pg_total_relation_size('products') from products`.execute(shop.db)).rows);
  for (const q of ['klavier', 'schuhmann', 'kurs', 'der', 'wort77', 'clara schumahn', 'mit', 'ei', 'geschenk']) {
    for (const statement of await statementsOf(q)) {
      const plan = await shop.db.transaction().execute(async (trx) => {
        await sql`select set_config('pg_trgm.word_similarity_threshold', '0.4', true), set_config('enable_seqscan', 'off', true)`.execute(trx);
        return trx.executeQuery<{ 'QUERY PLAN': string }>(CompiledQuery.raw(`explain analyze ${statement.sql}`, [...statement.parameters]));
      });
      const text = plan.rows.map((row) => row['QUERY PLAN']);
      console.log(q, text.filter((l) => /on products|Execution|Planning/.test(l)).join('\n'));
    }
  }
  expect(1).toBe(1);
});
