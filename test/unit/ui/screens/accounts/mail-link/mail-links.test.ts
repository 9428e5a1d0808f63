import { describe, expect, test } from 'vitest';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { locales } from '#core/model/values.ts';
import { routeOf } from '#core/rules/basics/site-paths.ts';
import { type AccountMailRow, composeAccountMail } from '#server/mail/account-mails.ts';
import type { Brand } from '#server/platform/outbox/mail-layout.ts';
import routes from '#ui/routes.ts';
import { mailLinks } from '#ui/screens/accounts/mail-link/mail-links.ts';

const { de: german, en: english } = apiTexts.mails;

const paths = routes.flatMap(({ children = [] }) => children).map(({ path }) => `/${path ?? ''}`);
const texts = { de: german, en: english };
const brand = { name: 'Meisterhand' } as Brand;
const token = 'a'.repeat(22);

const rows: readonly AccountMailRow[] = (
  [
    'set_password',
    'reset_password',
    'email_confirmation',
    'email_change',
    'email_changed',
    'account_deletion',
    'newsletter_confirm',
    'newsletter_welcome',
  ] as const
).map((template) => ({ template, facts: { token, email: 'neu@example.org' } }));

describe.each(locales)('a link mailed in %s', (locale) => {
  test.each(rows)('of $template leads to a page', (row) => {
    const siteUrl = 'https://meisterhand.example';
    const {
      action,
      parts,
      notes = [],
    } = composeAccountMail({ siteUrl, texts: texts[locale], brand, locale }, row);
    const addresses = [...parts, ...notes].flatMap((part) => (part.kind === 'link' ? [part.url] : []));
    const links = [...(action ? [action.url] : []), ...addresses].map((url) => new URL(url));
    expect(links).toHaveLength(1);
    for (const { pathname, search, hash } of links) {
      expect(pathname.startsWith(`/${locale}/`)).toBe(true);
      expect(paths).toContain(routeOf(pathname));
      // A query is sent to the server, to other sites and to analytics.
      expect(search).not.toContain(token);
      expect(hash).toBe(`#token=${token}`);
    }
  });
});

test('the pages of links and the pages after them are routes', () => {
  for (const [route, { onward, instead }] of Object.entries(mailLinks)) {
    for (const path of [route, onward, instead]) expect(paths).toContain(path);
  }
});
