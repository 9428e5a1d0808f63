import type { APIRequestContext } from '@playwright/test';
import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { keepSession } from '#test/e2e/support/known-learner.ts';
import { mailedLink, mailWith } from '#test/e2e/support/mail-box.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import { freshEmail } from '#test/e2e/support/shopper.ts';

/** Buys a course as a guest, which creates an account without a password, and logs in with a mailed code. */
async function buyAsGuest(request: APIRequestContext, language: 'de' | 'en', words: string) {
  const email = freshEmail('link');
  const headers = { 'X-App-Language': language };
  async function post(path: string, data: object, order_token = '') {
    const answer = await request.post(`/api/${path}`, {
      data,
      headers: { ...headers, 'X-Order-Token': order_token },
    });
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
    return answer.json();
  }
  const products = [{ product_id: 'course-emmy-noether', quantity: 1 }];
  const cart = await post('cart/bundles', { products });
  const bundle_cart_unique_id = cart.bundle_cart_unique_id;
  const order = await post('cart/order', { email, bundle_cart_unique_id, products: [] });
  const { order_token } = order.meta;
  const { id, attributes } = order.data;
  await post('cart/verify', { id }, order_token);
  const payment = { payment_method_nonce: 'fake-valid-nonce', expected_total: attributes.amount_due };
  await post('cart/checkout', { id, ...payment, waiver_accepted: true }, order_token);
  const next = await post('cart/bundles', { products });
  await post('auth/code', { email, cart_id: next.bundle_cart_unique_id, locale: language });
  const { text } = await mailWith(email, words);
  const digits = /^(\d{6})\s*$/m.exec(text)?.[1] ?? '';
  const session = await post('auth/code/login', { email, code: digits });
  return { email, access: session.access as string, refresh: session.refresh as string };
}

test('newsletter and e-mail address change only by pressing the button on the page of a mailed link', async ({
  page,
  learner,
  context,
  language,
  say,
}) => {
  const moved = `umgezogen-${learner.email}`;
  const link = (key: string) => say('auth', `link.${key}`);
  const press = (key: string) => page.getByRole('main').getByRole('button', { name: link(`${key}.submit`) });
  const headers = {
    Authorization: `Bearer ${learner.access}`,
    'X-App-Language': language,
    'Content-Type': 'application/vnd.api+json',
  };
  async function known() {
    const answer = await page.request.get(`/api/users/${learner.id}`, { headers });
    return (await answer.json()).data.attributes;
  }
  async function changeProfile(attributes: object): Promise<void> {
    const data = { data: { type: 'users', id: learner.id, attributes } };
    const answer = await page.request.patch(`/api/users/${learner.id}`, { headers, data });
    expect(answer.status()).toBe(200);
  }

  await test.step('confirms the newsletter subscription', async () => {
    await changeProfile({ newsletter: true });
    await page.goto(await mailedLink(learner.email, '/newsletter/bestaetigen'));
    await expect(page.getByRole('heading', { level: 1, name: link('newsletter.title') })).toBeVisible();
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
    await expectNoViolations(page);
    expect((await known()).newsletter).toBe(false);
    await press('newsletter').dblclick();
    await expect(page.getByText(link('newsletter.done_title'))).toBeVisible();
    expect((await known()).newsletter).toBe(true);
    await expectNoViolations(page);
  });

  await test.step('unsubscribes; after a lost connection the link still works', async () => {
    await page.goto(await mailedLink(learner.email, '/newsletter/abmelden'));
    expect((await known()).newsletter).toBe(true);
    await expect(press('leaving')).toBeEnabled();
    await context.setOffline(true);
    await press('leaving').click();
    await expect(page.getByRole('alert')).toContainText(say('component', 'failure.network'));
    await context.setOffline(false);
    await press('leaving').click();
    await expect(page.getByText(link('leaving.done_title'))).toBeVisible();
    expect((await known()).newsletter).toBe(false);
  });

  await test.step('changes the e-mail address with a link that works once', async () => {
    await changeProfile({ email: moved, password: learner.password });
    const address = await mailedLink(moved, '/auth/email');
    await page.goto(address);
    expect((await known()).email).toBe(learner.email);
    await press('email').click();
    await expect(page.getByText(link('email.done_title'))).toBeVisible();
    await page
      .getByRole('main')
      .getByRole('link', { name: link('email.action') })
      .click();
    await expect(page.getByText(say('myProfile', 'data.email.current', { email: moved }))).toBeVisible();
    await page.goto(address);
    await press('email').click();
    await expect(page.getByRole('alert')).toContainText(link('broken_title'));
    await expectNoViolations(page);
  });

  await test.step('reports invalid links', async () => {
    for (const path of [
      'auth/bestaetigen',
      'auth/email',
      'auth/email-zurueck',
      'auth/konto-loeschen',
      'newsletter/bestaetigen',
      'newsletter/abmelden',
    ]) {
      await page.goto(`/${language}/${path}`);
      await expect(page.getByRole('alert')).toContainText(link('broken_title'));
    }
    await page.goto(`/${language}/newsletter/abmelden#token=abgeschnitten`);
    await press('leaving').click();
    await expect(page.getByRole('alert')).toContainText(link('broken_title'));
  });
});

