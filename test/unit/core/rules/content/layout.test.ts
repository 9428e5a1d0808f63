import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { locales } from '#core/model/values.ts';
import { authCookieSeconds, refreshMarginSeconds } from '#core/rules/accounts/access.ts';
import { localePath } from '#core/rules/basics/site-paths.ts';
import { itemsWithoutArrows, layout, layoutFor, pageSizes, timings } from '#core/rules/content/layout.ts';
import { runs } from '#test/run-length.ts';

/**
 * For each kind of path the visible parts of the layout, one letter each: Navigation, Announcement bar,
 * Language switcher, Help button, Footer links, Copyright.
 */
const table: readonly (readonly [route: string, shown: string])[] = [
  ['/', 'NALHFC'],
  ['/masterpass', 'N-LHFC'],
  ['/masterpass/', 'N-LHFC'],
  ['/kurse', 'NALHFC'],
  ['/kurse/zeichnen', 'NAL-FC'],
  ['/kurse/zeichnen/lektion/1', 'NAL-FC'],
  ['/buecher', 'NALHFC'],
  ['/buecher/zeichnen', 'NALHFC'],
  ['/geschenke', 'NALHFC'],
  ['/preise', 'NALHFC'],
  ['/blog', 'NA-HFC'],
  ['/blog/linien', 'NA-HFC'],
  ['/auth/login', 'NALHFC'],
  ['/profil', 'NALHFC'],
  ['/profil/master', 'NALHFC'],
  ['/profil/subscription', 'NALHFC'],
  ['/checkout/shop', '--LH--'],
  ['/checkout/complete/42', '--LH--'],
  ['/redeem', '--LH--'],
  ['/redeem/GESCHENK', '--LH--'],
  ['/kontakt', 'NALHFC'],
  ['/experten', 'NALHFC'],
  ['/experten/duerer', 'NA-HFC'],
  ['/specials', '--LHFC'],
  ['/specials/herbst', '---HFC'],
  ['/angebote', '--LHFC'],
  ['/angebote/sommer', '---HFC'],
  ['/geschenkboxen', 'NA-HFC'],
  ['/geschenkboxen/tinte', 'NA-HFC'],
  ['/tv', 'NALHFC'],
  ['/datenschutz', 'NALHFC'],
  ['/impressum', 'NALHFC'],
  ['/faqs', 'NALHFC'],
  ['/agbs', 'NALHFC'],
  ['/widerrufsbelehrung', 'NALHFC'],
  ['/kuendigung', 'NALHFC'],
  ['/nirgends', 'NALHFC'],
  // A segment that hides a part hides it at any place of the path.
  ['/nirgends/kurse/zeichnen', 'NAL-FC'],
  ['/nirgends/experten/duerer', 'NA-HFC'],
  ['/nirgends/geschenkboxen', 'NA-HFC'],
  ['/nirgends/blog', 'NA-HFC'],
  ['/nirgends/checkout/shop', '--LH--'],
  ['/nirgends/redeem', '--LH--'],
  ['/nirgends/specials/herbst', '---HFC'],
  ['/nirgends/angebote/sommer', '---HFC'],
];

describe('the layout of a page', () => {
  test.each(table)('on %s shows %s', (route, shown) => {
    for (const locale of locales) {
      for (const path of [route, localePath(locale, route)]) {
        const parts = layoutFor({ path, locale });
        const letters = [
          parts.navigation ? 'N' : '-',
          parts.announcement_bar ? 'A' : '-',
          parts.language_switcher ? 'L' : '-',
          parts.help_button ? 'H' : '-',
          parts.footer_links ? 'F' : '-',
          parts.copyright ? 'C' : '-',
        ];
        expect(letters.join(''), path).toBe(shown);
      }
    }
  });

  test.prop([fc.constantFrom(...table), fc.constantFrom(...locales)], { numRuns: runs(50) })(
    'loads the chat in German only, and shows the language switcher after three seconds',
    ([path], locale) => {
      expect(layoutFor({ path, locale })).toMatchObject({
        chat_modal: locale === 'de',
        language_switcher_delay: 3000,
        cart_login_redirect: null,
      });
    },
  );

  test.prop([fc.constantFrom(...table), fc.constantFrom(...locales)], { numRuns: runs(50) })(
    'opens help in a dialog in the checkout only',
    ([route], locale) => {
      const isCheckout = route.startsWith('/checkout/');
      expect(layoutFor({ path: localePath(locale, route as `/${string}`), locale }).help_dialog).toBe(
        isCheckout,
      );
    },
  );
});

test.each([
  ['?ref=cart&status=authenticated', true],
  ['?status=authenticated&ref=cart&x=1', true],
  ['?ref=cart', false],
  ['?status=authenticated', false],
  ['?ref=anna&status=authenticated', false],
  ['?ref=cart&status=', false],
  ['', false],
])('a login with the query %j leads to the checkout: %s', (search, leads) => {
  for (const locale of locales) {
    const parts = layoutFor({ path: `/${locale}/kurse`, locale, query: new URLSearchParams(search) });
    expect(parts.cart_login_redirect).toBe(leads ? `/${locale}/checkout/shop?dialog=address` : null);
  }
});

test('the constants are those of docs/behaviour/navigation-and-layout.md#durations-and-lengths', () => {
  expect({
    ...timings,
    ...layout,
    ...pageSizes,
    itemsWithoutArrows,
    refreshMarginSeconds,
    authCookieSeconds,
  }).toEqual({
    notificationAutoClose: 5000,
    languageSwitcherDelay: 3000,
    cartLoginRedirect: 1000,
    localeChangeNavigation: 500,
    layoutPaddingRecalculation: 2200,
    modalCloseAnimation: 200,
    burgerBelow: 1024,
    cartScrollStep: 100,
    linkPrefetchMargin: 200,
    modalLayer: 1005,
    paymentPopup: { width: 400, height: 570 },
    activities: 10,
    payments: 5,
    itemsWithoutArrows: 2,
    refreshMarginSeconds: 25,
    authCookieSeconds: 2 * 365 * 24 * 3600,
  });
});
