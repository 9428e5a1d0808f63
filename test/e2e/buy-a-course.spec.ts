import { accessCookie, refreshCookie } from '#core/rules/access.ts';
import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { chargesOf } from '#test/e2e/support/gateway-ledger.ts';
import { mailWith, passwordLink } from '#test/e2e/support/mail-box.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import { createShopper, testCards, vienna } from '#test/e2e/support/shopper.ts';

/** Prices from the content files, in cents. */
const course = { slug: 'albrecht-duerer', price: 8900 };
const book = { price: 2800 };
const shippingToAustria = 499;

const learnerPassword = 'ein langer Satz für mich';

/** Returns an e-mail address that no other test of this run uses. */
const freshEmail = (project: string) => `kauf-${project}-${process.hrtime.bigint()}@meisterhand.example`;

test('a guest buys a course and a book to Austria, sets a password and has access to the course', async ({
  page,
  language,
  say,
}, info) => {
  const email = freshEmail(info.project.name);
  const shopper = createShopper(page, language, say);
  const title = language === 'de' ? 'Sehen, messen, zeichnen' : 'See, measure, draw';

  await test.step('finds the course by searching the course list', async () => {
    await page.goto(`/${language}/kurse`);
    await page.getByRole('searchbox', { name: say('base', 'courses.search') }).fill('Dürer');
    await expect(page).toHaveURL(/q=D%C3%BCrer/);
    await page.getByRole('main').getByRole('link', { name: title, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  });

  await test.step('puts the course and its companion book into the cart', async () => {
    const main = page.getByRole('main');
    const add = main.getByRole('button', { name: say('base', 'buy.add') });
    await add.and(page.locator(':not(article *)')).click();
    await expect(main.getByRole('link', { name: say('base', 'buy.to_checkout') })).toBeVisible();
    await main
      .getByRole('article')
      .getByRole('button', { name: say('base', 'buy.add') })
      .click();
    await expect(page.getByRole('region', { name: say('component', 'toast.label') })).toContainText(
      language === 'de' ? 'Das Buch vom Messen' : 'The Book of Measuring',
    );
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
    await cart.getByLabel(say('component', 'cart.coupon.label')).fill('WILLKOMMEN10');
    await cart.getByRole('button', { name: say('component', 'cart.coupon.apply') }).click();
    await expect(cart).toContainText(`−${shopper.price(discount)}`);
    await expect(cart).toContainText(shopper.price(2 * book.price));
    await cart.getByRole('link', { name: say('component', 'cart.checkout') }).click();
  });

  await test.step('enters an address in Austria', async () => {
    await shopper.fillEmail(email);
    await shopper.fillAddress(vienna);
    await shopper.continueToPayment();
    await expect(shopper.summary()).toContainText(shopper.price(total));
  });

  await test.step('pays with a card that requires approval by the bank', async () => {
    await shopper.fillCard(testCards.challenged);
    await shopper.continueToReview();
    await shopper.approveAtBank('1234');
    await shopper.agreeToStartAtOnce();
    await expect(page.getByText('Visa •••• 1091')).toBeVisible();
    await expect(shopper.summary()).toContainText(shopper.price(shippingToAustria));
    await expect(shopper.summary()).toContainText(shopper.price(total));
    await shopper.order();
  });

  let code = '';
  await test.step('sees the result, and sees it again after a reload', async () => {
    const thanks = page.getByRole('heading', { level: 1, name: say('checkout', 'complete.paid_title') });
    await expect(thanks).toBeVisible();
    code = await shopper.orderCode();
    await page.reload();
    await expect(thanks).toBeVisible();
    await expect(page.getByText(code)).toBeVisible();
    expect(await chargesOf(code)).toEqual([total]);
  });

  await test.step('has an empty cart and an order confirmation by mail', async () => {
    await page.goto(`/${language}`);
    const cart = await shopper.openCart();
    await expect(cart).toContainText(say('component', 'cart.empty.title'));
    const mail = await mailWith(email, code);
    expect(mail.text).toContain(title);
    expect(mail.attachments.some((name) => name.endsWith('.pdf'))).toBe(true);
  });

  await test.step('sets a password by the mailed link and has access to the course', async () => {
    await page.goto(await passwordLink(email));
    await page.getByLabel(say('auth', 'login.password'), { exact: true }).fill(learnerPassword);
    await page.getByLabel(say('auth', 'register.password_again')).fill(learnerPassword);
    await page.getByRole('button', { name: say('auth', 'password.complete.submit') }).click();
    await expect(page).toHaveURL(new RegExp(`/${language}/profil/master$`));
    await expect(page.getByRole('main').getByRole('article')).toContainText(title);
    await page.goto(`/${language}/kurse/${course.slug}`);
    await expect(page.getByText(say('base', 'course.owned_title'))).toBeVisible();
  });
});

test('a learner logs in during checkout and keeps the guest cart; a declined card is not charged', async ({
  page,
  request,
  language,
  say,
}, info) => {
  const email = freshEmail(info.project.name);
  const shopper = createShopper(page, language, say);
  await request.post('/api/users', {
    headers: { 'Content-Type': 'application/vnd.api+json', 'X-App-Language': language },
    data: JSON.stringify({
      data: {
        type: 'users',
        attributes: {
          email,
          password: learnerPassword,
          password_confirmation: learnerPassword,
          firstname: 'Johanna',
          lastname: 'Brandt',
        },
      },
    }),
  });

  await test.step('is recognised by the e-mail address and logs in; the guest cart is merged', async () => {
    await shopper.fillCart('course-clara-schumann');
    await shopper.goToCheckout();
    await shopper.fillEmail(email);
    await page.getByLabel(say('checkout', 'address.contact')).blur();
    await expect(page.getByRole('heading', { name: say('checkout', 'account.title') })).toBeFocused();
    await page.getByLabel(say('checkout', 'account.password'), { exact: true }).fill(learnerPassword);
    await page.getByRole('button', { name: say('checkout', 'account.log_in') }).click();
    await expect(page.getByText(say('checkout', 'address.logged_in', { email }))).toBeVisible();
    await expect(shopper.summary()).toContainText(shopper.price(9900));
  });

  await test.step('sees that the card was declined, and the cart is unchanged', async () => {
    await shopper.fillAddress({ ...vienna, postal_code: '04107', city: 'Leipzig', country: 'DE' });
    await shopper.continueToPayment();
    await shopper.fillCard(testCards.declined);
    await shopper.continueToReview();
    await shopper.agreeToStartAtOnce();
    await shopper.order();
    await expect(page.getByRole('alert')).toContainText(say('checkout', 'payment.declined'));
    await expect(page).toHaveURL(/dialog=payment/);
    await expect(shopper.summary()).toContainText(shopper.price(9900));
  });

  await test.step('pays with another card and is charged once', async () => {
    await shopper.fillCard(testCards.accepted);
    await shopper.continueToReview();
    await shopper.agreeToStartAtOnce();
    await shopper.order();
    await expect(
      page.getByRole('heading', { level: 1, name: say('checkout', 'complete.paid_title') }),
    ).toBeVisible();
    expect(await chargesOf(await shopper.orderCode())).toEqual([9900]);
    await page.getByRole('link', { name: say('checkout', 'complete.next_course_learner_link') }).click();
    await expect(page.getByRole('main').getByRole('article')).toContainText('Clara Schumann');
  });
});

test('a learner sends a book to an address from the address book', async ({
  page,
  context,
  language,
  say,
  baseURL,
}, info) => {
  const json = { 'Content-Type': 'application/vnd.api+json' };
  const email = freshEmail(info.project.name);
  const registered = await page.request.post('/api/users', {
    headers: json,
    data: {
      data: {
        type: 'users',
        attributes: {
          email,
          password: learnerPassword,
          password_confirmation: learnerPassword,
          preferred_language: language,
        },
      },
    },
  });
  const { access, refresh } = (await registered.json()) as { access: string; refresh: string };
  for (const address of [
    { ...vienna, postal_code: '04107', city: 'Leipzig', country: 'DE', is_default_shipping: true },
    vienna,
  ]) {
    await page.request.post('/api/addresses', {
      headers: { ...json, Authorization: `Bearer ${access}` },
      data: { data: { type: 'addresses', attributes: address } },
    });
  }
  await context.addCookies([
    { name: accessCookie, value: access, url: baseURL ?? '' },
    { name: refreshCookie, value: refresh, url: baseURL ?? '' },
  ]);

  const shopper = createShopper(page, language, say);
  await page.goto(`/${language}/kurse/${course.slug}`);
  await page
    .getByRole('main')
    .getByRole('article')
    .getByRole('button', { name: say('base', 'buy.add') })
    .click();
  await expect(page.getByRole('region', { name: say('component', 'toast.label') })).toContainText(
    say('base', 'buy.added'),
  );
  await shopper.goToCheckout();
  const saved = page.getByRole('group', { name: say('checkout', 'address.saved') });
  await expect(saved.getByRole('radio', { name: 'Leipzig' })).toBeChecked();
  await saved.getByRole('radio', { name: 'Wien' }).check();
  await shopper.continueToPayment();
  await expect(shopper.summary()).toContainText(shopper.price(book.price + shippingToAustria));
});

test('an invalid card field does not shift the page, and Enter in a card field continues', async ({
  page,
  language,
  say,
}, info) => {
  const shopper = createShopper(page, language, say);
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
  await shopper.cardField('cvv').press('Enter');
  await expect(page).toHaveURL(/dialog=review/);
});

test('a payment that the bank refuses returns no nonce, and nothing is ordered', async ({
  page,
  language,
  say,
}, info) => {
  const shopper = createShopper(page, language, say);
  await shopper.goToPayment(freshEmail(info.project.name), 'course-emmy-noether');
  await shopper.fillCard(testCards.challengeFails);
  await shopper.continueToReview();
  await shopper.approveAtBank('1234');
  await expect(page.getByRole('alert')).toContainText(say('checkout', 'payment.error.VERIFICATION_FAILED'));
  await expect(page).toHaveURL(/dialog=payment/);
});

test('after a reload the order is kept and the card must be entered again', async ({
  page,
  language,
  say,
}, info) => {
  const shopper = createShopper(page, language, say);
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

test('a product that another tab adds must be reviewed before the payment', async ({
  page,
  context,
  language,
  say,
}, info) => {
  const shopper = createShopper(page, language, say);
  await shopper.goToPayment(freshEmail(info.project.name), 'course-emmy-noether');
  await shopper.fillCard(testCards.accepted);
  await shopper.continueToReview();
  await shopper.agreeToStartAtOnce();

  const other = await context.newPage();
  await createShopper(other, language, say).addToCart('/kurse/ignaz-semmelweis');
  await expect(page.getByText(say('checkout', 'review.total_changed'))).toBeVisible();
  await expect(shopper.summary()).toContainText(shopper.price(7900 + 5900));
  await shopper.order();
  await expect(
    page.getByRole('heading', { level: 1, name: say('checkout', 'complete.paid_title') }),
  ).toBeVisible();
  expect(await chargesOf(await shopper.orderCode())).toEqual([7900 + 5900]);
});

test('only the buyer can see an order', async ({ page, browser, language, say }, info) => {
  const shopper = createShopper(page, language, say);
  await shopper.goToPayment(freshEmail(info.project.name), 'course-ignaz-semmelweis');
  await shopper.fillCard(testCards.accepted);
  await shopper.continueToReview();
  await shopper.agreeToStartAtOnce();
  await shopper.order();
  await expect(
    page.getByRole('heading', { level: 1, name: say('checkout', 'complete.paid_title') }),
  ).toBeVisible();
  const stranger = await browser.newContext();
  const answer = await (await stranger.newPage()).goto(page.url());
  expect(answer?.status()).toBe(404);
  await stranger.close();
});

test('a checkout step without its prerequisites redirects to the first step', async ({
  page,
  language,
  say,
}) => {
  const shopper = createShopper(page, language, say);
  await shopper.fillCart('course-emmy-noether');
  for (const step of ['payment', 'review']) {
    await page.goto(`/${language}/checkout/shop?dialog=${step}&order=018f0000-0000-7000-8000-000000000000`);
    await expect(page).toHaveURL(/dialog=address$/);
  }
});

test('missing fields are listed, with links to the fields', async ({ page, language, say }) => {
  const shopper = createShopper(page, language, say);
  await shopper.fillCart('course-emmy-noether');
  await shopper.goToCheckout();
  await page.getByRole('button', { name: say('checkout', 'address.continue') }).click();
  const summary = page.getByRole('alert');
  await expect(summary).toContainText(say('checkout', 'address.summary_other', { count: 7 }));
  const city = language === 'de' ? 'Ort' : say('form', 'Ort');
  await summary.getByRole('link', { name: city }).click();
  await expect(page.getByLabel(city, { exact: true })).toBeFocused();
});

test('no checkout step has an accessibility violation', async ({ page, language, say }, info) => {
  const shopper = createShopper(page, language, say);
  // The provider is responsible for the contents of its iframes, so axe does not check them.
  const checkAxe = (step: string) => test.step(step, () => expectNoViolations(page, { except: 'iframe' }));

  await shopper.fillCart('course-emmy-noether');
  await shopper.goToCheckout();
  await page.getByRole('button', { name: say('checkout', 'address.continue') }).click();
  await checkAxe('address with faults');
  await shopper.fillEmail(freshEmail(info.project.name));
  await shopper.fillAddress(vienna);
  await shopper.continueToPayment();
  await shopper.fillCard(testCards.accepted);
  await checkAxe('payment');
  await shopper.continueToReview();
  await shopper.agreeToStartAtOnce();
  await checkAxe('review');
  await shopper.order();
  await expect(
    page.getByRole('heading', { level: 1, name: say('checkout', 'complete.paid_title') }),
  ).toBeVisible();
  await checkAxe('result');
});

test('an unknown payment outcome is waited for and resolved without help', async ({
  page,
  language,
  say,
}, info) => {
  test.setTimeout(360_000);
  // Each language tests one case: the response was lost after the charge (German) or before it (English).
  const [nonce, ending] =
    language === 'de'
      ? (['fake-timeout-after-charge-nonce', 'complete.paid_title'] as const)
      : (['fake-timeout-before-charge-nonce', 'complete.open_title'] as const);
  const shopper = createShopper(page, language, say);
  // No card number causes a timeout, so the test replaces the nonce in the request to the server.
  await page.route('**/api/cart/checkout', (route) =>
    route.continue({
      postData: JSON.stringify({ ...route.request().postDataJSON(), payment_method_nonce: nonce }),
    }),
  );
  await shopper.goToPayment(freshEmail(info.project.name), 'course-ignaz-semmelweis');
  await shopper.fillCard(testCards.accepted);
  await shopper.continueToReview();
  await shopper.agreeToStartAtOnce();
  await shopper.order();
  const title = (key: string) => page.getByRole('heading', { level: 1, name: say('checkout', key) });
  await expect(title('complete.waiting_title')).toBeVisible({ timeout: 60_000 });
  const code = await shopper.orderCode();
  await expect(title(ending)).toBeVisible({ timeout: 300_000 });
  expect(await chargesOf(code)).toEqual(ending === 'complete.paid_title' ? [5900] : []);
});