test('the token of a mailed link leaves the address and is part of no request, also of an earlier link', async ({
  page,
  learner,
  language,
  say,
  baseURL,
}) => {
  const moved = `zieht-${learner.email}`;
  const answer = await page.request.patch(`/api/users/${learner.id}`, {
    headers: {
      Authorization: `Bearer ${learner.access}`,
      'X-App-Language': language,
      'Content-Type': 'application/vnd.api+json',
    },
    data: {
      data: { type: 'users', id: learner.id, attributes: { email: moved, password: learner.password } },
    },
  });
  expect(answer.status()).toBe(200);
  const link = await mailedLink(moved, '/auth/email');
  const [path = '', token = ''] = link.split('#token=');
  const asked: string[] = [];
  page.on('request', (request) => {
    asked.push(`${request.url()} ${request.headers().referer ?? ''}`);
  });
  const press = page.getByRole('main').getByRole('button', { name: say('auth', 'link.email.submit') });
  async function expectClean(): Promise<void> {
    await expect(press).toBeEnabled();
    await expect(page).toHaveURL(`${baseURL}${path}`);
  }

  await page.goto(link);
  await expectClean();
  await page.reload();
  await expectClean();
  await page.goto(`/${language}`);
  await page.goBack();
  await expectClean();
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((request) => request.includes(token))).toEqual([]);

  // Earlier mails have the token in the query: only the request of the link itself can have it.
  asked.length = 0;
  await page.goto('about:blank');
  await page.goto(`${path}?token=${token}`);
  await expectClean();
  expect(asked.filter((request) => request.includes(token))).toEqual([`${baseURL}${path}?token=${token} `]);

  // A link that is pasted into the open tab loads no document.
  await page.goto(`${path}#token=abgeschnitten`);
  await expectClean();
  await press.click();
  await expect(page.getByRole('alert')).toContainText(say('auth', 'link.broken_title'));
  await page.goto(link);
  await page.reload();

  // The other language's page gets the token as well.
  const other = language === 'de' ? 'en' : 'de';
  await page.getByRole('banner').locator(`a[hreflang=${other}]`).first().click();
  await expect(page).toHaveURL(`${baseURL}${path.replace(`/${language}/`, `/${other}/`)}`);
  await page.getByRole('main').locator('button').click();
  await expect(page.getByRole('main').getByRole('status')).toBeVisible();
  expect(asked.filter((request) => request.includes(token) && !request.includes('?token='))).toEqual([]);
});

test('an account without a password is deleted with a mailed link', async ({
  page,
  context,
  language,
  say,
  baseURL,
}) => {
  const data = (key: string, values = {}) => say('myProfile', `data.${key}`, values);
  const buyer = await buyAsGuest(page.request, language, say('mail', 'login_code.afterwards'));
  await keepSession(context, buyer, baseURL);

  await test.step('requests the link', async () => {
    await page.goto(`/${language}/profil`);
    await expect(page.getByText(data('password.none_note'))).toBeVisible();
    await page.getByRole('button', { name: data('deletion.submit') }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText(data('deletion.dialog_text_mail', { email: buyer.email }));
    await expectNoViolations(page);
    await dialog.getByRole('button', { name: data('deletion.confirm_mail') }).dblclick();
    await expect(page.getByText(data('deletion.sent', { email: buyer.email }))).toBeVisible();
  });

  await test.step('opens the link and confirms', async () => {
    const link = await mailedLink(buyer.email, '/auth/konto-loeschen');
    await page.goto(link);
    await expectNoViolations(page);
    await page
      .getByRole('main')
      .getByRole('button', { name: say('auth', 'link.deletion.submit') })
      .click();
    await expect(page.getByText(say('auth', 'link.deletion.done_title'))).toBeVisible();
    // The session in this browser has ended, too.
    await expect
      .poll(async () => (await context.cookies()).filter(({ name }) => name.startsWith('_auth')))
      .toEqual([]);
    await page.goto(link);
    await page
      .getByRole('main')
      .getByRole('button', { name: say('auth', 'link.deletion.submit') })
      .click();
    await expect(page.getByRole('alert')).toContainText(say('auth', 'link.broken_title'));
  });
});
