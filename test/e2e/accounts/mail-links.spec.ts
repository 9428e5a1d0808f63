import type { APIRequestContext } from '@playwright/test';
import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { mailedLink, mailWith } from '#test/e2e/support/mail-box.ts';
import { type NewLearner, setSessionCookies } from '#test/e2e/support/new-learner.ts';
import { orderAsGuest } from '#test/e2e/support/order-as-guest.ts';
import { post } from '#test/e2e/support/post.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import { freshEmail } from '#test/e2e/support/shopper.ts';

/** Buys a course as a guest, which creates an account without a password, and logs in with a mailed code. */
async function buyAsGuest(request: APIRequestContext, language: 'de' | 'en', words: string) {
  const email = freshEmail('link');
  const course = 'course-emmy-noether';
  await orderAsGuest(request, { email, products: { [course]: 1 }, language });
  const headers = { 'X-App-Language': language };
  const products = [{ product_id: course, quantity: 1 }];
  const { bundle_cart_unique_id: cart_id } = await post(request, 'cart/bundles', { products }, headers);
  await post(request, 'auth/code', { email, cart_id, locale: language }, headers);
  const { text } = await mailWith(email, words);
  const code = /^(\d{6})\s*$/m.exec(text)?.[1] ?? '';
  const session = await post(request, 'auth/code/login', { email, code }, headers);
  return { email, access: session.access as string, refresh: session.refresh as string };
}

/** Calls the API about the profile of a learner, as the learner. */
function profileOf(request: APIRequestContext, learner: NewLearner, language: 'de' | 'en') {
  const url = `/api/users/${learner.id}`;
  const headers = {
    Authorization: `Bearer ${learner.access}`,
    'X-App-Language': language,
    'Content-Type': 'application/vnd.api+json',
  };
  return {
    async read() {
      return (await (await request.get(url, { headers })).json()).data.attributes;
    },
    async change(attributes: object): Promise<void> {
      const data = { data: { type: 'users', id: learner.id, attributes } };
      expect((await request.patch(url, { headers, data })).status()).toBe(200);
    },
  };
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
  const profile = profileOf(page.request, learner, language);

  await test.step('confirms the newsletter subscription', async () => {
    await profile.change({ newsletter: true });
    await page.goto(await mailedLink(learner.email, '/newsletter/bestaetigen'));
    await expect(page.getByRole('heading', { level: 1, name: link('newsletter.title') })).toBeVisible();
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
    await expectNoViolations(page);
    expect((await profile.read()).newsletter).toBe(false);
    await press('newsletter').dblclick();
    await expect(page.getByText(link('newsletter.done_title'))).toBeVisible();
    expect((await profile.read()).newsletter).toBe(true);
    await expectNoViolations(page);
  });

  await test.step('unsubscribes; after a lost connection the link still works', async () => {
    await page.goto(await mailedLink(learner.email, '/newsletter/abmelden'));
    expect((await profile.read()).newsletter).toBe(true);
    await expect(press('leaving')).toBeEnabled();
    await context.setOffline(true);
    await press('leaving').click();
    await expect(page.getByRole('alert')).toContainText(say('component', 'failure.network'));
    await context.setOffline(false);
    await press('leaving').click();
    await expect(page.getByText(link('leaving.done_title'))).toBeVisible();
    expect((await profile.read()).newsletter).toBe(false);
  });

  await test.step('changes the e-mail address with a link that works once', async () => {
    await profile.change({ email: moved, password: learner.password });
    const address = await mailedLink(moved, '/auth/email');
    await page.goto(address);
    expect((await profile.read()).email).toBe(learner.email);
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

test('the token of a mailed link is removed from the address and sent in no request, also that of an earlier mail', async ({
  page,
  learner,
  language,
  say,
  baseURL,
}) => {
  const moved = `zieht-${learner.email}`;
  const profile = profileOf(page.request, learner, language);
  await profile.change({ email: moved, password: learner.password });
  const link = await mailedLink(moved, '/auth/email');
  const [path = '', token = ''] = link.split('#token=');
  const requests: string[] = [];
  page.on('request', (request) => {
    requests.push(`${request.url()} ${request.headers().referer ?? ''}`);
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
  expect(requests.length).toBeGreaterThan(10);
  expect(requests.filter((request) => request.includes(token))).toEqual([]);

  // Earlier mails have the token in the query: only the request of the link itself may contain it.
  requests.length = 0;
  await page.goto('about:blank');
  await page.goto(`${path}?token=${token}`);
  await expectClean();
  expect(requests.filter((request) => request.includes(token))).toEqual([
    `${baseURL}${path}?token=${token} `,
  ]);

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
  expect(requests.filter((request) => request.includes(token) && !request.includes('?token='))).toEqual([]);
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
  await setSessionCookies(context, buyer, baseURL);

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
    // The session in this browser ends, too.
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
