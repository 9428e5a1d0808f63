import { test } from 'vitest';
import { sql } from 'kysely';
import { contract } from '#contract/contract.ts';
import { openTestShop } from '../support/test-shop.ts';
import { register, products } from '../support/shoppers.ts';
const shop = await openTestShop();
const init = { headers: { 'X-App-Language': 'de' } };
async function bench(name: string, path: string, n = 600, width = 16, opts: RequestInit = init) {
  let left = n; const t = performance.now();
  await Promise.all(Array.from({ length: width }, async () => { while (left-- > 0) { const r = await shop.send(path, opts); await r.arrayBuffer(); } }));
  const s = (performance.now() - t) / 1000; console.log(name, Math.round(n / s), '/s');
}
test('x', async () => {
  await sql`vacuum analyze`.execute(shop.db);
  await bench('warm', '/contents/greenbar');
  await bench('greenbar', '/contents/greenbar');
  await bench('list', '/products?filter[kind]=course&page[size]=12');
  await bench('search', '/products?filter[q]=zeichnen');
  await bench('typo', '/products?filter[q]=zeihcnen');
  await bench('page', '/products/albrecht-duerer');
  const s = await register(shop);
  const u = { method: 'POST', headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${s.access}` }, body: JSON.stringify({ action: 'update', products: [{ product_id: products.book, quantity: 2 }] }) };
  await bench('cart update', '/cart/update', 300, 8, u);
  await sql`insert into products select id || n, kind, slug || n, position + n, price_cents, monthly_price_cents, stock, declared_stock, max_per_order, is_shipped, is_price_bound, is_active, master_slug, category_identifier, group_identifier, picture, card, texts, details, companion_ids, search_de, search_en, search_words_de, search_words_en from products, generate_series(1, 300) n where kind in ('course','gift','book')`.execute(shop.db);
  await sql`vacuum analyze`.execute(shop.db);
  console.log((await sql`select count(*) from products`.execute(shop.db)).rows);
  await bench('list big', '/products?filter[kind]=course&page[size]=12');
  await bench('search big', '/products?filter[q]=zeichnen', 100);
  await bench('typo big', '/products?filter[q]=zeihcnen', 100);
  await bench('page big', '/products/albrecht-duerer');
}, 120000);
