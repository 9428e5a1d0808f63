import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { expectMessage } from '#test/e2e/support/expect-message.ts';
import { chargesOf, expectPaidOnce } from '#test/e2e/support/gateway-ledger.ts';
import { mailWith } from '#test/e2e/support/mail-box.ts';
import { register, setSessionCookies } from '#test/e2e/support/new-learner.ts';
import { brokenWords } from '#test/e2e/support/open-page.ts';
import { post } from '#test/e2e/support/post.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import { freshEmail, testCards, vienna } from '#test/e2e/support/shopper.ts';
import { learnerCredentials } from '#test/support/memory-shop-facts.ts';

/** Prices from the content files, in cents. */
const course = { slug: 'albrecht-duerer', price: 8900 };
const book = { price: 2800 };
const shippingToAustria = 499;

const learnerPassword = 'ein langer Satz für mich';

test(
  'a guest buys a course and a book to Austria, sets a password at once and starts the first lesson',
  { tag: '@phone' },
  async ({ page, language, say, shopper }, info) => {
    const email = freshEmail(info.project.name);
    const title = language === 'de' ? 'Sehen, messen, zeichnen' : 'See, measure, draw';

    // The provider is responsible for the contents of its frames.
    const inspectStep = async () => {
      await expectNoViolations(page, { except: 'iframe' });
      const size = page.viewportSize() ?? { width: 390, height: 844 };
      await page.setViewportSize({ width: 320, height: 640 });
      await expect.poll(() => brokenWords(page), 'at 320 px').toEqual([]);
      await page.setViewportSize(size);
    };

    await page.goto(`/${language}/kurse/${course.slug}`);

    await test.step('puts the course and its companion book into the cart', async () => {
      const main = page.getByRole('main');
      const add = main.getByRole('button', { name: say('base', 'buy.add'), exact: true });
      // The second press does not open the checkout, whose link replaces the button.
      await add.and(page.locator(':not(article *)')).dblclick();
      await expect(main.getByRole('link', { name: say('base', 'buy.to_checkout') })).toBeFocused();
      await expect(page).toHaveURL(new RegExp(`${course.slug}$`));
      await main
        .getByRole('article')
        .getByRole('button', { name: say('base', 'buy.add'), exact: true })
        .click();
      await expectMessage(page, language === 'de' ? 'Das Buch vom Messen' : 'The Book of Measuring');
    });

    // The coupon reduces the course by 10 %. The book has a fixed price.
    const discount = course.price / 10;
    const total = course.price + 2 * book.price - discount + shippingToAustria;

    await test.step('changes quantities and applies a coupon', async () => {
      const cart = await shopper.openCart();
      const lines = cart.getByRole('list', { name: say('component', 'cart.list') }).getByRole('listitem');
      await expect(lines).toHaveCount(2);
      const bookLine = lines.filter({ hasText: shopper.price(book.price) });
      await bookLine.getByRole('button', { name: say('component', 'stepper.more') }).click();
      await expect(cart).toContainText(shopper.price(course.price + 2 * book.price));
      await cart.getByRole('button', { name: say('component', 'cart.coupon.label') }).click();
      const field = cart.getByLabel(say('component', 'cart.coupon.label'));
      const apply = cart.getByRole('button', { name: say('component', 'cart.coupon.apply') });
      await expect(field).toBeFocused();
      await apply.click();
      await expect(cart).toContainText(say('component', 'cart.coupon.missing'));
      await field.fill('ABGELAUFEN');
      await apply.click();
      await expect(cart).toContainText(say('error', 'EXPIRED.detail'));
      await field.fill('willkommen10');
      await field.press('Enter');
      await expect(cart).toContainText(say('component', 'cart.coupon.applied'));
      await expect(cart.getByRole('button', { name: say('component', 'cart.coupon.label') })).toBeFocused();
      await expect(cart).toContainText(`−${shopper.price(discount)}`);
      await expect(cart).toContainText(shopper.price(2 * book.price));
      await cart.getByRole('link', { name: say('component', 'cart.checkout') }).click();
    });

    await test.step('enters an address in Austria; a mistyped e-mail address is corrected, a registered one offers the login', async () => {
      await shopper.fillAddress(vienna);
      const field = page.getByLabel(say('checkout', 'address.contact'));
      await shopper.fillEmail('johanna@gmial.com');
      await field.press('Tab');
      await page.getByRole('button', { name: 'johanna@gmail.com' }).click();
      await expect(field).toHaveValue('johanna@gmail.com');
      await expect(field).toBeFocused();
      const login = page.getByRole('heading', { name: say('checkout', 'account.title') });
      await shopper.fillEmail(learnerCredentials.identifier);
      await field.press('Tab');
      await expect(login).toBeVisible();
      await shopper.fillEmail(email);
      await expect(login).toBeHidden();
      await shopper.continueToPayment();
      await expect(shopper.summary()).toContainText(shopper.price(total));
    });

    await test.step('pays with a card that requires approval by the bank', async () => {
      await shopper.fillCard(testCards.challenged);
      await inspectStep();
      const isSame = page.getByRole('checkbox', { name: say('checkout', 'payment.same_address') });
      await shopper.pressBesideFields(isSame);
      await shopper.fillAddress({ ...vienna, street: 'Ringstraße' });
      await shopper.continueToReview();
      await shopper.agreeToStartAtOnce();
      await expect(page.getByText('Ringstraße 14')).toBeVisible();
      await inspectStep();
      await expect(page.getByRole('region', { name: say('checkout', 'payment.title') })).toContainText(
        'Visa',
      );
      await expect(shopper.summary()).toContainText(shopper.price(shippingToAustria));
      await expect(shopper.summary()).toContainText(shopper.price(total));
      await shopper.order();
      await shopper.approveAtBank('1234');
    });

    let code = '';
    await test.step('sees the result, and sees it again after a reload', async () => {
      await shopper.expectPaidOrder();
      code = await shopper.orderCode();
      await page.reload();
      await shopper.expectPaidOrder();
      await expect(page.getByText(code).first()).toBeVisible();
      expect(await chargesOf(code)).toEqual([total]);
    });

    await test.step('sets the password of the new account on this page', async () => {
      const main = page.getByRole('main');
      await main.getByLabel(say('auth', 'login.password'), { exact: true }).fill(learnerPassword);
      await main.getByLabel(say('auth', 'register.password_again')).fill(learnerPassword);
      await expectNoViolations(page);
      await main.getByRole('button', { name: say('checkout', 'complete.first_submit') }).click();
      const made = main.getByRole('status').filter({ hasText: say('checkout', 'complete.first_done_title') });
      await expect(made).toBeVisible();
      await expect(made.locator('..')).toBeFocused();
      await page.reload();
      await shopper.expectPaidOrder();
      await expect(main.getByRole('button', { name: say('checkout', 'complete.first_submit') })).toHaveCount(
        0,
      );
    });

    await test.step('starts the first lesson with one press', async () => {
      await page.getByRole('link', { name: say('checkout', 'complete.first_lesson') }).click();
      await expect(page).toHaveURL(new RegExp(`/${language}/kurse/${course.slug}/lektion/`));
    });

    await test.step('has an order confirmation by mail', async () => {
      const mail = await mailWith(email, code);
      expect(mail.text).toContain(title);
      expect(mail.attachments.some((name) => name.endsWith('.pdf'))).toBe(true);
    });
  },
);

