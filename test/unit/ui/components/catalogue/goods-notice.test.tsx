import { expect, test } from 'vitest';
import { memoryShopFacts } from '#test/support/memory-shop-facts.ts';
import { renderInShop } from '#test/support/render-in-shop.tsx';
import { GoodsNotice } from '#ui/components/catalogue/goods-notice.tsx';

const facts = memoryShopFacts.shop;

test('goods show the legal guarantee in the shop’s words, or the official notice where content has it', async () => {
  const notice = <GoodsNotice warnings={['Gouges are sharp.']} />;
  const own = await renderInShop(notice, { locale: 'en', facts });
  expect(own).toContain('<li>Gouges are sharp.</li>');
  expect(own).toContain('<p>In the European Union the seller is liable');
  expect(own).not.toContain('<img');

  const official = await renderInShop(notice, {
    locale: 'en',
    facts: { ...facts, guarantee_notice: 'eu-notice-en' },
  });
  expect(official).toContain('src="/pictures/eu-notice-en-1200.png"');
  expect(official).toMatch(/<a href="https:\/\/europa\.eu\/youreurope[^"]*" rel="noopener noreferrer"><img/);
  expect(official).toContain('alt="In the European Union the seller is liable');
  expect(official).not.toContain('<p>In the European Union');
});
