import { cents } from 'meisterhand/rules';
import { expect, test } from 'vitest';
import { actionPage } from '../../src/gateway/action-page.ts';
import { challengePage } from '../../src/gateway/frame-pages.ts';
import type { ActionEntry } from '../../src/gateway/ledger-file.ts';
import { walletPage } from '../../src/gateway/wallet-page.ts';

const action: ActionEntry = {
  ...{ type: 'action', at: 0, kind: 'redirect', locale: 'de' },
  ...{
    return_url: 'https://shop.example/',
    attempt_key: 'ORDER-1/1',
    order_code: 'ORDER-1',
    amount: cents(1_999),
  },
  ...{
    transaction_id: 'transaction-1',
    payment_method_nonce: 'nonce-1',
    customer_id: null,
    vault_token: null,
  },
  card: { brand: 'visa', last_four: '3212', behaviour: 'accepted' },
};
const parts = { lang: 'de', nonce: 'nonce', files: '/files', settings: {} } as const;

test('nothing can be confirmed before the script of a page is there', async () => {
  const pages = [
    challengePage({ ...parts, shop: 'shop.example', amount: 1_999, last_four: '1091', isHopeless: false }),
    walletPage({ ...parts, wallet: 'paypal', email: 'karla@meisterhand.example' }),
    actionPage({ ...parts, isOpen: true, action }),
  ];
  const buttons = (await Promise.all(pages)).map((page) => String(page).match(/<button[^>]*>/g) ?? []);
  expect(buttons.map(({ length }) => length)).toEqual([1, 3, 3]);
  for (const button of buttons.flat()) expect(button).toMatch(/ disabled>$/);
  // Otherwise Enter would submit the form.
  expect(String(await pages[0])).toMatch(/<input id="code"[^>]* disabled>/);
});
