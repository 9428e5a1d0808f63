import type { BrowserContext, Page } from '@playwright/test';
import {
  type Consent,
  consentCookie,
  everyPurpose,
  noPurpose,
  parseConsent,
} from '#core/rules/tracking/consent.ts';
import { holdScripts } from '#test/e2e/support/hold-scripts.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import { waitUntilInteractive } from '#test/e2e/support/wait-for-page-scripts.ts';

const hearts = 'main article button[aria-pressed]';
const presses = 200;

/**
 * Presses the wish list button of every product once, in a random order and after a random number of frames each. Calls
 * `release` after a random number of presses, so that they come before, while and after the page becomes interactive.
 */
function pressHearts(page: Page, seed: number): Promise<number> {
  return page.evaluate(
    async ({ selector, start }) => {
      let state = start;
      const random = (below: number) => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return Math.floor((state / 2 ** 32) * below);
      };
      const all = [...document.querySelectorAll<HTMLButtonElement>(selector)];
      // Cards of one product share its state.
      const left = [...new Map(all.map((button) => [button.ariaLabel, button])).values()];
      const count = left.length;
      const releaseAt = random(count);
      for (let pressed = 0; left.length > 0; pressed++) {
        if (pressed === releaseAt) void (window as unknown as { release(): Promise<void> }).release();
        for (let frames = random(6); frames > 0; frames--) await new Promise(requestAnimationFrame);
        left.splice(random(left.length), 1)[0]?.click();
      }
      return count;
    },
    { selector: hearts, start: seed },
  );
}

test(`${presses} presses at random moments are carried out once each`, async ({ browser, language }) => {
  let total = 0;
  for (let seed = 1; total < presses; seed++) {
    const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
    const page = await context.newPage();
    const release = await holdScripts(page);
    await page.exposeFunction('release', release);
    await page.goto(`/${language}/${seed % 2 === 0 ? 'kurse' : ''}`, { waitUntil: 'domcontentloaded' });
    const count = await pressHearts(page, seed);
    expect(count).toBeGreaterThan(5);
    total += count;
    // A lost press and one that was carried out twice leave the button unpressed.
    await expect(page.locator(`${hearts}:not([aria-pressed="true"])`), `seed ${seed}`).toHaveCount(0);
    await expect(page.locator('button[aria-busy="true"]')).toHaveCount(0);
    await context.close();
  }
});

async function storedConsent(context: BrowserContext): Promise<Consent> {
  const cookies = await context.cookies();
  return parseConsent(cookies.find(({ name }) => name === consentCookie)?.value ?? null);
}

test('an early press is shown as received at once, and carried out once by cart, menu and consent', {
  tag: '@phone',
}, async ({ browser, language, say }) => {
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [] },
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  const release = await holdScripts(page);
  await page.goto(`/${language}/kurse/albrecht-duerer`, { waitUntil: 'domcontentloaded' });
  const refuse = page.getByRole('button', { name: say('component', 'consent.none') });
  const menu = page.getByRole('button', { name: say('menu', 'open') });
  const add = page.getByRole('button', { name: say('base', 'buy.add'), exact: true }).first();
  const accept = page.getByRole('button', { name: say('component', 'consent.all') });
  await accept.click();
  expect(await storedConsent(context)).toEqual({ isDecided: true, ...everyPurpose });
  for (const button of [refuse, add, menu]) {
    await button.click();
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await button.click();
  }
  // The last choice is stored already, in case the visitor leaves the page now.
  expect(await storedConsent(context)).toEqual({ isDecided: true, ...noPurpose });
  await expect(accept).not.toHaveAttribute('aria-busy');
  release();
  await expect(page.getByRole('dialog', { name: say('menu', 'title') })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(refuse).toHaveCount(0);
  expect(await storedConsent(context)).toEqual({ isDecided: true, ...noPurpose });
  const one = say('component', 'cart.button_with_one', { count: 1 });
  await expect(page.getByRole('banner').getByRole('button', { name: one })).toBeVisible();
  await context.close();
});

