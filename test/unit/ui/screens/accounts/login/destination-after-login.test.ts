import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { locales } from '#core/model/values.ts';
import { layoutFor } from '#core/rules/content/layout.ts';
import { runs } from '#test/run-length.ts';
import { destinationAfterLogin } from '#ui/components/accounts/login-form.tsx';

const site = 'https://shop.example';
const trick = fc.constantFrom(
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/a//evil.example',
  '\t//evil.example',
);

describe('where a login leads', () => {
  test.prop([fc.constantFrom(...locales), fc.oneof(trick, fc.webUrl(), fc.string())], { numRuns: runs(500) })(
    'is always this site',
    (locale, returnTo) => {
      const destination = destinationAfterLogin(locale, new URLSearchParams({ returnTo }));
      expect(new URL(destination, site).origin).toBe(site);
    },
  );

  test('is the previous page, else the courses', () => {
    expect(destinationAfterLogin('de', new URLSearchParams({ returnTo: '/de/kurse?x=1' }))).toBe(
      '/de/kurse?x=1',
    );
    expect(destinationAfterLogin('en', new URLSearchParams())).toBe('/en/profil/master');
  });

  test('is in the language of the login, which may have been switched there', () => {
    const to = (returnTo: string) => destinationAfterLogin('en', new URLSearchParams({ returnTo }));
    expect(to('/de/kurse/clara-schumann?x=/de/a#fragen')).toBe('/en/kurse/clara-schumann?x=/de/a#fragen');
    expect(to('/de')).toBe('/en');
    expect(to('/en/kurse')).toBe('/en/kurse');
    expect(to('/deutsch')).toBe('/deutsch');
  });

  test('is a page that redirects to the checkout, after a login from the cart', () => {
    const destination = new URL(destinationAfterLogin('de', new URLSearchParams({ ref: 'cart' })), site);
    const layout = layoutFor({ path: destination.pathname, locale: 'de', query: destination.searchParams });
    expect(layout.cart_login_redirect).toBe('/de/checkout/shop?dialog=address');
  });
});
