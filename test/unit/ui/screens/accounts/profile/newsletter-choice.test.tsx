import { expect, test } from 'vitest';
import { renderInShop } from '#test/support/render-in-shop.tsx';
import { learner } from '#test/unit/core/storefront/people.ts';
import { NewsletterChoice } from '#ui/screens/accounts/profile/newsletter-choice.tsx';

test('the address of the newsletter is shown in Unicode', async () => {
  const reader = {
    ...{ ...learner, email: 'kontakt@xn--mller-kva.de', shown_email: 'kontakt@müller.de' },
    ...{ newsletter: true, is_email_confirmed: true },
  };
  const markup = await renderInShop(<NewsletterChoice learner={reader} saved={null} />, { locale: 'en' });
  expect(markup).toContain('kontakt@müller.de');
  expect(markup).not.toContain('xn--');
});