test('the links of the footer do not move when the page becomes interactive', async ({
  browser,
  language,
  say,
}) => {
  for (const [width, height] of [
    [390, 844],
    [1366, 768],
  ] as const) {
    for (const path of ['', '/kurse/clara-schumann', '/blog']) {
      const context = await browser.newContext({
        storageState: { cookies: [], origins: [] },
        viewport: { width, height },
      });
      const page = await context.newPage();
      const release = await holdScripts(page);
      await page.goto(`/${language}${path}`, { waitUntil: 'domcontentloaded' });
      const link = page
        .getByRole('contentinfo')
        .getByRole('link', { name: say('menu', 'link.cancellation') });
      // Hovering waits until its position is stable.
      await link.hover();
      const before = await link.boundingBox();
      release();
      await waitUntilInteractive(page);
      expect(await link.boundingBox(), `${path} at ${width} px`).toEqual(before);
      await context.close();
    }
  }
});

test('input typed before the page is interactive is kept and submitted', async ({ page, language, say }) => {
  const release = await holdScripts(page);
  await page.goto(`/${language}/auth/login`, { waitUntil: 'domcontentloaded' });
  const email = page.getByLabel(say('auth', 'login.email'));
  const password = page.getByLabel(say('auth', 'login.password'), { exact: true });
  await email.fill('lernende@meisterhand.example');
  await password.fill('meisterhand-demo');
  release();
  await waitUntilInteractive(page);
  await expect(email).toHaveValue('lernende@meisterhand.example');
  await expect(password).toHaveValue('meisterhand-demo');
  await page
    .getByRole('main')
    .getByRole('button', { name: say('auth', 'login.submit'), exact: true })
    .click();
  await expect(page).not.toHaveURL(/auth\/login/);
});

test('the account menu of a learner works as soon as the page is interactive', async ({
  page,
  learner: _,
  language,
  say,
}) => {
  await page.setViewportSize({ width: 1366, height: 900 });
  // Presses it in the moment in which the page declares itself interactive.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.documentElement.dataset.works === undefined) return;
      observer.disconnect();
      document
        .querySelector<HTMLButtonElement>('header button[aria-controls][aria-expanded="false"]')
        ?.click();
    }).observe(document, { attributes: true, subtree: true });
  });
  await page.goto(`/${language}/kurse`);
  const logOut = page.getByRole('banner').getByRole('button', { name: say('menu', 'log_out') });
  await expect(logOut).toBeVisible();
});

test('the form of a mailed link is left to the browser until the page’s code has the token', {
  tag: '@phone',
}, async ({ page, language }) => {
  await page.addInitScript(() => {
    const submits = { before: 0, lost: 0, after: 0 };
    /** Counts how the page handles a submit now. Events that scripts dispatch are never sent. */
    function trySubmit(): void {
      const form = document.querySelector<HTMLFormElement>('main form[method="post"]');
      if (form === null) return;
      const submitter = form.querySelector<HTMLElement>('button[type="submit"]');
      const submit = new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter });
      const isHandled = !form.dispatchEvent(submit);
      if (form.elements.namedItem('token') === null) submits.after += 1;
      else if (isHandled) submits.lost += 1;
      else submits.before += 1;
    }
    // React works in messages, and a press may come after each of them.
    class Channel extends MessageChannel {
      constructor() {
        super();
        const { port1 } = this;
        Object.defineProperty(port1, 'onmessage', {
          set(work: (event: MessageEvent) => void) {
            port1.addEventListener('message', (event) => {
              work.call(port1, event);
              trySubmit();
            });
            port1.start();
          },
        });
      }
    }
    Object.assign(window, { MessageChannel: Channel, submits });
  });
  await page.goto(`/${language}/bestellung?id=keine#token=keiner`);
  const counts = () =>
    page.evaluate(() => (window as unknown as { submits: Record<string, number> }).submits);
  await expect.poll(async () => (await counts()).after).toBeGreaterThan(0);
  const { before, lost } = await counts();
  expect(before).toBeGreaterThan(0);
  expect(lost).toBe(0);
});
