import { expect, type Page, test } from '@playwright/test';
import { withShopDatabase } from '#test/e2e/support/shop-database.ts';

/** Records the browser's messages about blocked scripts and styles. */
function collectViolations(page: Page): readonly string[] {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text());
  });
  return violations;
}

for (const path of ['/de', '/en', '/de/kurse']) {
  test(`${path}, which is cached for all visitors, runs only scripts whose hash is in its policy`, async ({
    page,
  }) => {
    const violations = collectViolations(page);
    const response = await page.goto(path);
    await page.waitForLoadState('load');
    const policy = response?.headers()['content-security-policy'] ?? '';
    expect(policy).toMatch(/script-src 'self' 'sha256-/);
    expect(policy).not.toMatch(/nonce|script-src[^;]*unsafe/);
    await expect(page.locator('html[data-works]')).toBeAttached();
    expect(violations).toEqual([]);
    const hasRun = await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'document.documentElement.dataset.injected = ""';
      document.head.append(script);
      return 'injected' in document.documentElement.dataset;
    });
    expect(hasRun).toBe(false);
    await expect.poll(() => violations.length).toBe(1);
  });
}

test('a script in the text of a cached page does not run', async ({ page }) => {
  const slug = 'warum-eine-sauce-gerinnt';
  const injected = '<script>document.documentElement.dataset.injected = ""</script>';
  const blocked = collectViolations(page);
  const setText = (html: (text: string) => string) =>
    withShopDatabase(async (db) => {
      const post = await db
        .selectFrom('posts')
        .select('html')
        .where('slug', '=', slug)
        .executeTakeFirstOrThrow();
      await db
        .updateTable('posts')
        .set({ html: html(post.html) })
        .where('slug', '=', slug)
        .execute();
    });
  await setText((text) => text + injected);
  try {
    await expect.poll(async () => (await page.request.get(`/de/blog/${slug}`)).text()).toContain(injected);
    const opened = await page.goto(`/de/blog/${slug}`);
    expect(opened?.headers()['content-security-policy']).toMatch(/'sha256-/);
    await expect(page.locator('html[data-works]')).toBeAttached();
    await expect(page.locator('html[data-injected]')).toHaveCount(0);
    expect(blocked).toHaveLength(1);
  } finally {
    await setText((text) => text.replace(injected, ''));
  }
});

for (const path of ['/de/gibt-es-nicht', '/de/checkout/shop']) {
  test(`${path} runs without a violation of its Content-Security-Policy`, async ({ page }) => {
    const violations = collectViolations(page);
    const response = await page.goto(path);
    await page.waitForLoadState('load');
    const nonce = /'nonce-([^']+)'/.exec(response?.headers()['content-security-policy'] ?? '')?.[1];
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

test('every document of one visitor has its own nonce, and only the checkout may embed the card fields', async ({
  request,
}) => {
  const policyOf = async (path: string) =>
    (await request.get(path)).headers()['content-security-policy'] ?? '';
  expect(await policyOf('/de/kontakt')).toContain("'nonce-");
  expect(await policyOf('/de/kontakt')).not.toBe(await policyOf('/de/kontakt'));
  for (const path of ['/de', '/de/kontakt']) expect(await policyOf(path)).toContain("frame-src 'none'");
  expect(await policyOf('/de/checkout/shop')).toMatch(/frame-src http:\/\/127\.0\.0\.1:\d+;/);
});
