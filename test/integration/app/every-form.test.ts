import { describe, expect, test } from 'vitest';
import { locales } from '#core/model/values.ts';
import { openTestPages } from '#test/integration/support/read-pages.ts';
import { password, register } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { isLongRun } from '#test/run-length.ts';

const shop = await openTestShop();
const { openBrowser } = await openTestPages(shop);

const pagesOfVisitors = [
  '',
  '/kurse',
  '/kurse?q=klavier&sort=title',
  '/kurse/clara-schumann',
  '/geschenke',
  '/geschenke/geschenk-clara-schumann',
  '/geschenkboxen',
  '/experten',
  '/preise',
  '/masterpass',
  '/specials/winterlos',
  '/angebote/herbst',
  '/suche?q=klavier',
  '/kontakt',
  '/newsletter',
  '/newsletter/bestaetigen',
  '/newsletter/abmelden',
  '/redeem',
  '/redeem?code=gutschein-50',
  '/bestellung',
  '/datenschutz',
  '/bestellung?id=1',
  '/widerrufsbelehrung',
  '/widerrufsbelehrung?schritt=formular',
  '/kuendigung',
  '/auth/login',
  '/auth/login?tab=register',
  '/auth/passwort',
  '/auth/passwort?schritt=neu',
  '/auth/passwort?konto=neu',
  '/auth/bestaetigen',
  '/auth/email',
  '/auth/email-zurueck',
  '/auth/konto-loeschen',
  '/gibt-es-nicht',
];
const pagesOfLearners = [
  '/profil',
  '/profil/master',
  '/profil/merkliste',
  '/profil/subscription',
  '/redeem?code=gutschein-50',
  '/widerrufsbelehrung?schritt=formular',
  '/kuendigung',
  '/kontakt',
  '/newsletter',
];

/**
 * Forms that need JavaScript, by page: buying. Their buttons do not send them before the page
 * is hydrated.
 */
const needJavaScript: Readonly<Record<string, number>> = {
  '/geschenke/geschenk-clara-schumann': 1,
  '/angebote/herbst': 1,
  // A passkey is made by the browser.
  '/profil': 1,
};

interface Form {
  readonly attributes: string;
  readonly inputs: readonly string[];
  readonly buttons: readonly string[];
}

function formsOf(html: string): readonly Form[] {
  return [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([, attributes = '', inside = '']) => ({
    attributes,
    inputs: [...inside.matchAll(/<(?:input|select|textarea)\b[^>]*>/g)].map(([tag]) => tag),
    buttons: [...inside.matchAll(/<button\b[^>]*type="submit"[^>]*>/g)].map(([tag]) => tag),
  }));
}

const attribute = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? null;

async function openLearner() {
  const { email } = await register(shop);
  const browser = openBrowser();
  await browser.post('/de/auth/login', { form: 'login', email, password });
  return browser;
}

const visits = [
  ...pagesOfVisitors.map((route) => [route, 'a visitor', openBrowser] as const),
  ...pagesOfLearners.map((route) => [route, 'a learner', openLearner] as const),
];

describe('every form of the pages', () => {
  /** Many pages have the same search, newsletter or logout, which somebody new sends once. */
  const sent = new Set<string>();

  function isFirst(request: string): boolean {
    const isNew = !sent.has(request);
    sent.add(request);
    return isNew;
  }

  /** In the quick run the languages take turns. */
  const inLanguages = visits.map((visit, index) => {
    const turn = locales.filter((_, place) => isLongRun || place === index % locales.length);
    return [...visit, turn] as const;
  });

  test.each(inLanguages)(
    '%s of %s has method, action, named inputs and a button, and its action knows it',
    async (route, who, open, languages) => {
      for (const locale of languages) {
        const browser = await open();
        const page = await browser.get(`/${locale}${route}`);
        expect(page.status).toBe(route === '/gibt-es-nicht' ? 404 : 200);
        const forms = formsOf(await page.text());
        const sendable = forms.filter(({ buttons }) => buttons.length > 0);
        expect(forms.length - sendable.length, 'forms that need JavaScript').toBe(needJavaScript[route] ?? 0);
        for (const { attributes, inputs, buttons } of sendable) {
          const action = (attribute(attributes, 'action') ?? '').replaceAll('&amp;', '&');
          expect(action, attributes).toMatch(new RegExp(`^/${locale}(?:/|$)`));
          for (const tag of inputs) expect(attribute(tag, 'name'), tag).toBeTruthy();
          if (attribute(attributes, 'method') !== 'post') {
            if (isFirst(`${who} ${action}`))
              expect([200, 404], action).toContain((await browser.get(action)).status);
            continue;
          }
          for (const button of buttons) {
            expect(attribute(button, 'name'), button).toBe('form');
            if (!isFirst(`${who} ${action} ${attribute(button, 'value')}`)) continue;
            const answer = await (await open()).post(action, { form: attribute(button, 'value') ?? '' });
            expect([303, 401, 403, 404, 409, 410, 422], `${action} ${button}`).toContain(answer.status);
          }
        }
      }
    },
  );
});
