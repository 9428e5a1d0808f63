import { type CardFormSite, pageHarness, startCardFormSite } from 'meisterhand/browser';
import { describeCardTokenizer } from 'meisterhand/kits';
import { afterAll, beforeAll } from 'vitest';
import { notYet } from '../src/not-yet.ts';

let site: CardFormSite;

/** Needs Chromium: at CHROMIUM_PATH, or Playwright's (`npx playwright install chromium`). */
beforeAll(async () => {
  site = await startCardFormSite({
    browser: new URL('../src/browser.ts', import.meta.url),
    policy: (provider) => `script-src 'nonce-page'; style-src 'nonce-page'; frame-src ${provider}`,
  });
}, 60_000);

afterAll(() => site.close());

const rest = { cardholderName: 'Johanna Brandt', expirationDate: '1230', cvv: '123' };

describeCardTokenizer({
  name: 'sample-name',
  async create() {
    // Start a simulator of the provider here, and close it in `dispose`.
    const url = 'http://127.0.0.1:1';
    const form = await site.open({ url });
    return {
      ...pageHarness(form, `${url}/**`),
      cards: {
        accepted: { ...rest, number: '4111111111111111' },
        challenge: { ...rest, number: '4000000000001091' },
        unverified: { ...rest, number: '4111111111111111' },
      },
      mount: (kind) => form.mount(`a client token that is ${kind}`),
      type: async () => notYet("type the text into the provider's field"),
      readError: async () => notYet('return the error that a screen reader reads in the field'),
      actionData: async () => notYet('return the data of an action in the page, or skip `pageActionTests`'),
      answerAction: async () => notYet('answer the action in the page, or close its dialog'),
      answerChallenge: async () => notYet("answer the bank's question, or skip the tests with a reason"),
      useWallet: async () => notYet('press the button of the wallet, or skip the tests with a reason'),
      dispose: () => form.context.close(),
    };
  },
});
