import type { Locator, Page } from '@playwright/test';
import { holdScripts } from '#test/e2e/support/hold-scripts.ts';
import { logIn } from '#test/e2e/support/log-in.ts';
import { waitUntilReady } from '#test/e2e/support/open-page.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import type { Say } from '#test/e2e/support/shop-words.ts';
import { cartButton } from '#test/e2e/support/shopper.ts';

interface Overlay {
  readonly name: string;
  readonly path: string;
  readonly isOnlyOnPhones?: true;
  readonly opener: (page: Page, say: Say) => Locator;
  /** Visible while the overlay is open. */
  readonly inside: (page: Page, say: Say) => Locator;
  readonly closer: (page: Page, say: Say) => Locator;
}

const overlays: readonly Overlay[] = [
  {
    name: 'menu',
    path: '/kurse/emmy-noether',
    isOnlyOnPhones: true,
    opener: (page, say) => page.getByRole('button', { name: say('menu', 'open') }),
    inside: (page, say) => page.getByRole('dialog', { name: say('menu', 'title') }),
    closer: (page, say) => page.getByRole('button', { name: say('menu', 'close') }),
  },
  {
    name: 'search',
    path: '/kurse/emmy-noether',
    opener: (page, say) => page.getByRole('button', { name: say('menu', 'search') }),
    inside: (page, say) => page.getByRole('dialog', { name: say('base', 'search.title') }),
    closer: (page, say) => page.getByRole('button', { name: say('base', 'search.close') }),
  },
  {
    name: 'mini cart',
    path: '/kurse/emmy-noether',
    opener: cartButton,
    inside: (page, say) => page.getByRole('dialog', { name: say('component', 'cart.title') }),
    closer: (page, say) => page.getByRole('button', { name: say('component', 'cart.close') }),
  },
  {
    name: 'trailer',
    path: '',
    opener: (page, say) => page.getByRole('button', { name: say('base', 'home.hero.trailer') }),
    inside: (page) => page.getByRole('dialog'),
    closer: (page, say) => page.getByRole('button', { name: say('component', 'dialog.close') }),
  },
  {
    name: 'filters',
    path: '/kurse',
    opener: (page, say) => page.locator('summary', { hasText: say('base', 'courses.filter') }),
    inside: (page) => page.locator('[data-facet=level]'),
    isOnlyOnPhones: true,
    closer: (page, say) => page.getByRole('button', { name: say('component', 'dialog.close'), exact: true }),
  },
];

for (const { name, path, isOnlyOnPhones, opener, inside, closer } of overlays) {
  test(`Back and Escape close ${name}; the next Back leaves the page, however it was closed`, async ({
    page,
    language,
    say,
  }) => {
    if (isOnlyOnPhones) await page.setViewportSize({ width: 390, height: 844 });
    const address = `/${language}${path}`;
    await page.goto(`/${language}/preise`);
    await page.goto(address);
    const part = inside(page, say);
    const open = async () => {
      await opener(page, say).click();
      await expect(part).toBeVisible();
    };

    await open();
    await page.goBack();
    await expect(part).toBeHidden();
    expect(new URL(page.url()).pathname).toBe(address);
    await page.goForward();
    await expect(part).toBeHidden();

    await open();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(part).toBeHidden();
    await expect(opener(page, say)).toBeFocused();

    await open();
    await closer(page, say).click();
    await expect(part).toBeHidden();
    await open();
    await page.reload();
    await expect(part).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`/${language}/preise$`));
  });
}

for (const key of ['Escape', 'Back'])
  test(`${key} closes the filters before the browser has reported that they are open, and once closed they need no Back`, async ({
    page,
    language,
    say,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.addInitScript(() =>
      addEventListener('toggle', (event) => event.stopImmediatePropagation(), { capture: true }),
    );
    await page.goto(`/${language}/preise`);
    await page.goto(`/${language}/kurse`);
    const level = page.locator('[data-facet=level]');
    for (const time of ['first', 'second']) {
      await page.locator('summary', { hasText: say('base', 'courses.filter') }).click();
      await expect(level).toBeVisible();
      if (key === 'Escape') await page.keyboard.press('Escape');
      else await page.goBack();
      await expect(level, `the ${time} time`).toBeHidden();
      expect(new URL(page.url()).pathname).toBe(`/${language}/kurse`);
    }
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`/${language}/preise$`));
  });

