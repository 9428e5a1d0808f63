import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestShop } from './support/test-shop.ts';

const shop = await openTestShop();
test.each(['2½', 'xŉ', 'ŉ', 'ʼn', "l'art", '㎏x', 'a\\b', 'ﬃ', '⅓', 'und', 'ǅ', 'ª', '１/２'])(
  '%s',
  async (q) => {
    for (const path of ['/products?filter[q]=', '/posts?filter[q]=', '/search?q=']) {
      const answer = await shop.send(`${path}${encodeURIComponent(q)}`);
      expect.soft(answer.status, `${path}${q}`).toBeLessThan(500);
    }
  },
);
test('odd', async () => {
  const { rows } =
    await sql`select to_tsquery('german', ''' '':*') as a, to_tsquery('german', '''1/2'':* & ''x y'':*') as b, unaccent('½') as c, unaccent('ŉ') as d`.execute(
      shop.db,
    );
  console.log(rows, shop.faults.slice(0, 2));
});
