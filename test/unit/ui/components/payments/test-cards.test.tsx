import type { ComponentProps } from 'react';
import { expect, test } from 'vitest';
import type { PaymentOffer } from '#core/rules/payments/payment-rules.ts';
import deCheckout from '#locales/de/checkout.json' with { type: 'json' };
import enCheckout from '#locales/en/checkout.json' with { type: 'json' };
import { renderInShop } from '#test/support/render-in-shop.tsx';
import { CardEntryForm } from '#ui/components/payments/card-form.tsx';

type Entry = ComponentProps<typeof CardEntryForm>['entry'];

/** A card form whose fields are loading. */
const entry: Entry = {
  form: {
    containers: { current: {} },
    layout: 'separate',
    view: () => ({ isFocused: false, fault: null }),
    cardType: null,
    isReady: false,
    isFailed: false,
    isOffered: true,
    onFocus() {},
  },
  isReady: false,
  fields: null,
  failedToStart: null,
  failure: null,
  restart() {},
  startValidation: () => false,
  isComplete: () => false,
  tokenize: async () => null,
};

const payment: PaymentOffer = {
  settings: {},
  test_cards: [
    { provider: 'first', cards: [{ number: '4111', effect: { de: 'zahlt', en: 'pays' } }] },
    { provider: 'real', cards: null },
    { provider: 'second', cards: [{ number: '5454', effect: { de: 'fragt', en: 'asks' } }] },
    { provider: 'silent', cards: [] },
  ],
};

test.each([
  ['de', deCheckout.payment, 'zahlt', 'fragt'],
  ['en', enCheckout.payment, 'pays', 'asks'],
] as const)(
  'a card form shows the test cards of its provider only, in %s',
  async (locale, texts, one, two) => {
    const first = await renderInShop(<CardEntryForm entry={entry} />, { locale, payment });
    expect(first).toContain(texts.test_mode);
    expect(first).toContain('4111');
    expect(first).toContain(one);
    expect(first).not.toContain('5454');
    const second = await renderInShop(<CardEntryForm entry={entry} provider="second" />, { locale, payment });
    expect(second).toContain('5454');
    expect(second).toContain(two);
    expect(second).not.toContain('4111');
  },
);

test('a card form names missing values, and where the card type has its security code', async () => {
  const view: Entry['form']['view'] = (name) => ({
    isFocused: false,
    fault: name === 'number' ? 'missing' : null,
  });
  const form = { ...entry.form, cardType: 'american-express', view } as const;
  const html = await renderInShop(<CardEntryForm entry={{ ...entry, form }} />, { locale: 'en', payment });
  expect(html).toContain('id="card-number-error"');
  expect(html).toContain(enCheckout.payment.missing.number);
  expect(html).toContain(enCheckout.payment.hint.cvv_amex);
});

test('a test provider without test cards shows only that nothing is charged, a live provider nothing', async () => {
  const { test_mode, test_cards } = enCheckout.payment;
  const render = (provider: string, offer = payment) =>
    renderInShop(<CardEntryForm entry={entry} provider={provider} />, { locale: 'en', payment: offer });
  const silent = await render('silent');
  expect(silent).toContain(test_mode);
  expect(silent).not.toContain(test_cards);
  expect(await render('real')).not.toContain(test_mode);
  expect(await render('real', { settings: {} })).not.toContain(test_mode);
});