test('Back closes a dialog over the mini cart before the cart', { tag: '@phone' }, async ({
  page,
  say,
  shopper,
}) => {
  await shopper.addToCart('/kurse/emmy-noether');
  const cart = await shopper.openCart();
  const remove = cart.getByRole('button', {
    name: new RegExp(say('component', 'cart.remove', { name: '.+' })),
  });
  await remove.click();
  const confirmation = page.getByRole('alertdialog');
  await expect(confirmation).toBeVisible();
  await page.goBack();
  await expect(confirmation).toBeHidden();
  await expect(cart).toBeVisible();
  await remove.click();
  await confirmation.getByRole('button', { name: say('component', 'cart.removing.confirm') }).click();
  await expect(cart).toContainText(say('component', 'cart.empty.title'));
  // The cart behind the dialog is empty before the dialog closes.
  await expect(confirmation).toBeHidden();
  await page.goBack();
  await expect(cart).toBeHidden();
  await expect(page).toHaveURL(/emmy-noether$/);
});

test('Back closes the filters, then goes back one filter at a time, without an entry in between', {
  tag: '@phone',
}, async ({ page, language, say }) => {
  await page.goto(`/${language}/preise`);
  await page.goto(`/${language}/kurse`);
  const sheet = page.locator('[data-facet=level]');
  const filters = page.getByRole('link', {
    name: new RegExp(say('base', 'courses.clear_filter', { title: '.+' })),
  });
  const entries = () => page.evaluate(() => history.length);
  const before = await entries();
  await page.locator('summary', { hasText: say('base', 'courses.filter') }).click();
  const addresses = [page.url()];
  for (const count of [1, 2]) {
    await sheet.getByRole('checkbox', { checked: false }).first().click();
    await expect(filters).toHaveCount(count);
    addresses.push(page.url());
    // One entry for each filter, and one for the sheet.
    await expect.poll(entries).toBe(before + count + 1);
  }
  await expect(sheet).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  for (const address of addresses.toReversed()) {
    await expect(page).toHaveURL(address);
    await page.goBack();
  }
  await expect(page).toHaveURL(new RegExp(`/${language}/preise$`));
  // Forward to a filter before the scripts have loaded: the document is still the list without filters.
  const release = await holdScripts(page);
  for (const address of addresses.slice(0, 2)) {
    await page.goForward({ waitUntil: 'commit' });
    await expect(page).toHaveURL(address);
  }
  release();
  await expect(filters).toHaveCount(1);
  await waitUntilReady(page, say);
  await page.goForward();
  await expect(page).toHaveURL(addresses[2] ?? '');
  await expect(filters).toHaveCount(2);
});

test('Back never returns to a page that only redirected', async ({
  page,
  learner: { email, password },
  context,
  language,
  say,
}) => {
  const redirects = [
    { from: '', to: `/${language}$` },
    { from: `/${language}/checkout`, to: `/${language}/checkout/shop\\?dialog=address` },
    { from: `/${language}/auth/login`, to: `/${language}/profil/master` },
    { from: `/${language}/auth/login?ref=cart`, to: `/${language}/checkout/shop` },
    { from: `/${language}/checkout/shop?dialog=review`, to: `/${language}/checkout/shop\\?dialog=address` },
  ];
  for (const { from, to } of redirects) {
    await page.goto(`/${language}/preise`);
    await page.goto(from === '' ? '/' : from, { waitUntil: 'commit' });
    await expect(page, from).toHaveURL(new RegExp(to));
    await page.goBack();
    await expect(page, from).toHaveURL(new RegExp(`/${language}/preise$`));
  }

  await context.clearCookies();
  const checkout = encodeURIComponent(`/${language}/checkout/shop?dialog=address`);
  await page.goto(`/${language}/auth/login?returnTo=${checkout}`);
  await logIn(page, say, email, password);
  await expect(page).toHaveURL(new RegExp(`/${language}/checkout/shop`));
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/${language}/preise$`));
});
