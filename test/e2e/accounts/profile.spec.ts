import { readFileSync } from 'node:fs';
import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { mailWith } from '#test/e2e/support/mail-box.ts';
import { logInNewLearner } from '#test/e2e/support/new-learner.ts';
import { post } from '#test/e2e/support/post.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import { shopWords } from '#test/e2e/support/shop-words.ts';
import { vienna } from '#test/e2e/support/shopper.ts';

test('a learner manages name, addresses, devices, e-mail, password, newsletter and personal data, and leaves', {
  tag: '@desktop',
}, async ({ page, learner, language, say }) => {
  const data = (key: string, values = {}) => say('myProfile', `data.${key}`, values);
  const label = (german: string) => (language === 'de' ? german : say('form', german));
  const section = (name: string) => page.getByRole('region', { name: data(`${name}.title`), exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const person = section('person');
  const book = section('addresses');
  const fresh = 'ein neuer Satz für mich';
  const other = language === 'de' ? 'en' : 'de';

  await test.step('is on one of the pages of the profile', async () => {
    await page.goto(`/${language}/profil`);
    const pages = page.getByRole('navigation', { name: say('myProfile', 'navigation.label') });
    await expect(page.getByRole('heading', { level: 1, name: data('title') })).toBeVisible();
    await expect(pages.locator('[aria-current]')).toHaveText(say('menu', 'link.my_data'));
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  });

  await test.step('saves the name once, however often the button is pressed', async () => {
    await person.getByLabel(label('Vorname')).fill('Émilie');
    await person.getByLabel(label('Anrede')).selectOption('ms');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let saves = 0;
    await page.route('**/api/users/*', async (route) => {
      if (route.request().method() === 'PATCH') {
        saves += 1;
        await released;
      }
      await route.continue();
    });
    const save = person.getByRole('button', { name: data('save') });
    // The second press comes before the response to the first.
    await save.dblclick();
    await expect(save).toHaveAttribute('aria-busy', 'true');
    release();
    await expect(person.getByRole('status')).toContainText(data('saved'));
    expect(saves).toBe(1);
    await page.unroute('**/api/users/*');
    await page.reload();
    await expect(person.getByLabel(label('Vorname'))).toHaveValue('Émilie');
    await expect(person.getByLabel(label('Anrede'))).toHaveValue('ms');
    await expect(page.getByRole('main')).toContainText('Émilie Brandt');
  });

  await test.step('adds two addresses, makes the second the main one, and deletes the first', async () => {
    await button(data('addresses.add')).click();
    const form = book.getByRole('form', { name: data('addresses.add_title') });
    await expect(form.getByLabel(label('Anrede'))).toBeFocused();
    await form.getByRole('button', { name: data('save') }).click();
    await expect(form.getByLabel(label('Vorname'))).toBeFocused();
    const fill = async (address: typeof vienna) => {
      await form.getByLabel(label('Vorname')).fill(address.firstname);
      await form.getByLabel(label('Nachname')).fill(address.lastname);
      // A number typed after the street moves into its own field.
      await form.getByLabel(label('Straße')).fill(`${address.street} ${address.house_number}`);
      await form.getByLabel(label('Hausnummer')).focus();
      await expect(form.getByLabel(label('Straße'))).toHaveValue(address.street);
      await expect(form.getByLabel(label('Hausnummer'))).toHaveValue(address.house_number);
      await form.getByLabel(label('Postleitzahl')).fill(address.postal_code);
      await form.getByLabel(label('Ort')).fill(address.city);
      await form.getByLabel(label('Land')).selectOption(address.country);
    };
    await fill({ ...vienna, postal_code: '10707' });
    await form.getByRole('button', { name: data('save') }).click();
    await expect(form.getByLabel(label('Postleitzahl'))).toHaveAttribute('aria-invalid', 'true');
    await expectNoViolations(page);
    await form.getByLabel(label('Postleitzahl')).fill('1070');
    await form.getByRole('button', { name: data('save') }).click();
    await expect(book.getByRole('status')).toContainText(data('addresses.added'));
    await expect(book.getByRole('listitem')).toContainText([data('addresses.shipping')]);

    await button(data('addresses.add')).click();
    await fill({ ...vienna, street: 'Ringstraße' });
    await form.getByRole('button', { name: data('save') }).click();
    await expect(book.getByRole('listitem')).toHaveCount(2);
    const named = (key: string, street: string) =>
      data(`addresses.${key}`, { address: `Johanna Brandt, ${street} 14, Wien` });
    await button(named('main_named', 'Ringstraße')).click();
    await expect(book.getByRole('status')).toContainText(data('addresses.made_main'));
    await expect(book.getByRole('listitem').first()).toContainText('Ringstraße');

    await button(named('change_named', 'Ringstraße')).click();
    const change = book.getByRole('form', { name: data('addresses.change_title') });
    await change.getByLabel(label('Ort')).fill('Graz');
    await change.getByRole('button', { name: data('save') }).click();
    await expect(book.getByRole('listitem').first()).toContainText('Graz');
    await button(named('remove_named', 'Lindengasse')).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: data('addresses.remove_confirm') })
      .click();
    await expect(book.getByRole('status')).toContainText(data('addresses.removed'));
    await expect(book.getByRole('listitem')).toHaveCount(1);
  });

  await test.step('logs out one other device, then all other devices', async () => {
    const devices = section('sessions');
    const others: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const credentials = { identifier: learner.email, password: learner.password };
      const session = await post(page.request, 'auth/login', credentials);
      others.push(session.access);
    }
    await page.reload();
    await expect(devices.getByRole('listitem')).toHaveCount(4);
    await expect(devices.getByRole('listitem').first()).toContainText(data('sessions.current'));
    await devices.getByRole('listitem').last().getByRole('button').click();
    await expect(devices.getByRole('status')).toContainText(data('sessions.ended'));
    await expect(devices.getByRole('listitem')).toHaveCount(3);
    await devices.getByRole('button', { name: data('sessions.end_others') }).click();
    await expect(devices.getByText(data('sessions.only'))).toBeVisible();
    for (const access of others) {
      const headers = { Authorization: `Bearer ${access}` };
      expect((await page.request.get('/api/auth/sessions', { headers })).status()).toBe(401);
    }
  });

  await test.step('requests a new e-mail address, which must be confirmed by a mailed link', async () => {
    const email = section('email');
    const moved = `neu-${learner.email}`;
    const change = email.getByRole('button', { name: data('email.submit') });
    await email.getByLabel(data('email.new')).fill(learner.email.toUpperCase());
    await email.getByLabel(data('email.password'), { exact: true }).fill(learner.password);
    await change.click();
    await expect(email.getByText(data('email.same'))).toBeVisible();
    await email.getByLabel(data('email.new')).fill(moved);
    await change.click();
    await expect(email.getByText(data('email.sent', { email: moved, current: learner.email }))).toBeVisible();
    await mailWith(moved, '/auth/email#token=');
  });

  await test.step('changes the password at the second attempt and stays logged in', async () => {
    const password = section('password');
    async function change(current: string): Promise<void> {
      await password.getByLabel(data('password.current')).fill(current);
      await password.getByLabel(data('password.new')).fill(fresh);
      await password.getByLabel(say('auth', 'register.password_again')).fill(fresh);
      await password.getByRole('button', { name: data('password.submit') }).click();
    }
    await change('geraten wie immer');
    await expect(password.getByLabel(data('password.current'))).toBeFocused();
    await expect(password.getByLabel(data('password.current'))).toHaveAttribute('aria-invalid', 'true');
    await change(learner.password);
    await expect(password.getByRole('status')).toContainText(data('password.done'));
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: data('title') })).toBeVisible();
  });

  await test.step('subscribes to the newsletter, which must be confirmed by a mailed link', async () => {
    const newsletter = section('newsletter');
    await newsletter.getByRole('button', { name: data('newsletter.subscribe') }).click();
    await expect(newsletter.getByRole('status')).toContainText(
      data('newsletter.sent', { email: learner.email }),
    );
    await expect(newsletter.getByText(data('newsletter.off'))).toBeVisible();
    await mailWith(learner.email, '/newsletter/bestaetigen#token=');
  });

  await test.step('downloads the personal data as a file', async () => {
    const download = page.waitForEvent('download');
    await section('export')
      .getByRole('button', { name: data('export.submit') })
      .click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/-\d{4}-\d{2}-\d{2}\.json$/);
    const exported = JSON.parse(readFileSync(await file.path(), 'utf8'));
    expect(exported.account).toMatchObject({ email: learner.email, firstname: 'Émilie', salutation: 'ms' });
    expect(exported.addresses).toHaveLength(1);
  });

  await test.step('changes the language', async () => {
    await person.getByLabel(data('person.language')).selectOption(other);
    await person.getByRole('button', { name: data('save') }).click();
    await expect(page).toHaveURL(new RegExp(`/${other}/profil$`));
    const title = shopWords(other)('myProfile', 'data.title');
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  });

  await test.step('deletes the account at the second attempt', async () => {
    const words = (key: string) => shopWords(other)('myProfile', `data.${key}`);
    await button(words('deletion.submit')).click();
    const dialog = page.getByRole('alertdialog');
    const typed = dialog.getByLabel(words('password.title'), { exact: true });
    await typed.fill('geraten wie immer');
    await dialog.getByRole('button', { name: words('deletion.confirm') }).click();
    await expect(typed).toHaveAttribute('aria-invalid', 'true');
    await typed.fill(fresh);
    await dialog.getByRole('button', { name: words('deletion.confirm') }).click();
    await expect(page.getByRole('heading', { name: words('deleted.title') })).toBeInViewport();
  });
});

