import { expect, test } from '#test/e2e/support/shop-test.ts';

test('the root URL redirects to the language of the last visited page, without scripts', async ({
  playwright,
  baseURL,
}) => {
  const visitor = await playwright.request.newContext({
    baseURL: baseURL ?? '',
    extraHTTPHeaders: { 'Accept-Language': 'de' },
  });
  const root = async () => (await visitor.get('/', { maxRedirects: 0 })).headers().location;
  expect(await root()).toBe('/de');
  // Twice, because the second response comes from memory.
  for (let turn = 0; turn < 2; turn += 1) {
    for (const language of ['en', 'de']) {
      await visitor.get(`/${language}/kurse`);
      expect(await root()).toBe(`/${language}`);
    }
  }
  await visitor.dispose();
});

test('a page that comes from a shared cache sets the locale cookie', async ({ page, context }) => {
  await page.route('**/en/preise', async (route) => {
    const response = await route.fetch();
    const { 'set-cookie': _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  const localeOf = async () => (await context.cookies()).find(({ name }) => name === 'locale')?.value;
  await page.goto('/de/preise');
  expect(await localeOf()).toBe('de');
  // The page's modules never arrive.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/en/preise', { waitUntil: 'commit' });
  await expect.poll(localeOf).toBe('en');
});

test('/favicon.ico is an icon file with a PNG picture', async ({ request }) => {
  const icon = await request.get('/favicon.ico');
  expect([icon.status(), icon.headers()['content-type']]).toEqual([200, 'image/x-icon']);
  expect((await icon.body()).subarray(22, 26).toString('latin1')).toBe('\x89PNG');
});

for (const path of ['/checkout', '/checkout/complete', '/checkout/return']) {
  test(`${path} without an order redirects to the address step`, async ({ page, language, say }) => {
    await page.goto(`/${language}${path}`);
    await expect(page).toHaveURL(`/${language}/checkout/shop?dialog=address`);
    await expect(page.getByRole('heading', { name: say('checkout', 'empty.title') })).toBeVisible();
  });
}
