import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import bankTransfer from '#adapters/payments/bank-transfer/module.ts';
import braintree, { readAccount, readEarlierAccount } from '#adapters/payments/braintree/module.ts';
import sandbox from '#sandbox/src/module.ts';
import { runs } from '#test/run-length.ts';
import { faults, namesOf, read } from '#test/support/read-config.ts';

const account = {
  BRAINTREE_ENVIRONMENT: 'sandbox',
  BRAINTREE_MERCHANT_ID: 'merchant',
  BRAINTREE_PUBLIC_KEY: 'public',
  BRAINTREE_PRIVATE_KEY: 'private',
};

/** Returns the Braintree account of new payments. */
async function accountOf(environment: Record<string, string>) {
  const { payments } = await read(environment);
  const configured = payments.find(({ module }) => module.name === 'braintree');
  if (configured === undefined) throw new Error('Braintree is not used');
  return readAccount(configured.settings as Parameters<typeof readAccount>[0]);
}

describe('the payment provider', () => {
  const nameOnStatement = fc.tuple(
    fc.constantFrom([3, 18], [7, 14], [12, 9]),
    fc.nat(),
    fc.stringMatching(/^[A-Za-z0-9.]{30}$/),
  );

  test.prop([nameOnStatement], { numRuns: runs(15) })(
    'sends the name on statements in the forms that Braintree takes, and no others',
    async ([[company = 0, product = 0], luck, letters]) => {
      const name = `${letters.slice(0, company)}*${letters.slice(company, company + 1 + (luck % product))}`;
      const configured = await accountOf({ ...account, BRAINTREE_DESCRIPTOR_NAME: name });
      expect(configured).toMatchObject({ descriptor: { name } });
      const wrong = [`${letters[0]}${name}`, name.replace('*', ''), `${name}ü`, `${name}${letters}`];
      for (const text of wrong)
        expect(await faults({ ...account, BRAINTREE_DESCRIPTOR_NAME: text })).toEqual([
          expect.stringMatching(/^BRAINTREE_DESCRIPTOR_NAME is .*: set 3, 7 or 12 letters/),
        ]);
    },
  );

  test('sends phone and address on statements by Braintree’s rules', async () => {
    const own = { BRAINTREE_DESCRIPTOR_PHONE: '(040)12345-67', BRAINTREE_DESCRIPTOR_URL: 'shop.example' };
    expect(await accountOf({ ...account, ...own })).toMatchObject({
      descriptor: { name: null, phone: '(040)12345-67', url: 'shop.example' },
    });
    for (const wrong of ['040123456', '+494012345678', '494012345678901'])
      expect(await faults({ ...account, BRAINTREE_DESCRIPTOR_PHONE: wrong })).toHaveLength(1);
    for (const wrong of ['meisterhand.de', 'a/b'])
      expect(await faults({ ...account, BRAINTREE_DESCRIPTOR_URL: wrong })).toHaveLength(1);
  });

  test('takes cards without 3-D Secure only if the operator allows it', async () => {
    for (const BRAINTREE_UNVERIFIED_CARDS of ['yes', 'no'])
      expect(await accountOf({ ...account, BRAINTREE_UNVERIFIED_CARDS })).toMatchObject({
        allowsCardsWithout3DSecure: BRAINTREE_UNVERIFIED_CARDS === 'yes',
      });
    expect(await faults({ ...account, BRAINTREE_UNVERIFIED_CARDS: 'true' })).toEqual([
      expect.stringMatching(/^BRAINTREE_UNVERIFIED_CARDS is "true": set yes or no/),
    ]);
  });

  test('is Braintree if its settings are there, unless the sandbox is named', async () => {
    expect(namesOf((await read(account)).payments)).toEqual(['braintree']);
    expect(await accountOf(account)).toEqual({
      environment: 'sandbox',
      merchantId: 'merchant',
      publicKey: 'public',
      privateKey: 'private',
      merchantAccountId: null,
      allowsCardsWithout3DSecure: false,
      descriptor: { name: null, phone: null, url: null },
      gatewayUrl: null,
    });
    expect(namesOf((await read({ ...account, PAYMENT_MODULES: 'sandbox' })).payments)).toEqual(['sandbox']);
  });

  const transfer = {
    BANK_TRANSFER_ACCOUNT_HOLDER: 'Meisterhand GmbH',
    BANK_TRANSFER_IBAN: 'DE02120300000000202051',
    BANK_TRANSFER_BIC: 'BYLADEM1001',
  };

  test('takes transfers beside cards if the bank account is set, and else handles only earlier ones', async () => {
    const offered = await read({ ...account, ...transfer });
    expect([namesOf(offered.payments), namesOf(offered.earlierPayments)]).toEqual([
      ['braintree', 'bank_transfer'],
      [],
    ]);
    const named = await read({ ...transfer, PAYMENT_MODULES: 'bank-transfer,sandbox' });
    expect(namesOf(named.payments)).toEqual(['bank_transfer', 'sandbox']);
    const unnamed = await read({ ...transfer, PAYMENT_MODULES: 'sandbox' });
    expect([namesOf(unnamed.payments), namesOf(unnamed.earlierPayments)]).toEqual([
      ['sandbox'],
      ['bank_transfer'],
    ]);
    expect(await faults({ PAYMENT_MODULES: 'sandbox,bank-transfer' })).toHaveLength(3);
  });

  test('is configured with new variables, which faults name for those of earlier versions', async () => {
    expect(await faults({ PAYMENT_PROVIDER: 'sandbox', EARLIER_PAYMENT_PROVIDERS: 'sandbox' })).toEqual([
      'PAYMENT_PROVIDER is not used any more: set PAYMENT_MODULES, and remove PAYMENT_PROVIDER.',
      'EARLIER_PAYMENT_PROVIDERS is not used any more: set EARLIER_PAYMENT_MODULES, and remove EARLIER_PAYMENT_PROVIDERS.',
    ]);
  });

  test('knows the wallets that the shop is registered with', async () => {
    const wallets = {
      BRAINTREE_GOOGLE_MERCHANT_ID: 'BCR2DN6T3PSN74SE',
      BRAINTREE_APPLE_PAY_FILE: '/etc/apple',
    };
    expect((await read({ ...account, ...wallets })).payments).toMatchObject([{ settings: wallets }]);
    expect(await faults({ ...account, BRAINTREE_GOOGLE_MERCHANT_ID: 'bcr 2' })).toEqual([
      expect.stringMatching(/^BRAINTREE_GOOGLE_MERCHANT_ID is "bcr 2".*Google Pay console/),
    ]);
  });

  test.each(Object.keys(account))('is Braintree only with all of its settings: %s', async (name) => {
    const missing = [expect.stringMatching(`^${name} is missing for Braintree.*control panel`)];
    expect(await faults({ ...account, [name]: '' })).toEqual(missing);
    expect(await faults({ PAYMENT_MODULES: 'braintree', ...account, [name]: '' })).toEqual(missing);
  });

  test('takes no real money in a demo', async () => {
    expect(await faults({ ...account, BRAINTREE_ENVIRONMENT: 'production' })).toEqual([
      expect.stringMatching(/^BRAINTREE_ENVIRONMENT is "production".*in demo mode set sandbox/),
    ]);
  });

  test('does not repeat a key that cannot be used', async () => {
    const text = (await faults({ ...account, BRAINTREE_PRIVATE_KEY: 'hunter 2' })).join('\n');
    expect(text).toContain('BRAINTREE_PRIVATE_KEY cannot be used');
    expect(text).not.toContain('hunter');
  });
});

