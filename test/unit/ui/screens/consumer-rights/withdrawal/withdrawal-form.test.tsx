import { expect, test } from 'vitest';
import { createSessionStore } from '#core/storefront/kernel/session-store.ts';
import { germanPayment } from '#test/support/german-payment.ts';
import { renderInShop } from '#test/support/render-in-shop.tsx';
import { WithdrawalForm } from '#ui/screens/consumer-rights/withdrawal/withdrawal-form.tsx';

const declaration = {
  step: 'form',
  kept: null,
  isBusy: false,
  error: null,
  declare: async () => {},
} as const;

const choiceIn = async (locale: 'de' | 'en') => {
  const stores = { session: createSessionStore() };
  const form = <WithdrawalForm orders={[germanPayment]} declaration={declaration} />;
  const markup = await renderInShop(form, { locale, stores });
  return /<strong[^>]*>.*?<\/strong>[^<]*/.exec(markup)?.[0];
};

test('an order in the other language is offered with its title marked, the words around it are not', async () => {
  expect(await choiceIn('en')).toBe('<strong lang="de">Zeichnen lernen</strong> and 2 more items');
  expect(await choiceIn('de')).toBe('<strong>Zeichnen lernen</strong> und 2 weitere Artikel');
});
