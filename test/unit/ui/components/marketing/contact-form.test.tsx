import { expect, test } from 'vitest';
import { createSessionStore } from '#core/storefront/kernel/session-store.ts';
import { renderInShop } from '#test/support/render-in-shop.tsx';
import { learner } from '#test/unit/core/storefront/people.ts';
import { ContactForm } from '#ui/components/marketing/contact-form.tsx';
import { type ContactValues, emptyContact } from '#ui/components/marketing/contact-schema.ts';

const shownEmail = 'kontakt@müller.de';

const formWith = (draft: ContactValues) =>
  renderInShop(<ContactForm draft={{ current: draft }} />, {
    locale: 'de',
    stores: {
      session: createSessionStore({ status: 'logged_in', learner: { ...learner, shown_email: shownEmail } }),
    },
  });

test('a message that was typed but not sent is in the form when it is shown again', async () => {
  const markup = await formWith({ ...emptyContact, name: 'Ada Kern', message: 'Kommt der Gutschein heute?' });
  expect(markup).toContain('Kommt der Gutschein heute?');
  expect(markup).toContain('value="Ada Kern"');
  expect(markup).toContain(`value="${shownEmail}"`);
});
