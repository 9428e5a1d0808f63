import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { chargesOf } from '#test/e2e/support/gateway-ledger.ts';
import { brokenWords } from '#test/e2e/support/open-page.ts';
import { quiet } from '#test/e2e/support/quiet.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import { createShopper, freshEmail, testCards, vienna } from '#test/e2e/support/shopper.ts';

test('the error of a card field stays while it has the focus and shifts nothing, and Enter in a card field continues', async ({
  page,
  say,
  shopper,
}, info) => {
  await shopper.goToPayment(freshEmail(info.project.name), 'course-emmy-noether');
  const next = page.getByRole('button', { name: say('checkout', 'payment.continue'), exact: true });
  const heightOf = async () => {
    const [button, form] = await Promise.all([next.boundingBox(), page.locator('main').boundingBox()]);
    return (button?.y ?? 0) - (form?.y ?? 0);
  };
  await shopper.fillCard(testCards.accepted);
  const before = await heightOf();
  for (const field of ['number', 'expirationDate', 'cvv'] as const) {
    await shopper.cardField(field).fill('1');
    await shopper.cardField('cardholderName').focus();
    await expect(page.getByText(say('checkout', `payment.wrong.${field}`))).toBeVisible();
    expect(await heightOf()).toBe(before);
  }
  await shopper.fillCard(testCards.accepted);
  // Submitting an invalid field moves the focus into it; its error stays until the field is valid.
  const wrong = page.getByText(say('checkout', 'payment.wrong.number'));
  await shopper.cardField('number').fill('4111 1111');
  await shopper.cardField('number').press('Enter');
  await expect(wrong).toBeVisible();
  await shopper.continueToReview();
  await expect(shopper.cardField('number')).toBeFocused();
  await expect(wrong).toBeVisible();
  await shopper.cardField('number').fill(testCards.accepted);
  await expect(wrong).toBeHidden();
  await shopper.cardField('cvv').press('Enter');
  await expect(page).toHaveURL(/dialog=review/);
});

test('after a reload the order is kept and the card must be entered again', async ({
  page,
  say,
  shopper,
}, info) => {
  await shopper.goToPayment(freshEmail(info.project.name), 'course-emmy-noether');
  await shopper.fillCard(testCards.accepted);
  await shopper.continueToReview();
  await expect(page).toHaveURL(/dialog=review/);
  await page.reload();
  await expect(page).toHaveURL(/dialog=payment/);
  await expect(page.getByText(say('checkout', 'payment.reentered'))).toBeVisible();
  await expect(shopper.summary()).toContainText(shopper.price(7900));
  await page.goBack();
  await expect(page).toHaveURL(/checkout\/shop/);
});

test(
  'a product that another tab adds must be reviewed before the payment',
  { tag: '@desktop' },
  async ({ page, context, language, say, shopper }, info) => {
    await shopper.goToPayment(freshEmail(info.project.name), 'course-emmy-noether');
    await shopper.fillCard(testCards.accepted);
    await shopper.continueToReview();
    await expect(page).toHaveURL(/dialog=review/);
    await page.goBack();
    await expect(page).toHaveURL(/dialog=payment/);
    await expect(shopper.cardField('cardholderName')).toHaveValue(/\S/);
    await shopper.continueToReview();
    await shopper.agreeToStartAtOnce();

    const other = await context.newPage();
    await createShopper(other, language, say).addToCart('/kurse/ignaz-semmelweis');
    await expect(page.getByText(say('checkout', 'review.total_changed'))).toBeVisible();
    await expect(shopper.summary()).toContainText(shopper.price(7900 + 5900));
    await shopper.order();
    await shopper.expectPaidOrder();
    const code = await shopper.orderCode();
    expect(await chargesOf(code)).toEqual([7900 + 5900]);
    await page.goBack();
    await quiet(page);
    await expect(page.getByRole('button', { name: say('checkout', 'review.order') })).toHaveCount(0);
    expect(await chargesOf(code)).toEqual([7900 + 5900]);
  },
);

