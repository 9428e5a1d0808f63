import { expect, test } from '@playwright/test';

const pages = ['/de', '/en', '/de/kurse', '/de/gibt-es-nicht', '/de/checkout/shop'];

for (const path of pages) {
  test(`${path} runs without a violation of its Content-Security-Policy`, async ({ page }) => {
    const violations: string[] = [];
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) violations.push(message.text());
    });
    const answer = await page.goto(path);
    await page.waitForLoadState('load');
    const nonce = /'nonce-([^']+)'/.exec(answer?.headers()['content-security-policy'] ?? '')?.[1];
    expect(nonce).toBeTruthy();
    const unmarked = await page.evaluate(
      (expected) =>
        [
          ...document.querySelectorAll<HTMLScriptElement>(
            'script:not([type="application/json"]):not([type="application/ld+json"])',
          ),
        ].filter((script) => script.nonce !== expected).length,
      nonce,
    );
    expect(unmarked).toBe(0);
    expect(violations).toEqual([]);
  });
}

test('every document has its own nonce, and only the checkout may embed the card fields', async ({
  request,
}) => {
  const policyOf = async (path: string) =>
    (await request.get(path)).headers()['content-security-policy'] ?? '';
  expect(await policyOf('/de')).not.toBe(await policyOf('/de'));
  expect(await policyOf('/de')).toContain("frame-src 'none'");
  expect(await policyOf('/de/checkout/shop')).toMatch(/frame-src http:\/\/127\.0\.0\.1:\d+;/);
});
