import { expect, test } from 'vitest';
import { contract } from '#contract/contract.ts';
import { openTestShop } from './support/test-shop.ts';

const shop = await openTestShop();

test('x', async () => {
  const a = await shop.call(contract.listProducts, {});
  console.log(a.status, a.text.slice(0, 2000));
  const b = await shop.call(contract.getProduct, { params: { slug: 'albrecht-duerer' } });
  console.log(b.status, b.text.slice(0, 500), shop.faults);
});