describe('a change of the payment provider', () => {
  test('keeps the earlier provider for its own payments', async () => {
    expect(await read({ ...account, EARLIER_PAYMENT_MODULES: 'sandbox' })).toMatchObject({
      payments: [{ module: braintree }],
      earlierPayments: [{ module: sandbox }, { module: bankTransfer }],
    });
    expect(await read({ ...account, EARLIER_PAYMENT_MODULES: 'braintree' })).toMatchObject({
      payments: [{ module: sandbox }],
      earlierPayments: [
        { module: braintree, settings: { BRAINTREE_MERCHANT_ID: 'merchant' } },
        { module: bankTransfer },
      ],
    });
  });

  test('keeps an earlier account of the same provider for its own payments', async () => {
    const earlier = {
      EARLIER_BRAINTREE_MERCHANT_ID: 'm0',
      EARLIER_BRAINTREE_PUBLIC_KEY: 'p0',
      EARLIER_BRAINTREE_PRIVATE_KEY: 'k0',
    };
    const { payments } = await read({ ...account, ...earlier, BRAINTREE_MERCHANT_ACCOUNT: 'eur' });
    const given = payments[0]?.settings as Parameters<typeof readAccount>[0];
    expect(readAccount(given)).toMatchObject({ merchantId: 'merchant', merchantAccountId: 'eur' });
    expect(readEarlierAccount(given)).toMatchObject([
      { merchantId: 'm0', publicKey: 'p0', privateKey: 'k0', merchantAccountId: null },
    ]);
    expect(await faults({ ...account, EARLIER_BRAINTREE_MERCHANT_ID: 'm0' })).toEqual([
      expect.stringMatching(/^EARLIER_BRAINTREE_PUBLIC_KEY is missing/),
      expect.stringMatching(/^EARLIER_BRAINTREE_PRIVATE_KEY is missing/),
    ]);
    expect(await faults({ ...account, ...earlier, EARLIER_BRAINTREE_MERCHANT_ID: 'merchant' })).toEqual([
      expect.stringMatching(/^EARLIER_BRAINTREE_MERCHANT_ID is the merchant id of BRAINTREE_MERCHANT_ID/),
    ]);
  });

  test('requires the whole account of the earlier provider, and another one for new payments', async () => {
    expect(await faults({ EARLIER_PAYMENT_MODULES: 'braintree' })).toHaveLength(4);
    expect(await faults({ EARLIER_PAYMENT_MODULES: 'sandbox' })).toEqual([
      expect.stringMatching(/^EARLIER_PAYMENT_MODULES has "sandbox", which takes the new payments/),
    ]);
    expect(await faults({ EARLIER_PAYMENT_MODULES: 'stripe' })).toEqual([
      expect.stringMatching(
        /^EARLIER_PAYMENT_MODULES has "stripe", which cannot be loaded.*set bank-transfer, braintree, sandbox/,
      ),
    ]);
  });
});