test('a learner logs in during checkout and keeps the guest cart; a declined card is not charged', async ({
  page,
  request,
  language,
  say,
  shopper,
}, info) => {
  const email = freshEmail(info.project.name);
  const name = { firstname: 'Johanna', lastname: 'Brandt' };
  await register(request, { email, password: learnerPassword, ...name, preferred_language: language });

  await test.step('is recognised by the e-mail address and logs in; the guest cart is merged', async () => {
    await shopper.fillCart('course-clara-schumann');
    await shopper.goToCheckout();
    await shopper.fillEmail(email);
    await page.getByLabel(say('checkout', 'address.contact')).blur();
    await expect(page.getByRole('heading', { name: say('checkout', 'account.title') })).toBeVisible();
    await page.getByLabel(say('checkout', 'account.password'), { exact: true }).fill(learnerPassword);
    await page.getByRole('button', { name: say('checkout', 'account.log_in') }).click();
    await expect(page.getByText(say('checkout', 'address.logged_in', { email }))).toBeVisible();
    await expect(shopper.summary()).toContainText(shopper.price(9900));
  });

  await test.step('sees that the card was declined, and the cart is unchanged', async () => {
    await shopper.fillAddress({ ...vienna, postal_code: '04107', city: 'Leipzig', country: 'DE' });
    await shopper.continueToPayment();
    await shopper.payWith(testCards.declined);
    await expect(page.getByRole('alert')).toContainText(say('checkout', 'payment.declined'));
    await expect(page).toHaveURL(/dialog=payment/);
    await expect(shopper.summary()).toContainText(shopper.price(9900));
  });

  await test.step('pays with another card and is charged once; Back then shows no step of the order', async () => {
    await shopper.payWith(testCards.accepted);
    await shopper.expectPaidOrder();
    // The result replaces each step in the history.
    const result = page.url();
    const entries = await page.evaluate(() => history.length);
    for (let presses = 0; presses < entries && page.url().includes('/checkout/'); presses += 1) {
      await page.goBack();
      await expect(page).toHaveURL(/checkout\/complete|dialog=address|^(?!.*checkout)/);
    }
    await expect(page).not.toHaveURL(/checkout/);
    await page.goto(result);
    await expectPaidOnce(shopper, 9900);
    await page.getByRole('link', { name: say('checkout', 'complete.next_course_learner_link') }).click();
    await expect(
      page.getByRole('main').getByRole('article').locator('a[href$="/kurse/clara-schumann"]'),
    ).toBeVisible();
  });
});

test('a learner sends a book to an address from the address book', async ({
  page,
  context,
  language,
  say,
  baseURL,
  shopper,
}, info) => {
  const email = freshEmail(info.project.name);
  const person = { email, password: learnerPassword, preferred_language: language };
  const session = await register(page.request, person);
  const headers = { 'Content-Type': 'application/vnd.api+json', Authorization: `Bearer ${session.access}` };
  for (const address of [
    { ...vienna, postal_code: '04107', city: 'Leipzig', country: 'DE', is_default_shipping: true },
    vienna,
  ]) {
    const data = { type: 'addresses', attributes: address };
    await post(page.request, 'addresses', { data }, headers);
  }
  await setSessionCookies(context, session, baseURL);

  await page.goto(`/${language}/kurse/${course.slug}`);
  await page
    .getByRole('main')
    .getByRole('article')
    .getByRole('button', { name: say('base', 'buy.add'), exact: true })
    .click();
  await expectMessage(page, say('base', 'buy.added'));
  await shopper.goToCheckout();
  const saved = page.getByRole('group', { name: say('checkout', 'address.saved') });
  await expect(saved.getByRole('radio', { name: 'Leipzig' })).toBeChecked();
  await saved.getByRole('radio', { name: 'Wien' }).check();
  await shopper.continueToPayment();
  await expect(shopper.summary()).toContainText(shopper.price(book.price + shippingToAustria));
});
