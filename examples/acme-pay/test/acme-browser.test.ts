import { type CardFormSite, type OpenCardForm, pageHarness, startCardFormSite } from 'meisterhand/browser';
import { describeCardTokenizer } from 'meisterhand/kits';
import type { CardFieldName } from 'meisterhand/rules';
import { afterAll, beforeAll } from 'vitest';
import { testCards } from '../simulator/ledger.ts';
import { startSimulator } from '../simulator/simulator.ts';

let site: CardFormSite;

beforeAll(async () => {
  site = await startCardFormSite({
    browser: new URL('../src/browser.ts', import.meta.url),
    policy: (acme) => `script-src 'nonce-page'; style-src 'nonce-page'; frame-src ${acme}`,
  });
}, 60_000);

afterAll(() => site.close());

const rest = { cardholderName: 'Johanna Brandt', expirationDate: '1230', cvv: '123' };
const noChallenge = 'Acme Pay asks the bank when the card is charged, not before: see requires_action';
const noWallets = 'Acme Pay has no wallets';

/** All fields are in one frame. */
function inputOf({ page }: OpenCardForm, field: CardFieldName) {
  return page.frameLocator('.field iframe').locator(`#${field}`);
}

function tokenOf(url: string, kind: 'valid' | 'expired' | 'malformed'): string {
  const expires_at = Date.now() + (kind === 'expired' ? -1 : 60_000);
  return kind === 'malformed' ? 'no token' : btoa(JSON.stringify({ url, expires_at }));
}

describeCardTokenizer({
  name: 'Acme Pay in Chromium',
  skip: [
    { test: 'returns a nonce with liability shift after a passed challenge', reason: noChallenge },
    { test: 'fails when a challenge fails or is cancelled, and can be tried again', reason: noChallenge },
    { test: 'returns a nonce of each approved wallet, and another one the next time', reason: noWallets },
  ],
  async create() {
    const simulator = await startSimulator();
    const form = await site.open(simulator);
    const input = (field: CardFieldName) => inputOf(form, field);
    return {
      ...pageHarness({ ...form, input }, `${simulator.url}/**`),
      cards: {
        accepted: { ...rest, number: testCards.accepted },
        challenge: { ...rest, number: testCards.redirect },
        unverified: { ...rest, number: testCards.accepted },
      },
      mount: (kind) => form.mount(tokenOf(simulator.url, kind)),
      type: (field, text) => input(field).pressSequentially(text),
      readError: (field) =>
        input(field).evaluate((element) => {
          if (element.getAttribute('aria-invalid') !== 'true') return null;
          return document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
        }),
      async actionData() {
        const request = { reference: 'ORDER', amount: 8_900, currency: 'EUR', customer: null };
        const token = simulator.ledger.tokenize(testCards.frame) ?? '';
        const payment = simulator.ledger.pay({ ...request, key: `ORDER/${token}`, token });
        return typeof payment === 'string' ? payment : (payment.action?.url ?? '');
      },
      async answerAction(answer) {
        const dialog = form.page.getByRole('dialog', { name: 'Zahlung bestätigen' });
        if (answer === 'close') return dialog.getByRole('button', { name: 'Abbrechen' }).click();
        const name = answer === 'approve' ? 'Confirm' : 'Refuse';
        await dialog.frameLocator('iframe').getByRole('button', { name }).click();
      },
      answerChallenge: () => Promise.reject(new Error(noChallenge)),
      useWallet: () => Promise.reject(new Error(noWallets)),
      async dispose() {
        await form.context.close();
        await simulator.close();
      },
    };
  },
});