test('a gift box that another tab adds to digital products requires an address before the order can be placed', async ({
  page,
  context,
  language,
  say,
  shopper,
}, info) => {
  const street = page.getByLabel(language === 'de' ? 'Straße' : say('form', 'Straße'), { exact: true });
  await shopper.fillCart('course-emmy-noether');
  await shopper.goToCheckout();
  await expect(page.getByRole('button', { name: say('checkout', 'address.continue') })).toBeVisible();
  await expect(street).toHaveCount(0);
  await shopper.fillEmail(freshEmail(info.project.name));
  await shopper.fillAddress(vienna);
  await shopper.continueToPayment();
  await expect(page.getByText('Johanna Brandt')).toBeVisible();
  await shopper.fillCard(testCards.accepted);
  await shopper.continueToReview();
  await shopper.agreeToStartAtOnce();

  const other = await context.newPage();
  await createShopper(other, language, say).addToCart('/geschenkboxen/kraeuterkiste');
  await expect(page).toHaveURL(/dialog=address/);
  await expect(page.getByRole('alert').or(page.getByRole('status'))).toContainText([
    say('error', 'ADDRESS_REQUIRED.detail'),
  ]);
  await expect(street).toBeVisible();
  await shopper.fillAddress(vienna);
  await shopper.continueToPayment();
  await expect(page.getByText('Lindengasse 14')).toBeVisible();
  await expect(shopper.summary()).toContainText(shopper.price(499));
});

test('a checkout step without its prerequisites redirects to the first step', async ({
  page,
  language,
  shopper,
}) => {
  await shopper.fillCart('course-emmy-noether');
  for (const step of ['payment', 'review']) {
    await page.goto(`/${language}/checkout/shop?dialog=${step}&order=018f0000-0000-7000-8000-000000000000`);
    await expect(page).toHaveURL(/dialog=address$/);
  }
});

test('missing fields are listed, with links to the fields; an address only when it is wanted', async ({
  page,
  language,
  say,
  shopper,
}) => {
  await shopper.fillCart('course-emmy-noether');
  await shopper.goToCheckout();
  await page.getByRole('button', { name: say('checkout', 'address.continue') }).click();
  const summary = page.getByRole('alert');
  await expect(summary).toContainText(say('checkout', 'address.summary_other', { count: 3 }));
  const withAddress = page.getByRole('checkbox', { name: say('checkout', 'address.with_address') });
  await withAddress.check();
  await page.getByRole('button', { name: say('checkout', 'address.continue') }).click();
  await expect(summary).toContainText(say('checkout', 'address.summary_other', { count: 7 }));
  const city = language === 'de' ? 'Ort' : say('form', 'Ort');
  await summary.getByRole('link', { name: city }).click();
  await expect(page.getByLabel(city, { exact: true })).toBeFocused();
  await expectNoViolations(page);
  await withAddress.uncheck();
  await expect(page.getByLabel(city, { exact: true })).toHaveCount(0);
  await expect(summary).toContainText(say('checkout', 'address.summary_other', { count: 3 }));
});

test('no checkout step has an accessibility violation; at 320 px no word of a step or the summary is in two lines', async ({
  page,
  say,
  shopper,
}, info) => {
  // axe skips the iframes, which are the provider's responsibility.
  const checkAxe = (step: string) => test.step(step, () => expectNoViolations(page, { except: 'iframe' }));

  const size = page.viewportSize() ?? { width: 390, height: 844 };
  const checkNarrow = (step: string) =>
    test.step(`${step} at 320 px`, async () => {
      await page.setViewportSize({ width: 320, height: 640 });
      await expect.poll(() => brokenWords(page)).toEqual([]);
      await page.setViewportSize(size);
    });

  await shopper.fillCart('course-emmy-noether', 'gift-box-druckwerkstatt');
  await shopper.goToCheckout();
  await page.getByRole('button', { name: say('checkout', 'address.continue') }).click();
  await checkAxe('address with faults');
  await checkNarrow('address with faults');
  await shopper.fillEmail(freshEmail(info.project.name));
  await shopper.fillAddress(vienna);
  await shopper.continueToPayment();
  await shopper.fillCard(testCards.accepted);
  await checkAxe('payment');
  const short = shopper.summary().locator('[aria-controls="summary-whole"]');
  if (await short.isVisible()) await short.click();
  await checkNarrow('payment with the summary');
  if (await short.isVisible()) await short.click();
  await shopper.continueToReview();
  await shopper.agreeToStartAtOnce();
  await checkAxe('review');
  await checkNarrow('review');
  await shopper.order();
  await shopper.expectPaidOrder();
  await checkAxe('result');
  await checkNarrow('result');
});

test('opening the address step shifts nothing', async ({ page, say, shopper }) => {
  await shopper.fillCart('course-emmy-noether', 'voucher-gutschein-50');
  for (const size of [page.viewportSize(), { width: 1920, height: 1080 }]) {
    if (size !== null) await page.setViewportSize(size);
    await shopper.goToCheckout();
    await expect(page.getByRole('button', { name: say('checkout', 'address.continue') })).toBeVisible();
    await expect(shopper.summary()).toContainText(shopper.price(12_900));
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
          }).observe({ type: 'layout-shift', buffered: true });
          // Shifts so far are reported before the second next frame.
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))));
        }),
    );
    expect(shift).toBeLessThanOrEqual(0.02);
  }
});
