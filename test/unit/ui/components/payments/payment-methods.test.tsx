import { describe, expect, test } from 'vitest';
import { renderInShop } from '#test/support/render-in-shop.tsx';
import {
  cardChoices,
  isTypedCard,
  methodsInOrder,
  type OfferedProviders,
  PaymentMethods,
  startOf,
} from '#ui/components/payments/payment-methods.tsx';

const providers: OfferedProviders = {
  names: ['acme_pay', 'sandbox', 'other_pay'],
  provider: 'sandbox',
  labelOf: (name) => (name === 'acme_pay' ? 'Acme Pay' : name),
};

const saved = { id: 'saved-1', label: 'Visa 1881' };
const transfer = { id: 'transfer', label: 'Transfer' };
const page = { id: 'page:ideal', label: 'iDEAL' };

/** Renders the choices. Returns their names in order, the checked one, and the card fields. */
async function show(
  rows: readonly string[] | undefined,
  { shown = providers, others = true }: { readonly shown?: OfferedProviders; readonly others?: boolean } = {},
) {
  const choices = methodsInOrder({
    saved: others ? [saved] : [],
    cards: cardChoices(shown, 'Card', <p>fields of {shown.provider}</p>),
    others: others ? { transfer, 'page:ideal': page } : {},
    rows,
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
    [undefined, ['Visa 1881', 'Card (Acme Pay)', 'Card (sandbox)', 'Card (other_pay)', 'Transfer', 'iDEAL']],
    [
      'transfer card card card',
      ['Visa 1881', 'Transfer', 'Card (Acme Pay)', 'Card (sandbox)', 'Card (other_pay)'],
    ],
    [
      'page:ideal card transfer card',
      ['Visa 1881', 'iDEAL', 'Card (Acme Pay)', 'Transfer', 'Card (sandbox)'],
    ],
    // A provider that is not available has no row.
    ['page:other card page:ideal', ['Visa 1881', 'Card (Acme Pay)', 'iDEAL']],
  ])('have the order of the settings: %s', async (rows, expected) => {
    expect((await show(rows?.split(' '))).names).toEqual(expected);
  });

  test.each(providers.names)('mount the fields of the chosen provider only: %s', async (provider) => {
    const { fields, checked } = await show(undefined, { shown: { ...providers, provider } });
    expect(fields).toEqual([`fields of ${provider}`]);
    expect(checked).toBe(`Card (${providers.labelOf(provider)})`);
  });

  test('are not shown as a choice if there is only one', async () => {
    const one = { ...providers, names: ['sandbox'] };
    expect(await show(undefined, { shown: one, others: false })).toEqual({
      names: [],
      checked: undefined,
      fields: ['fields of sandbox'],
    });
  });

  test('keep the id of the first provider when its name becomes known', () => {
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

test('the fields start with token and card support of the chosen provider, also without a token', () => {
  const first = { client_token: 'first-token', provider: 'acme_pay' };
  const started = {
    ...first,
    providers: [
      { name: 'acme_pay', client_token: 'first-token', takes_cards: true },
      { name: 'sandbox', client_token: 'second-token', takes_cards: false },
      { name: 'other_pay', client_token: null, takes_cards: true },
    ],
  };
  const second = { client_token: 'second-token', provider: 'sandbox', takes_cards: false };
  expect(startOf(started, '')).toEqual({ ...first, takes_cards: true });
  expect(startOf(started, 'sandbox')).toEqual(second);
  expect(startOf(started, 'other_pay')).toEqual({
    client_token: null,
    provider: 'other_pay',
    takes_cards: true,
  });
  expect(startOf(started, 'gone_pay')).toEqual({ ...first, takes_cards: true });
});
