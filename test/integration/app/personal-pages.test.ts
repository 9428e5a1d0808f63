import { describe, expect, test } from 'vitest';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { createShopApi } from '#server/api.ts';
import { createKeptAnswers } from '#server/platform/http/kept-answers.ts';
import { openTestPages } from '#test/integration/support/read-pages.ts';
import { password, register } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const keptAnswers = createKeptAnswers({ changes: { version: () => 1 }, now: shop.context.clock.now });
const api = createShopApi(shop.context, apiTexts, { keptAnswers });
const { openBrowser } = await openTestPages({ ...shop, api });

const paths = [
  '/de',
  '/en',
  '/de/kurse',
  '/en/kurse/albrecht-duerer',
  '/de/profil',
  '/en/profil/master',
  '/de/profil/merkliste',
  '/de/profil/subscription',
  '/de/checkout/shop',
];

async function openLearner() {
  const { email, id } = await register(shop);
  const browser = openBrowser();
  await browser.post('/de/auth/login', { form: 'login', email, password });
  return { browser, secrets: [email, id] };
}

describe('pages that are rendered at the same time', () => {
  test('show each learner what is theirs, and nothing of another', async () => {
    const learners = await Promise.all([openLearner(), openLearner(), openLearner()]);
    const read = (path: string) =>
      learners.map(async ({ browser, secrets }) => {
        const answer = await browser.get(path);
        const html = await answer.text();
        expect([answer.status, answer.headers.get('Cache-Control')], path).toEqual([
          200,
          'private, no-store',
        ]);
        for (const secret of secrets) expect(html.includes(secret), path).toBe(true);
        for (const other of learners.flatMap((learner) => learner.secrets))
          if (!secrets.includes(other)) expect(html.includes(other), path).toBe(false);
      });
    // The second time, what everybody shares comes from memory.
    for (const _ of ['first', 'second']) await Promise.all(paths.flatMap(read));
  });
});
