import { expect, test } from 'vitest';
import { locales } from '#core/model/values.ts';
import { localePath } from '#core/rules/basics/site-paths.ts';
import { memoryShopFacts } from '#test/support/memory-shop-facts.ts';
import { renderInShop, textOf } from '#test/support/render-in-shop.tsx';
import { SiteFooter } from '#ui/layout/site-footer.tsx';

async function linksOn(route: string, locale: (typeof locales)[number]) {
  const html = await renderInShop(<SiteFooter onCookieSettings={() => {}} />, { locale, route });
  const found = [...html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/g)];
  const links = found.map(([, address]) => address);
  return { html, links, named: found.map(([, address, words = '']) => `${textOf(words)}: ${address}`) };
}

/** The links that the law requires. */
const duties = [
  '/impressum',
  '/agbs',
  '/datenschutz',
  '/widerrufsbelehrung?schritt=formular',
  '/kuendigung',
  '/datenschutz#cookies',
] as const;

test.each(['/checkout/shop', '/checkout/complete/7', '/redeem', '/redeem/GESCHENK'])(
  'on %s one row keeps imprint, terms, privacy, withdrawal, cancellation and cookie settings',
  async (route) => {
    for (const locale of locales) {
      const { html, links } = await linksOn(route, locale);
      expect(links.toSorted()).toEqual(duties.map((duty) => localePath(locale, duty)).toSorted());
      expect(html).toContain(locale === 'de' ? 'Cookie-Einstellungen' : 'Cookie settings');
      expect(html).not.toContain('©');
    }
  },
);

test('elsewhere the whole footer has these links, too, with accessibility statement and copyright', async () => {
  for (const locale of locales) {
    const { html, links } = await linksOn('/kurse', locale);
    const wanted = [...duties, '/barrierefreiheit'].map((duty) => localePath(locale, duty));
    expect(links).toEqual(expect.arrayContaining(wanted));
    expect(html).toContain(locale === 'de' ? 'Cookie-Einstellungen' : 'Cookie settings');
    expect(html).toContain('©');
  }
});

test.each([
  ['de', ['Blog: /de/blog', 'TV: /de/tv', 'Kontakt: /de/kontakt', 'Häufige Fragen: /de/faqs']],
  ['en', ['Contact: /en/kontakt', 'Questions and answers: /en/faqs', 'TV: /en/tv', 'Blog: /en/blog']],
] as const)('in %s the other links follow the logo, with their names', async (locale, first) => {
  const { named } = await linksOn('/kurse', locale);
  expect(named.slice(1, 5)).toEqual(first);
});

test('the footer has the copyright of the current year and the social media profiles', async () => {
  const social = [{ name: 'Mastodon', url: 'https://social.example/@meisterhand' }];
  const html = await renderInShop(<SiteFooter onCookieSettings={() => {}} />, {
    locale: 'en',
    route: '/kurse',
    facts: { ...memoryShopFacts.shop, company: 'Meisterhand GmbH', social },
    site: { url: 'https://shop.example', year: 2027 },
  });
  expect(textOf(html)).toContain('© 2027 Meisterhand GmbH');
  expect(html).toMatch(/<a href="https:\/\/social\.example\/@meisterhand"[^>]*>Mastodon<\/a>/);
});
