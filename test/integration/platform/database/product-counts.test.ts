import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sellProduct } from '#test/integration/orders/order-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';

const { db } = await openTestDatabase();

/** Returns the stored product counts, and the counts computed from the products. */
async function bothCounts() {
  const kept = await sql`select kind, facets::text, count from product_counts order by 1, 2`.execute(db);
  const counted = await sql`select kind, facets::text, count(*)::int as count
    from products where is_active group by 1, 2 order by 1, 2`.execute(db);
  const keptFacets = await sql`select kind, facet, count from facet_counts where count > 0
    order by 1, 2`.execute(db);
  const countedFacets = await sql`select kind, facet, count(*)::int as count
    from products, unnest(array_append(tsvector_to_array(facets), '')) facet
    where is_active group by 1, 2 order by 1, 2`.execute(db);
  return {
    kept: [...kept.rows, ...keptFacets.rows],
    counted: [...counted.rows, ...countedFacets.rows],
  };
}

test('the stored counts match the catalogue after any change of products', async () => {
  for (const id of ['one', 'two', 'three']) await sellProduct(db, { id, kind: 'course', price: 100 });
  await sellProduct(db, { id: 'four', kind: 'book', price: 100, stock: 5 });
  const changes = [
    sql`update products set facets = '''group:arts'' ''level:beginner''' where id in ('one', 'two')`,
    sql`update products set is_active = false where id = 'one'`,
    sql`update products set kind = 'gift_box', facets = '' where id = 'two'`,
    sql`update products set stock = 4 where id = 'four'`,
    sql`update products set is_active = true, facets = '''group:music''' where id = 'one'`,
    sql`delete from products where id in ('two', 'three')`,
  ];
  for (const change of changes) {
    await change.execute(db);
    const { kept, counted } = await bothCounts();
    expect(kept).toEqual(counted);
  }
});
