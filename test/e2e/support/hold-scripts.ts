import type { Page } from '@playwright/test';

/** Holds every script of the shop, or those of a name, until the returned function is called. */
export async function holdScripts(page: Page, name = '*'): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(`**/assets/${name}.js`, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}
