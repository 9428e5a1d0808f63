import { expect, test } from 'vitest';
import type { OpenedPayments } from '#app/modules/open-payments.ts';
import { paymentOfferOf } from '#app/modules/payment-offer.ts';
import type { OpenPayment } from '#ports/modules.ts';
import { createMemoryPaymentGateway } from '#test/support/memory-payment-gateway.ts';

type Opened = OpenedPayments['offered'][number];

/** Opens a module; with `isCard: false` it takes transfers only. */
function opened(name: string, changes: Partial<OpenPayment> = {}, isCard = true): Opened {
  const { vault: _, ...others } = createMemoryPaymentGateway();
  const gateway = isCard ? createMemoryPaymentGateway() : others;
  const module = {
    kind: 'payment',
    name,
    settings: {},
    label: { de: `${name} (de)`, en: `${name} (en)` },
    open: () => ({ gateway }),
  } as const;
  return { gateway: { ...gateway, name }, module, ...changes };
}

const cards = [{ number: '4111', effect: { de: 'zahlt', en: 'pays' } }];
const offer = (...offered: Opened[]) => paymentOfferOf({ offered, transfer: null });

test('test cards and names are in the order of the shop, and a provider that moves money has no test cards', () => {
  const some = offer(opened('second', { test: { cards } }), opened('first'), opened('bank', {}, false));
  expect(some.test_cards).toEqual([
    { provider: 'second', cards },
    { provider: 'first', cards: null },
  ]);
  expect(Object.keys(some.labels ?? {})).toEqual(['second', 'first']);
  expect(offer(opened('first')).test_cards).toBeUndefined();
  expect(offer(opened('first')).labels).toBeUndefined();
});

test('the order of the rows is given if it is not all cards, then the transfer', () => {
  const bank = opened('bank', {}, false);
  const texts = { label: { de: 'iDEAL', en: 'iDEAL' }, text: { de: 'Weiter', en: 'Continue' } };
  const plain = opened('ideal', { page: texts }, false);
  const page = { ...plain, gateway: { ...plain.gateway, pays_on: 'provider_page' } };
  expect(offer(opened('a'), bank, opened('b')).rows).toEqual(['card', 'transfer', 'card']);
  expect(offer(bank, opened('a')).rows).toEqual(['transfer', 'card']);
  expect(offer(opened('a'), bank)).not.toHaveProperty('rows');
  expect(offer(page, opened('a'), bank)).toMatchObject({
    pages: { ideal: texts },
    rows: ['page:ideal', 'card', 'transfer'],
  });
});

test('the wallets before the address are those of the first provider that has some, with its limits', () => {
  const free = opened('free', { offer: { has_wallet_addresses: true } });
  const fixed = opened('fixed', { offer: { has_wallet_addresses: true, has_fixed_wallet_amounts: true } });
  const plain = opened('plain');
  const shown = (...offered: Opened[]) => {
    const { has_wallet_addresses, has_fixed_wallet_amounts, wallet_provider } = offer(...offered);
    return [has_wallet_addresses, has_fixed_wallet_amounts, wallet_provider];
  };
  expect(shown(free, fixed)).toEqual([true, false, undefined]);
  expect(shown(plain, fixed, free)).toEqual([true, true, 'fixed']);
  expect(shown(plain)).toEqual([false, false, undefined]);
});
