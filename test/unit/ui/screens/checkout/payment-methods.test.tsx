import { describe, expect, test } from 'vitest';
import { renderInShop } from '#test/support/render-in-shop.tsx';
import type { CardProviders } from '#ui/screens/checkout/payment-methods.tsx';
import {
  cardChoices,
  isTypedCard,
  methodsInOrder,
  PaymentMethods,
  startOf,
} from '#ui/screens/checkout/payment-methods.tsx';

const providers: CardProviders = {
  names: ['acme_pay', 'sandbox', 'other_pay'],
  provider: 'sandbox',
  labelOf: (name) => (name === 'acme_pay' ? 'Acme Pay' : name),
};

const saved = { id: 'saved-1', label: 'Visa 1881' };
const transfer = { id: 'transfer', label: 'Transfer' };

/** What a shopper sees: the names of the choices in order, and the text of each panel that is not empty. */
async function show(
  place: number | undefined,
  { shown = providers, others = true }: { readonly shown?: CardProviders; readonly others?: boolean } = {},
) {
  const choices = methodsInOrder({
    saved: others ? [saved] : [],
    cards: cardChoices(shown, 'Card', <p>fields of {shown.provider}</p>),
    transfer: others ? transfer : null,
    cardsBeforeTransfer: place,
  });
  const chosen = choices.find(({ children }) => children)?.id ?? null;
  const html = await renderInShop(
    <PaymentMethods choices={choices} chosen={chosen} onChoose={() => undefined} />,
    { locale: 'en' },
  );
  const names = [...html.matchAll(/<label[^>]*>.*?<\/label>/gs)].map(([label]) =>
    label.replaceAll(/<[^>]*>/g, ''),
  );
  const checked = [...html.matchAll(/<input[^>]*>/g)].map(([input]) => input.includes('checked'));
  return { names, checked: names[checked.indexOf(true)], fields: html.match(/fields of \w+/g) ?? [] };
}

describe('the payment methods', () => {
  test.each([
    [undefined, ['Visa 1881', 'Card (Acme Pay)', 'Card (sandbox)', 'Card (other_pay)', 'Transfer']],
    [0, ['Visa 1881', 'Transfer', 'Card (Acme Pay)', 'Card (sandbox)', 'Card (other_pay)']],
    [2, ['Visa 1881', 'Card (Acme Pay)', 'Card (sandbox)', 'Transfer', 'Card (other_pay)']],
  ])('stand in the order of the shop, with %s cards before the transfer', async (place, expected) => {
    expect((await show(place)).names).toEqual(expected);
  });

  test.each(providers.names)('mount the fields of the chosen provider only: %s', async (provider) => {
    const { fields, checked } = await show(undefined, { shown: { ...providers, provider } });
    expect(fields).toEqual([`fields of ${provider}`]);
    expect(checked).toBe(`Card (${providers.labelOf(provider)})`);
  });

  test('are no choice where there is one provider and nothing else', async () => {
    const one = { ...providers, names: ['sandbox'] };
    expect(await show(undefined, { shown: one, others: false })).toEqual({
      names: [],
      checked: undefined,
      fields: ['fields of sandbox'],
    });
  });

  test('keep the first provider’s place in the page when its name becomes known', () => {
    const [before] = cardChoices({ ...providers, names: [''], provider: '' }, 'Card', 'fields');
    const [after, second] = cardChoices({ ...providers, provider: 'acme_pay' }, 'Card', 'fields');
    expect(before).toMatchObject({ children: 'fields' });
    expect(after).toMatchObject({ id: before?.id, children: 'fields' });
    expect(second?.id).not.toBe(before?.id);
    expect([after, second, transfer, saved].map((one) => isTypedCard(one?.id ?? null))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

test('the fields start with the chosen provider’s token, also while it has none', () => {
  const first = { client_token: 'first-token', provider: 'acme_pay' };
  const started = {
    ...first,
    providers: [
      { name: 'acme_pay', client_token: 'first-token' },
      { name: 'sandbox', client_token: 'second-token' },
      { name: 'other_pay', client_token: null },
    ],
  };
  expect(startOf(started, '')).toEqual(first);
  expect(startOf(started, 'sandbox')).toEqual({ client_token: 'second-token', provider: 'sandbox' });
  expect(startOf(started, 'other_pay')).toEqual({ client_token: null, provider: 'other_pay' });
  expect(startOf(started, 'gone_pay')).toEqual(first);
});
