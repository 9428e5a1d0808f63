import { isInSight } from '#test/e2e/support/in-sight.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import { freshEmail, testCards } from '#test/e2e/support/shopper.ts';

const products = [
  'course-albrecht-duerer',
  'course-clara-schumann',
  'book-raupen-lesen',
  'gift-box-zeichentisch',
];

test('beside the first steps the summary shows that it scrolls; the review hides no line', {
  tag: '@checkout',
}, async ({ page, say, shopper }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await shopper.goToPayment(freshEmail('summary'), ...products);
  const summary = shopper.summary();
  const box = summary.getByRole('group', { name: say('checkout', 'summary.lines') });
  const last = summary.getByRole('listitem').nth(3);
  const hint = () => box.locator('..').evaluate((frame) => getComputedStyle(frame, '::after').opacity);

  await test.step('total and voucher field are visible, and a mark shows that there are more lines', async () => {
    await expect(summary).toContainText(say('component', 'cart.items_other', { count: 4 }));
    expect(await isInSight(summary.locator('dl > div').last())).toBe(true);
    expect(
      await isInSight(summary.getByRole('button', { name: say('component', 'cart.coupon.label') })),
    ).toBe(true);
    expect(await isInSight(last)).toBe(false);
    await expect.poll(hint).toBe('1');
    await box.focus();
    await page.keyboard.press('End');
    await expect.poll(() => isInSight(last)).toBe(true);
    await expect.poll(hint).toBe('0');
  });

  await test.step('in the review every line can be scrolled into sight with the page', async () => {
    await shopper.fillCard(testCards.accepted);
    await shopper.continueToReview();
    await expect(page.getByRole('button', { name: say('checkout', 'review.order') })).toBeVisible();
    await expect(box).toHaveCount(0);
    for (const [width, height] of [
      [1366, 768],
      [1024, 600],
      [390, 664],
    ] as const) {
      await page.setViewportSize({ width, height });
      const tops = await summary
        .getByRole('listitem')
        .nth(2)
        .getByRole('button')
        .evaluateAll((buttons) => new Set(buttons.map((button) => button.getBoundingClientRect().top)).size);
      expect(tops, `quantity and bin side by side at ${width} × ${height}`).toBe(1);
      for (let index = 0; index < products.length; index += 1) {
        const line = summary.getByRole('listitem').nth(index);
        // Scrolls the page, and no box inside of it.
        await line.evaluate((element) => {
          const { top, height } = element.getBoundingClientRect();
          scrollBy({ top: top - (innerHeight - height) / 2, behavior: 'instant' });
        });
        await expect
          .poll(() => isInSight(line), `line ${index + 1} in sight at ${width} × ${height}`)
          .toBe(true);
      }
    }
  });
});