test('the profile keeps typed input while the shop fails or is unreachable', async ({
  page,
  learner: _,
  context,
  language,
  say,
}) => {
  const label = (german: string) => (language === 'de' ? german : say('form', german));
  await page.goto(`/${language}/profil`);
  const person = page.getByRole('region', { name: say('myProfile', 'data.person.title'), exact: true });
  const save = person.getByRole('button', { name: say('myProfile', 'data.save') });
  await person.getByLabel(label('Vorname')).fill('Émilie');
  await context.setOffline(true);
  await save.click();
  await expect(person.getByRole('alert')).toContainText(say('component', 'failure.network'));
  await context.setOffline(false);
  await page.route('**/api/users/*', (route) => route.fulfill({ status: 500, body: 'out of order' }));
  await save.click();
  await expect(person.getByRole('alert')).toContainText(say('component', 'failure.other'));
  await expect(person.getByLabel(label('Vorname'))).toHaveValue('Émilie');
});

test('an account is deleted with its password, unless it has an active subscription', {
  tag: '@checkout',
}, async ({ page, context, language, say, baseURL }) => {
  const data = (key: string, values = {}) => say('myProfile', `data.${key}`, values);
  const dialog = page.getByRole('alertdialog');
  async function ask(password: string): Promise<void> {
    await page.getByRole('button', { name: data('deletion.submit') }).click();
    await dialog.getByLabel(data('password.title'), { exact: true }).fill(password);
    await dialog.getByRole('button', { name: data('deletion.confirm') }).dblclick();
  }

  await test.step('an account with a subscription is not deleted', async () => {
    const bound = await logInNewLearner(page, context, { language, baseURL });
    await bound.buy({ 'subscription-monatskarte': 1 });
    await page.goto(`/${language}/profil`);
    await ask(bound.password);
    await expect(dialog.getByRole('alert')).toContainText(say('error', 'CONTRACT_RENEWS.detail'));
    await expectNoViolations(page);
    await dialog.getByRole('link', { name: data('deletion.to_purchases') }).click();
    await expect(page).toHaveURL(/profil\/subscription$/);
  });

  await test.step('another account is deleted permanently', async () => {
    await page.goto('about:blank');
    const free = await logInNewLearner(page, context, { language, baseURL });
    await page.goto(`/${language}/preise`);
    await page.goto(`/${language}/profil/master`);
    const pages = page.getByRole('navigation', { name: say('myProfile', 'navigation.label') });
    await pages.locator('a[href$="/profil"]').click();
    await ask('geraten wie immer');
    await expect(dialog.getByLabel(data('password.title'), { exact: true })).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await dialog.getByRole('button', { name: data('cancel') }).click();
    await expect(dialog).toBeHidden();
    await ask(free.password);
    await expect(page.getByRole('heading', { name: data('deleted.title') })).toBeInViewport();
    await expectNoViolations(page);
    const cookies = await context.cookies();
    expect(cookies.filter(({ name }) => name.startsWith('_auth'))).toEqual([]);
    const again = { identifier: free.email, password: free.password };
    expect((await page.request.post('/api/auth/login', { data: again })).status()).toBe(401);
    // The page before now redirects to the login, and the next Back leaves it.
    await page.goBack();
    await expect(page).toHaveURL(/auth\/login/);
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`/${language}/preise$`));
    await page.goto(`/${language}/profil`);
    await expect(page).toHaveURL(/auth\/login/);
  });
});
