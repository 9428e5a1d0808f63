import { AxeBuilder } from '@axe-core/playwright';
import { type OpenCardForm, pageHarness, startCardFormSite } from 'meisterhand/browser';
import { describeCardTokenizer, requestFor, type TypedCard } from 'meisterhand/kits';
import { cardFieldNames } from 'meisterhand/rules';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answerWallet, openWallet, walletResult } from '../sandbox-wallets.ts';
import { startTestGateway, type TestGateway } from '../test-gateway.ts';

let site: Awaited<ReturnType<typeof startCardFormSite>>;

beforeAll(async () => {
  site = await startCardFormSite({
    browser: new URL('../card-form.ts', import.meta.url),
    policy: (gateway) => `script-src 'nonce-page'; style-src 'nonce-page'; frame-src ${gateway}`,
  });
});

afterAll(() => site.close());

const year = String(new Date().getUTCFullYear() + 1).slice(2);
const rest = { cardholderName: 'Johanna Brandt', expirationDate: `12${year}`, cvv: '123' };
const cards = {
  accepted: { ...rest, number: '4111111111111111' },
  challenge: { ...rest, number: '4000000000001091' },
  unverified: { ...rest, number: '4111111111111111' },
};

async function fill(form: OpenCardForm, card: TypedCard): Promise<void> {
  for (const field of cardFieldNames) await form.input(field).pressSequentially(card[field]);
}

/** Presses Escape without waiting: the frame that has the focus may be removed before the browser confirms the key. */
function pressEscape(page: Page): void {
  page.keyboard.press('Escape').catch(() => {});
}

function withoutSession(message: object): object {
  return { ...message, session: null };
}

async function expiredToken(gateway: TestGateway): Promise<string> {
  const token = await gateway.clientToken();
  gateway.advance(24 * 60 * 60 * 1000);
  return token;
}

let actions = 0;

describeCardTokenizer({
  name: 'sandbox in Chromium',
  skip: [
    {
      test: 'reports no liability shift for a card that its bank has not verified',
      reason: "the sandbox's bank verifies every card, most of them without a challenge",
    },
  ],
  async create() {
    const gateway = await startTestGateway();
    const form = await site.open(gateway);
    const { page, context } = form;
    const tokens = {
      valid: () => gateway.clientToken(),
      expired: () => expiredToken(gateway),
      malformed: async () => 'no token',
    };
    return {
      cards,
      async actionData() {
        actions += 1;
        const outcome = await gateway
          .adapter(2_000)
          .charge(
            requestFor(await gateway.tokenize('4000000000003212'), { attempt_key: `ACTION-${actions}/1` }),
          );
        if (outcome.outcome !== 'requires_action' || outcome.action.kind !== 'in_page')
          throw new Error(`No action: ${JSON.stringify(outcome)}`);
        return outcome.action.data;
      },
      async answerAction(answer) {
        const dialog = page.getByRole('dialog', { name: 'Zahlung bestätigen' });
        const bank = dialog.frameLocator('iframe');
        await bank.getByRole('button', { name: 'Freigeben' }).waitFor();
        if (answer === 'close') return dialog.getByRole('button', { name: 'Abbrechen' }).last().click();
        await bank.getByRole('button', { name: answer === 'approve' ? 'Freigeben' : 'Ablehnen' }).click();
      },
      mount: async (kind) => page.evaluate((token) => window.cardForm.mount(token, {}), await tokens[kind]()),
      type: (field, text) => form.input(field).pressSequentially(text),
      ...pageHarness(form, `${gateway.url}/**`),
      readError: (field) => form.readError(field),
      async answerChallenge(answer) {
        const frame = await form.challenge();
        if (answer === 'cancel') return page.getByRole('button', { name: 'Abbrechen' }).click();
        const [code, times] = answer === 'pass' ? ['1234', 1] : ['9999', 3];
        for (let count = 1; count <= times; count += 1) {
          await frame.getByLabel('Bestätigungscode').fill(code);
          await frame.getByRole('button', { name: 'Bestätigen' }).click();
          if (count < times) await frame.getByText('Dieser Code stimmt nicht').waitFor();
          if (count < times) await frame.locator('#confirm:enabled').waitFor();
        }
      },
      useWallet: (kind, answer) => answerWallet(form, kind, answer === 'approve' ? 'accept' : 'cancel'),
      async dispose() {
        await context.close();
        await gateway.dispose();
      },
    };
  },
});

