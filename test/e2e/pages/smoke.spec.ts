import { expect, test } from '@playwright/test';

test('the shop is running and its home page loads', async ({ page, request }) => {
  expect(await (await request.get('/healthz')).text()).toBe('ok');
  expect((await request.get('/readyz')).status()).toBe(200);
  const response = await page.goto('/');
  expect(response?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
