import type { Locator, Page } from '@playwright/test';
import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { holdScripts } from '#test/e2e/support/hold-scripts.ts';
import { quiet } from '#test/e2e/support/quiet.ts';
import { recordRequests } from '#test/e2e/support/record-requests.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import type { Say } from '#test/e2e/support/shop-words.ts';
import { cartButton, freshEmail, vienna } from '#test/e2e/support/shopper.ts';
import { waitUntilInteractive } from '#test/e2e/support/wait-for-page-scripts.ts';

/**
 * Records the layout shifts of every document of the page, also after a press or a key. `begin` waits for the fonts,
 * which change the widths of texts, and clears what was recorded until then.
 */
async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    type Shift = PerformanceEntry & {
      sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
    };
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as Shift[])
        for (const { node, previousRect, currentRect } of sources) {
          const name = node instanceof Element ? `${node.tagName}.${node.className}` : node?.nodeName;
          const [from, to] = [previousRect, currentRect].map(
            ({ x, y, width }) => `${x}, ${y} (${width} wide)`,
          );
          shifts.push(`${name} from ${from} to ${to}`);
        }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  type Watched = Window & { shifts: string[] };
  return {
    begin: () =>
      page.evaluate(async () => {
        await document.fonts.ready;
        // Shifts so far are reported before the second next frame.
        await new Promise((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))),
        );
        (window as unknown as Watched).shifts.length = 0;
      }),
    seen: () => page.evaluate(() => (window as unknown as Watched).shifts),
  };
}

const fieldsOf =
  (page: Page, language: 'de' | 'en', say: Say) => (german: 'Vorname' | 'Nachname' | 'Land' | 'Straße') =>
    page.getByLabel(language === 'de' ? german : say('form', german), { exact: true });

/** Moves a mouse over a button and away within one task. Returns the values of `aria-expanded` until it is closed. */
const passOver = (button: Locator) =>
  button.evaluate(
    (element) =>
      new Promise((resolve) => {
        const states: (string | null)[] = [];
        const observer = new MutationObserver(() => {
          states.push(element.ariaExpanded);
          if (element.ariaExpanded === 'false') resolve(states);
        });
        observer.observe(element, { attributeFilter: ['aria-expanded'] });
        for (const type of ['pointerover', 'pointerout'])
          element.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'mouse' }));
      }),
  );

test(
  'the checkout form works before the scripts have loaded; input is kept, and presses count once',
  { tag: ['@checkout', '@desktop'] },
  async ({ page, isMobile, language, say, shopper }, info) => {
    const shifts = await watchShifts(page);
    const text = fieldsOf(page, language, say);
    const email = page.getByLabel(say('checkout', 'address.contact'));
    const next = page.getByRole('button', { name: say('checkout', 'address.continue') });
    const address = freshEmail(info.project.name);
    const orders = recordRequests(page, /\/api\/cart\/order$/);

    await test.step('a course: name and country, and the summary, before any script', async () => {
      await page.goto(`/${language}/kurse/clara-schumann`);
      await page
        .getByRole('button', { name: say('base', 'buy.add'), exact: true })
        .first()
        .click();
      const cart = page.getByRole('dialog', { name: say('component', 'cart.title') });
      if (!isMobile) {
        // Hovering opens the cart until the mouse leaves; a press opens it until something beside it is pressed.
        const button = cartButton(page, say);
        expect(await passOver(button)).toEqual(['true', 'false']);
        await button.hover();
        await expect(cart).toBeVisible();
        // The focus, which moves when the product is added, does not close it.
        await page.getByRole('contentinfo').getByRole('link').first().focus();
        await expect(cart).toBeVisible();
        await page.mouse.move(5, 600);
        await expect(cart).toBeHidden();
        await shopper.openCart();
        await page.mouse.move(5, 500);
        await page.mouse.move(5, 600);
        await expect(cart).toBeVisible();
        await page.mouse.click(5, 600);
        await expect(cart).toBeHidden();
      }
      await shopper.openCart();
      const link = cart.getByRole('link', { name: say('component', 'cart.checkout') });
      await expect(link).toBeVisible();
      const release = await holdScripts(page);
      await link.click();
      await expect(page).toHaveURL(/dialog=address&t=\d{13}&produkte=course-clara-schumann~1$/);
      await expect(shopper.summary()).toContainText(shopper.price(9900));
      await expect(text('Straße')).toHaveCount(0);
      await email.fill(address);
      await text('Vorname').fill(vienna.firstname);
      await text('Land').selectOption(vienna.country);
      await text('Nachname').pressSequentially('Bra');
      await expectNoViolations(page);
      await shifts.begin();
      release();
      // While the page becomes interactive.
      await page.keyboard.type('ndt', { delay: 150 });
      await waitUntilInteractive(page);
      await expect(text('Nachname')).toHaveValue('Brandt');
      await expect(text('Nachname')).toBeFocused();
      await expect(shopper.summary()).toContainText(say('checkout', 'summary.total'));
      await expect(email).toHaveValue(address);
      await expect(text('Land')).toHaveValue(vienna.country);
      expect(await shifts.seen()).toEqual([]);
    });

    await test.step('input of the earlier visit is filled in, new input stays, and two presses place one order', async () => {
      const release = await holdScripts(page);
      await page.reload({ waitUntil: 'domcontentloaded' });
      await text('Vorname').fill('Hanna');
      await next.click();
      await expect(next).toHaveAttribute('aria-busy', 'true');
      await next.click();
      release();
      await expect(page).toHaveURL(/dialog=payment/);
      await expect(page.getByText(`Hanna ${vienna.lastname}`)).toBeVisible();
      await expect(page.getByText(address)).toBeVisible();
      expect(orders).toHaveLength(1);
    });
  },
);

test('a book needs the whole address; a field keeps the focus when more fields appear than the URL announced', async ({
  page,
  language,
  say,
  shopper,
}) => {
  const shifts = await watchShifts(page);
  const text = fieldsOf(page, language, say);
  await shopper.fillCart('book-raupen-lesen');
  const release = await holdScripts(page);
  const checkout = `/${language}/checkout/shop?dialog=address`;
  await page.goto(`${checkout}&produkte=book-raupen-lesen~1`, { waitUntil: 'domcontentloaded' });
  await text('Straße').fill(vienna.street);
  await shifts.begin();
  release();
  await waitUntilInteractive(page);
  await expect(shopper.summary()).toContainText(say('checkout', 'summary.total'));
  await expect(text('Straße')).toHaveValue(vienna.street);
  expect(await shifts.seen()).toEqual([]);
  const releaseAgain = await holdScripts(page);
  await page.goto(checkout, { waitUntil: 'domcontentloaded' });
  await expect(text('Straße')).toHaveCount(0);
  await text('Nachname').fill(vienna.lastname);
  releaseAgain();
  await expect(text('Straße')).toBeVisible();
  await expect(text('Nachname')).toHaveValue(vienna.lastname);
  await expect(text('Nachname')).toBeFocused();
  await expectNoViolations(page);
});

test('a press below an invalid field hits its target, because the error appears after the release', async ({
  page,
  say,
  shopper,
}) => {
  await shopper.fillCart('course-clara-schumann');
  await shopper.goToCheckout();
  await quiet(page);
  await shopper.fillEmail('johanna@');
  const box = page.getByRole('checkbox', { name: say('checkout', 'address.with_address') });
  await box.hover();
  const message = page.locator('#address-email-error');
  await page.mouse.down();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.mouse.up();
  await expect(message).not.toBeEmpty();
  await expect(box).toBeChecked();
});
