import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { findOrBringBrowser } from '#test/e2e/support/find-browser.ts';
import { type CardFormSite, pageHarness, startCardFormSite } from '#test/kits/browser/card-form-site.ts';
import { cardTokenizerCases } from '#test/kits/card-tokenizer-kit.ts';

let site: CardFormSite;

beforeAll(async () => {
  site = await startCardFormSite({
    browser: new URL('../support/unsafe-card-form.ts', import.meta.url),
    executablePath: findOrBringBrowser(projectRoot),
    policy: () => "script-src 'nonce-page'; style-src 'nonce-page'",
  });
});

afterAll(() => site.close());

const card = { cardholderName: 'Johanna Brandt', number: '4111111111111111', expirationDate: '12', cvv: '1' };

const keeps = 'keeps no nonce, client token or card number where another script could read it';

const exposing =
  'exposes no card number to the page: in a message, event, element, name, URL or on the console';

// Only a real page has the storage, listeners and messages that the kit inspects.
test.each([
  ['ignores messages that do not come from the provider', 'storage'],
  ['ignores messages that do not come from the provider', 'counted message'],
  [keeps, 'storage'],
  [keeps, 'global'],
  [keeps, 'console'],
  [keeps, 'history'],
  [keeps, 'database'],
  [exposing, 'message'],
  [exposing, 'event'],
  [exposing, 'attribute'],
  [exposing, 'attribute for a moment'],
  [exposing, 'field name'],
  [exposing, 'value'],
  [exposing, 'text'],
  [exposing, 'name of the window'],
  [exposing, 'number on the console'],
  [exposing, 'fragment'],
  [exposing, 'address for a moment'],
  [exposing, 'port'],
  ['leaves no listeners and intervals behind, however often it is mounted', 'storage'],
  ['reports no liability shift for a card that its bank has not verified', 'storage'],
])('an unsafe card form fails the test of the kit: %s (%s)', async (title, place) => {
  const form = await site.open({ url: 'http://127.0.0.1:1' });
  const refuse = () => Promise.reject(new Error('Not part of these tests'));
  const harness = {
    ...pageHarness(form, '**'),
    cards: { accepted: card, challenge: card, unverified: card },
    mount: () => form.mount('a client token', { place }),
    type: async () => {},
    readError: refuse,
    answerChallenge: refuse,
    useWallet: refuse,
    setOutage: (isOut: boolean) => form.context.setOffline(isOut),
    dispose: () => form.context.close(),
  };
  await expect(cardTokenizerCases[title]?.(harness) ?? refuse()).rejects.toThrow(/expected/);
  await harness.dispose();
});