describe('the card fields in the page', () => {
  let gateway: TestGateway;
  let form: OpenCardForm;

  beforeEach(async () => {
    gateway = await startTestGateway();
    form = await site.open(gateway);
  });

  afterEach(async () => {
    expect(gateway.faults).toEqual([]);
    await form.context.close();
    await gateway.dispose();
  });

  const tokenize = () => form.page.evaluate(() => window.cardForm.tokenize());
  const mount = async (limits = {}) => {
    expect(await form.mount(await gateway.clientToken(), limits)).toMatchObject({ ok: true });
  };

  test('send no card data to the page, and violate no content security policy', async () => {
    await mount();
    await fill(form, cards.accepted);
    const result = await tokenize();
    expect(result).toMatchObject({ ok: true });
    const heard = await form.page.evaluate(() => window.cardForm.heard());
    expect(heard.length).toBeGreaterThan(20);
    // The page may receive the last four digits. Tokens and sessions are left out, because random values can
    // contain any digits.
    const told = JSON.stringify(heard.filter(({ type }) => type !== 'tokenized').map(withoutSession));
    for (const secret of ['411', 'Johanna', `12 / ${year}`]) expect(told).not.toContain(secret);
    expect(await form.page.content()).not.toContain('41111111');
    expect(await form.page.evaluate(() => window.cardForm.violations())).toEqual([]);
    if (result.ok) {
      const charged = await gateway.adapter(2_000).charge(requestFor(result.value.nonce));
      expect(charged).toMatchObject({ outcome: 'authorised', method: { last_four: '1111' } });
    }
  });

  test('know what was typed before their scripts were loaded', async () => {
    const loaded = Promise.withResolvers<void>();
    await form.context.route('**/field.js', async (route) => {
      await loaded.promise;
      await route.continue();
    });
    const token = await gateway.clientToken();
    const mounted = form.page.evaluate((given) => window.cardForm.mount(given, {}), token);
    await fill(form, { ...cards.accepted, number: '41111111111111' });
    await form.input('number').focus();
    loaded.resolve();
    expect(await mounted).toMatchObject({ ok: true });
    const state = () => form.page.evaluate(() => window.cardForm.state());
    await expect.poll(async () => (await state()).fields.number.is_focused).toBe(true);
    for (const field of ['cardholderName', 'expirationDate', 'cvv'] as const)
      await expect
        .poll(async () => (await state()).fields[field])
        .toMatchObject({ is_valid: true, is_focused: false });
    await form.input('number').pressSequentially('11');
    expect(await form.input('number').inputValue()).toBe('4111 1111 1111 1111');
    expect(await tokenize()).toMatchObject({ ok: true });
  });

  test('know the card type that was told before the script of the security code was loaded', async () => {
    const loaded = Promise.withResolvers<void>();
    const isOfCode = ({ searchParams }: URL) => searchParams.get('field') === 'cvv';
    await form.context.route(isOfCode, async (route) => {
      await loaded.promise;
      await route.continue();
    });
    const token = await gateway.clientToken();
    const mounted = form.page.evaluate((given) => window.cardForm.mount(given, {}), token);
    await form.input('number').pressSequentially('4111');
    // Blurring the field sends its state again.
    await form.input('expirationDate').pressSequentially('12');
    const told = () =>
      form.page.evaluate(() => window.cardForm.heard().map((event) => JSON.stringify(event)));
    const ofNumber = async () => (await told()).findLast((event) => event.includes('"card_type":"visa"'));
    await expect.poll(ofNumber).toContain('"is_focused":false');
    loaded.resolve();
    expect(await mounted).toMatchObject({ ok: true });
    await form.input('cvv').pressSequentially('1234');
    await expect.poll(() => form.input('cvv').inputValue()).toBe('123');
  });

  test('are confirmed at the bank by a code and Enter, once the script of its page is loaded', async () => {
    const loaded = Promise.withResolvers<void>();
    await form.context.route('**/challenge.js', async (route) => {
      await loaded.promise;
      await route.continue();
    });
    await mount();
    await fill(form, cards.challenge);
    const result = tokenize();
    const code = form.page.frameLocator('dialog iframe').getByLabel('Bestätigungscode');
    await code.waitFor({ state: 'attached' });
    expect(await code.isDisabled()).toBe(true);
    loaded.resolve();
    await code.fill('1234');
    await code.press('Enter');
    expect(await result).toMatchObject({ ok: true });
    expect(await form.page.evaluate(() => window.cardForm.violations())).toEqual([]);
  });

  test('group the card number during typing, and keep the position of the caret', async () => {
    await mount();
    const number = form.input('number');
    await number.pressSequentially('411111111111');
    expect(await number.inputValue()).toBe('4111 1111 1111');
    for (let press = 0; press < 8; press += 1) await number.press('ArrowLeft');
    await number.press('Backspace');
    await number.pressSequentially('99');
    expect(await number.inputValue()).toBe('4111 9911 1111 1');
    expect(await number.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(7);
    const expiry = form.input('expirationDate');
    await expiry.pressSequentially('728');
    expect(await expiry.inputValue()).toBe('07 / 28');
    for (let press = 0; press < 4; press += 1) await expiry.press('Backspace');
    expect(await expiry.inputValue()).toBe('');
  });

  test('limit the security code to the length of the card type', async () => {
    await mount();
    const cvv = form.input('cvv');
    await cvv.pressSequentially('12345');
    expect(await cvv.inputValue()).toBe('1234');
    await form.input('number').pressSequentially('4111');
    await expect.poll(() => cvv.inputValue()).toBe('123');
    await form.input('number').fill('3782');
    await cvv.press('End');
    await cvv.pressSequentially('4');
    await expect.poll(() => cvv.inputValue()).toBe('1234');
  });

  test('do not send a card that is not a test card', async () => {
    await mount();
    const asked: string[] = [];
    form.page.on('request', (request) => asked.push(request.url()));
    await fill(form, { ...cards.accepted, number: '4242424242424242' });
    const refused = { ok: false, error: { code: 'FIELDS_INVALID', fields: ['number'] } };
    expect(await tokenize()).toEqual(refused);
    expect(asked.filter((url) => url.includes('/client/'))).toEqual([]);
    const { fields } = await form.page.evaluate(() => window.cardForm.state());
    expect(fields.number).toMatchObject({ is_valid: false, is_potentially_valid: false });
    await form.input('number').fill(cards.accepted.number);
    expect(await tokenize()).toMatchObject({ ok: true });
  });

  test('time out without a response of the gateway, and the next try returns one nonce', async () => {
    await mount({ tokenize: 1_000 });
    await fill(form, cards.accepted);
    await form.context.route('**/client/tokenize', () => {});
    expect(await tokenize()).toEqual({ ok: false, error: { code: 'TIMED_OUT' } });
    await form.context.unroute('**/client/tokenize');
    expect(await tokenize()).toMatchObject({ ok: true });
  });

  test('time out if the frames do not load, and keep the containers empty', async () => {
    await form.context.route('**/frames/field**', () => {});
    const result = await form.mount(await gateway.clientToken(), { mount: 1_000 });
    expect(result).toEqual({ ok: false, error: { code: 'TIMED_OUT' } });
    expect(await form.page.locator('iframe').count()).toBe(0);
    await form.context.unroute('**/frames/field**');
    await mount();
  });

  test('let two shoppers pay at once with their own cards', async () => {
    const other = await site.open(gateway);
    try {
      await mount();
      expect(await other.mount(await gateway.clientToken())).toMatchObject({ ok: true });
      await Promise.all([fill(form, cards.accepted), fill(other, { ...rest, number: '5555555555554444' })]);
      const [mine, theirs] = await Promise.all([
        tokenize(),
        other.page.evaluate(() => window.cardForm.tokenize()),
      ]);
      expect(mine).toMatchObject({ ok: true, value: { method: { brand: 'visa' } } });
      expect(theirs).toMatchObject({ ok: true, value: { method: { brand: 'mastercard' } } });
    } finally {
      await other.context.close();
    }
  });

  describe('the wallets before the address', () => {
    const open = async (countries = ['DE', 'AT']) =>
      form.page.evaluate(([token, allowed]) => window.cardForm.openWallets(token, allowed), [
        await gateway.clientToken(),
        countries,
      ] as const);
    const charge = (nonce: string) => gateway.adapter(2_000).charge(requestFor(nonce));

    test('open PayPal in a window of 400 by 570 and Google Pay in a sheet, and return the chosen address', async () => {
      expect(await open()).toEqual(['google_pay', 'paypal']);
      const popup = await openWallet(form, 'paypal');
      expect(await popup.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([400, 570]);
      expect(await popup.locator('#address option').allTextContents()).toEqual([
        'Lindenstraße 12, 04107 Leipzig',
        'Lindengasse 14, 1070 Wien',
      ]);
      await popup.locator('#address').selectOption({ index: 1 });
      await popup.locator('#email').fill('karla@');
      await popup.locator('#accept').click();
      await popup.getByText('Diese E-Mail-Adresse ist nicht vollständig.').waitFor();
      await popup.locator('#email').fill('karla@meisterhand.example');
      await popup.locator('#accept').click();
      const approved = await walletResult(form, 1);
      expect(approved).toMatchObject({
        ok: true,
        value: {
          method: { kind: 'paypal', brand: null, last_four: null },
          contact: { email: 'karla@meisterhand.example', address: { city: 'Wien', country: 'AT' } },
        },
      });
      const declined = await answerWallet(form, 'google_pay', 'decline');
      if (!approved?.ok || !declined.ok) throw new Error('No nonces');
      expect(declined.value.contact?.email).toMatch(/^karla-[a-z0-9]+@meisterhand\.example$/);
      expect(await charge(approved.value.nonce)).toMatchObject({
        outcome: 'authorised',
        method: { kind: 'paypal' },
      });
      expect(await form.page.evaluate(() => window.cardForm.violations())).toEqual([]);
    });

    test('approve a payment that is declined when it is charged', async () => {
      await open();
      const declined = await answerWallet(form, 'google_pay', 'decline');
      if (!declined.ok) throw new Error('No nonce');
      expect(await charge(declined.value.nonce)).toMatchObject({
        outcome: 'declined',
        reason: 'PROCESSOR_DECLINED',
      });
    });

    test('report a closed window, a blocked one and an unreachable provider, each as what it is', async () => {
      await open();
      const popup = await openWallet(form, 'paypal');
      await (popup as Page).close();
      expect(await walletResult(form, 1)).toEqual({ ok: false, error: { code: 'WALLET_CANCELLED' } });
      await form.page.evaluate(() => {
        window.open = () => null;
      });
      await form.page.getByRole('button', { name: 'paypal' }).click();
      expect(await walletResult(form, 2)).toEqual({ ok: false, error: { code: 'POPUP_BLOCKED' } });
      await form.context.route('**/frames/wallet**', (route) => route.abort('connectionfailed'));
      await form.page.getByRole('button', { name: 'google_pay' }).click();
      expect(await walletResult(form, 3)).toEqual({ ok: false, error: { code: 'NETWORK' } });
    });

    test('close their window when they are removed, and report nothing', async () => {
      await open();
      const popup = (await openWallet(form, 'paypal')) as Page;
      const closed = popup.waitForEvent('close');
      await form.page.evaluate(() => window.cardForm.closeWallets());
      await closed;
      expect(await form.page.evaluate(() => window.cardForm.walletResults())).toEqual([]);
    });

    test('cannot be approved where the shop delivers to none of their addresses', async () => {
      await open(['LI']);
      await form.page.getByRole('button', { name: 'google_pay' }).click();
      const sheet = form.page.frameLocator('dialog iframe');
      await sheet.getByText('Der Shop liefert an keine dieser Adressen.').waitFor();
      expect(await sheet.locator('#accept').isDisabled()).toBe(true);
    });

    test('keep the focus in the sheet and return it; axe finds nothing in the wallet', async () => {
      await open();
      const sheet = await openWallet(form, 'google_pay');
      const axe = await new AxeBuilder({ page: form.page }).include('dialog').analyze();
      expect(axe.violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
      await sheet.locator('#accept').focus();
      pressEscape(form.page);
      expect(await walletResult(form, 1)).toEqual({ ok: false, error: { code: 'WALLET_CANCELLED' } });
      await expect
        .poll(() => form.page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
        .toBe('google_pay');
    });
  });

  describe('the challenge', () => {
    beforeEach(async () => {
      await mount();
      await fill(form, cards.challenge);
    });

    test('keeps the focus, returns it at the end, and prevents scrolling of the page behind it', async () => {
      const { page } = form;
      await page.getByRole('button', { name: 'Weiter' }).focus();
      const pending = tokenize();
      const frame = await form.challenge();
      const code = frame.getByLabel('Bestätigungscode');
      await expect.poll(() => code.evaluate((input) => input === document.activeElement)).toBe(true);
      expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe('hidden');
      await page.keyboard.type('0000');
      await page.keyboard.press('Enter');
      await frame.getByRole('alert').getByText('Dieser Code stimmt nicht').waitFor();
      await page.keyboard.type('1234');
      await page.keyboard.press('Enter');
      expect(await pending).toMatchObject({ ok: true, value: { liability_shifted: true } });
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Weiter');
      expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe('');
    });

    test.each(['the issuer’s page', 'the dialog around it'])(
      'is cancelled by Escape in %s',
      async (where) => {
        const pending = tokenize();
        const frame = await form.challenge();
        if (where === 'the dialog around it')
          await form.page.getByRole('button', { name: 'Abbrechen' }).focus();
        else await frame.getByLabel('Bestätigungscode').focus();
        pressEscape(form.page);
        expect(await pending).toEqual({ ok: false, error: { code: 'VERIFICATION_CANCELLED' } });
      },
    );

    test('is removed by a teardown', async () => {
      const pending = tokenize();
      await form.challenge();
      await form.page.evaluate(() => window.cardForm.teardown());
      expect(await pending).toEqual({ ok: false, error: { code: 'PROVIDER_ERROR' } });
      expect(await form.page.locator('dialog, iframe').count()).toBe(0);
    });

    test('has no accessibility violation found by axe, and neither have the fields', async () => {
      const fields = await new AxeBuilder({ page: form.page }).analyze();
      expect(fields.violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
      const pending = tokenize();
      await form.challenge();
      const dialog = await new AxeBuilder({ page: form.page }).include('dialog').analyze();
      expect(dialog.violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
      pressEscape(form.page);
      await pending;
    });
  });
});
