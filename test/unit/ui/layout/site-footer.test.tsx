import { expect, test } from 'vitest';
import { locales } from '#core/model/values.ts';
import { localePath } from '#core/rules/basics/site-paths.ts';
import { renderInShop } from '#test/support/render-in-shop.tsx';
import { SiteFooter } from '#ui/layout/site-footer.tsx';

async function linksOn(route: string, locale: (typeof locales)[number]) {
  const html = await renderInShop(<SiteFooter onCookieSettings={() => {}} />, { locale, route });
  return { html, links: [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, address]) => address) };
}

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
