import type { Page } from '@playwright/test';

/** Delays every script of the shop, or those with this name, until the returned function is called. */
export async function holdScripts(page: Page, name = '*'): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(`**/assets/${name}.js`, async (route) => {
    await released.promise;
    await route.continue();
  });
  return released.resolve;
}
