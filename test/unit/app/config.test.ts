import { join } from 'node:path';
import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import ga4 from '#adapters/analytics/ga4/module.ts';
import metaPixel from '#adapters/analytics/meta-pixel/module.ts';
import fileMails from '#adapters/mail/file/module.ts';
import smtpMails from '#adapters/mail/smtp/module.ts';
import folderMedia from '#adapters/media/folder/module.ts';
import bankTransfer from '#adapters/payments/bank-transfer/module.ts';
import braintree, { readAccount, readEarlierAccount } from '#adapters/payments/braintree/module.ts';
import sandbox from '#adapters/payments/sandbox/module.ts';
import type { Config } from '#app/config.ts';
import { readConfig } from '#app/config.ts';
import { projectRoot } from '#server/files/project-root.ts';
import { runs } from '#test/run-count.ts';

const longSecret = 'a'.repeat(32);

async function read(environment: Record<string, string>): Promise<Config> {
  const config = await readConfig(environment);
  if (!config.ok) throw new Error(config.error.join('\n'));
  return config.value;
}

/** The Braintree account of new payments. */
async function accountOf(environment: Record<string, string>) {
  const { payments } = await read(environment);
  const configured = payments.find(({ module }) => module.name === 'braintree');
  if (configured === undefined) throw new Error('Braintree is not used');
  return readAccount(configured.settings as Parameters<typeof readAccount>[0]);
}

const namesOf = (configured: readonly { readonly module: { readonly name: string } }[]) =>
  configured.map(({ module }) => module.name);

async function faults(environment: Record<string, string>): Promise<string[]> {
  const config = await readConfig(environment);
  return config.ok ? [] : config.error;
}

describe('the configuration', () => {
  test('is complete without a single variable: a demo on this machine', async () => {
    expect(await read({})).toEqual({
      mode: 'demo',
      host: '127.0.0.1',
      port: 3000,
      dataDir: join(projectRoot, '.data'),
      mailDir: join(projectRoot, '.data/mail'),
      databaseUrl: null,
      databasePool: 20,
      siteUrl: 'http://localhost:3000',
      mail: { module: fileMails, settings: {} },
      media: { module: folderMedia, settings: {} },
      payments: [{ module: sandbox, settings: {} }],
      earlierPayments: [{ module: bankTransfer, settings: {} }],
      tokenSecret: null,
      deliveryCountries: null,
      statementDescriptor: null,
      analytics: [],
      clientAddressHeader: null,
      pictures: 'ahead',
      logLevel: 'warn',
    });
  });

  test('takes what the operator sets; an empty variable counts as not set', async () => {
    const config = await read({
      PORT: '8080',
      DATA_DIR: '/srv/shop',
      SITE_URL: 'https://shop.example/',
      DELIVERY_COUNTRIES: 'DE,LI',
      STATEMENT_DESCRIPTOR: 'MEISTERHAND KURSE',
      TOKEN_SECRET: longSecret,
      DATABASE_URL: '',
      HOME: '/root',
      GA4_ID: 'G-ABC1234567',
      GTM_ID: '',
      META_PIXEL_ID: '1234567890',
    });
    expect(config).toMatchObject({
      port: 8080,
      dataDir: '/srv/shop',
      siteUrl: 'https://shop.example',
      deliveryCountries: ['DE', 'LI'],
      statementDescriptor: 'MEISTERHAND KURSE',
      analytics: [
        { module: ga4, settings: { GA4_ID: 'G-ABC1234567' } },
        { module: metaPixel, settings: { META_PIXEL_ID: '1234567890' } },
      ],
      tokenSecret: longSecret,
      databaseUrl: null,
    });
  });

  test.each(['127.0.0.1', '::1', 'localhost'])('is a demo by itself on %s', async (HOST) => {
    expect((await read({ HOST })).mode).toBe('demo');
  });

  test.each(['0.0.0.0', '::', '192.168.1.5', 'shop.example'])('wants the mode named on %s', async (HOST) => {
    expect(await faults({ HOST })).toEqual([
      expect.stringMatching(/SHOP_MODE must be named.*SHOP_MODE=demo/),
    ]);
    expect((await read({ HOST, SHOP_MODE: 'demo' })).mode).toBe('demo');
  });

  test('lists all faults at once, each with its cure', async () => {
    expect(await faults({ PORT: 'abc', SITE_URL: 'shop', LOG_LEVEL: 'loud', SHOP_MODE: 'test' })).toEqual([
      'SHOP_MODE is "test": set demo or live.',
      'PORT is "abc": set a whole number from 1 to 65535.',
      'SITE_URL is "shop": set an address like https://shop.example.',
      'LOG_LEVEL is "loud": set one of debug, info, warn, error, silent.',
    ]);
  });

  test('looks behind a fault for the others', async () => {
    const live = await faults({ SHOP_MODE: 'live', SITE_URL: 'shop', LOG_LEVEL: 'loud' });
    for (const name of [
      'SITE_URL is "shop"',
      'LOG_LEVEL is "loud"',
      'TOKEN_SECRET is missing',
      'SMTP_URL is missing',
      'BRAINTREE_PRIVATE_KEY is missing',
    ])
      expect(live.join('\n')).toContain(name);
    // A variable with an invalid value is not reported as missing too.
    expect(live.filter((fault) => fault.startsWith('SITE_URL'))).toHaveLength(1);
    expect(await faults({ HOST: '0.0.0.0', DATABASE_POOL: 'many' })).toEqual([
      'DATABASE_POOL is "many": set a number of connections from 1 to 999.',
      expect.stringContaining('SHOP_MODE must be named'),
    ]);
  });

  test('the sandbox may answer sooner for a test, never later than the ten seconds of the shop', async () => {
    expect((await read({ SANDBOX_TIME_LIMIT: '800' })).payments).toMatchObject([
      { module: sandbox, settings: { SANDBOX_TIME_LIMIT: 800 } },
    ]);
    for (const SANDBOX_TIME_LIMIT of ['0', '9', '10001', '1.5', 'ten'])
      expect(await faults({ SANDBOX_TIME_LIMIT })).toHaveLength(1);
  });

  test('mails lie where they are told to, so that several servers may share a folder', async () => {
    expect((await read({ DATA_DIR: '/srv/shop' })).mailDir).toBe('/srv/shop/mail');
    expect((await read({ DATA_DIR: '/srv/shop', MAIL_DIR: '/srv/mails' })).mailDir).toBe('/srv/mails');
  });

  test('mails are sent by SMTP when its server is named, else written into the folder, else by the named module', async () => {
    const SMTP_URL = 'smtp://mail.example:587';
    expect((await read({ SMTP_URL })).mail).toEqual({ module: smtpMails, settings: { SMTP_URL } });
    expect((await read({ SMTP_URL, MAIL_MODULE: 'file' })).mail).toEqual({ module: fileMails, settings: {} });
    expect(await faults({ MAIL_MODULE: 'smtp' })).toEqual([
      'SMTP_URL is missing in demo mode: set the mail server.',
    ]);
  });

  test('the named analytics services are used, in their order; not named, those with a variable', async () => {
    const ids = { GA4_ID: 'G-ABC1234567', META_PIXEL_ID: '1234567890' };
    expect(await read({ ...ids, ANALYTICS_MODULES: 'meta_pixel, ga4' })).toMatchObject({
      analytics: [{ module: metaPixel }, { module: ga4 }],
    });
    expect((await read({ ...ids, ANALYTICS_MODULES: 'ga4' })).analytics).toHaveLength(1);
    expect(await faults({ ANALYTICS_MODULES: 'ga4,google-tag-manager', GA4_ID: 'UA-1' })).toEqual([
      'GA4_ID is "UA-1": set a measurement id like G-ABC1234567.',
      'GTM_ID is missing for the module "google_tag_manager": set a container id like GTM-ABC1234.',
    ]);
    expect(await faults({ ...ids, ANALYTICS_MODULES: 'meta_pixel,meta-pixel' })).toEqual([
      'ANALYTICS_MODULES has two modules with the name "meta_pixel": remove one.',
    ]);
  });

  test.each(['0', '65536', '-1', '3000.5', '1e3'])('refuses port %s', async (PORT) => {
    expect(await faults({ PORT })).toHaveLength(1);
  });

  test('never repeats a value that may hold a password', async () => {
    const secrets = {
      TOKEN_SECRET: 'hunter2',
      SANDBOX_SECRET: 'hunter2',
      DATABASE_URL: 'hunter2',
      SMTP_URL: 'hunter2',
    };
    const text = (await faults(secrets)).join('\n');
    for (const name of Object.keys(secrets)) expect(text).toContain(name);
    expect(text).not.toContain('hunter2');
  });

  test('shop and sandbox gateway need two ports', async () => {
    expect(await faults({ PORT: '4000', SANDBOX_PORT: '4000' })).toEqual([
      expect.stringContaining('two different ports'),
    ]);
    expect(await faults({ PORT: '65535' })).toEqual([expect.stringContaining('set SANDBOX_PORT')]);
  });
});

describe('a change of the payment provider', () => {
  const account = {
    BRAINTREE_ENVIRONMENT: 'sandbox',
    BRAINTREE_MERCHANT_ID: 'm',
    BRAINTREE_PUBLIC_KEY: 'p',
    BRAINTREE_PRIVATE_KEY: 'k',
  };

  test('keeps the earlier provider for its own past', async () => {
    expect(await read({ ...account, EARLIER_PAYMENT_MODULES: 'sandbox' })).toMatchObject({
      payments: [{ module: braintree }],
      earlierPayments: [{ module: sandbox }, { module: bankTransfer }],
    });
    expect(await read({ ...account, EARLIER_PAYMENT_MODULES: 'braintree' })).toMatchObject({
      payments: [{ module: sandbox }],
      earlierPayments: [
        { module: braintree, settings: { BRAINTREE_MERCHANT_ID: 'm' } },
        { module: bankTransfer },
      ],
    });
  });

  test('keeps an earlier account of the same provider for its own past', async () => {
    const earlier = {
      EARLIER_BRAINTREE_MERCHANT_ID: 'm0',
      EARLIER_BRAINTREE_PUBLIC_KEY: 'p0',
      EARLIER_BRAINTREE_PRIVATE_KEY: 'k0',
    };
    const { payments } = await read({ ...account, ...earlier, BRAINTREE_MERCHANT_ACCOUNT: 'eur' });
    const given = payments[0]?.settings as Parameters<typeof readAccount>[0];
    expect(readAccount(given)).toMatchObject({ merchantId: 'm', merchantAccountId: 'eur' });
    expect(readEarlierAccount(given)).toMatchObject([
      { merchantId: 'm0', publicKey: 'p0', privateKey: 'k0', merchantAccountId: null },
    ]);
    expect(await faults({ ...account, EARLIER_BRAINTREE_MERCHANT_ID: 'm0' })).toEqual([
      expect.stringMatching(/^EARLIER_BRAINTREE_PUBLIC_KEY is missing/),
      expect.stringMatching(/^EARLIER_BRAINTREE_PRIVATE_KEY is missing/),
    ]);
    expect(await faults({ ...account, ...earlier, EARLIER_BRAINTREE_MERCHANT_ID: 'm' })).toEqual([
      expect.stringMatching(/^EARLIER_BRAINTREE_MERCHANT_ID is the merchant id of BRAINTREE_MERCHANT_ID/),
    ]);
  });

  test('wants the whole account of the earlier provider, and another one for new payments', async () => {
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

describe('live mode', () => {
  const complete = {
    SHOP_MODE: 'live',
    HOST: '0.0.0.0',
    SITE_URL: 'https://shop.example',
    TOKEN_SECRET: longSecret,
    SMTP_URL: 'smtps://mail.example',
    BRAINTREE_ENVIRONMENT: 'production',
    BRAINTREE_MERCHANT_ID: 'm',
    BRAINTREE_PUBLIC_KEY: 'p',
    BRAINTREE_PRIVATE_KEY: 'k',
    CLIENT_ADDRESS_HEADER: 'X-Real-IP',
  };
  test('takes money through Braintree', async () => {
    expect(await read(complete)).toMatchObject({
      mode: 'live',
      payments: [{ module: braintree, settings: { BRAINTREE_ENVIRONMENT: 'production' } }],
    });
  });

  test('keeps no play money of the past', async () => {
    expect(await faults({ ...complete, EARLIER_PAYMENT_MODULES: 'sandbox' })).toEqual([
      expect.stringMatching(/^EARLIER_PAYMENT_MODULES has "sandbox".*Remove it/),
    ]);
  });

  test('writes no mails into a folder', async () => {
    expect(await faults({ ...complete, MAIL_MODULE: 'file' })).toEqual([
      'MAIL_MODULE has "file", which sends no mails: live mode refuses it. Remove it.',
    ]);
  });

  test('takes no play money', async () => {
    expect(await faults({ ...complete, PAYMENT_MODULES: 'sandbox' })).toEqual([
      'PAYMENT_MODULES has "sandbox", which takes no money: live mode refuses it. Remove it.',
    ]);
    expect(await faults({ ...complete, BRAINTREE_ENVIRONMENT: 'sandbox' })).toEqual([
      expect.stringMatching(/^BRAINTREE_ENVIRONMENT is "sandbox".*set production/),
    ]);
    expect(await faults({ ...complete, BRAINTREE_GATEWAY_URL: 'http://127.0.0.1:3100' })).toEqual([
      expect.stringMatching(/^BRAINTREE_GATEWAY_URL is set.*remove it/),
    ]);
  });

  test.each(Object.keys(complete).filter((name) => name !== 'SHOP_MODE' && name !== 'HOST'))(
    'needs %s',
    async (name) => {
      expect(await faults({ ...complete, [name]: '' })).toEqual([
        expect.stringContaining(`${name} is missing`),
      ]);
    },
  );

  test.each([
    'SANDBOX_PORT',
    'SANDBOX_GATEWAY_URL',
    'SANDBOX_PUBLIC_URL',
    'SANDBOX_SECRET',
    'SANDBOX_TIME_LIMIT',
  ])('refuses %s', async (name) => {
    const values = { SANDBOX_PORT: '3001', SANDBOX_SECRET: longSecret, SANDBOX_TIME_LIMIT: '800' };
    const value = values[name as keyof typeof values] ?? 'http://localhost:3001';
    expect(await faults({ ...complete, [name]: value })).toEqual([expect.stringContaining(`${name} is set`)]);
  });

  test('wants to know who names the caller: a header of the proxy, or none', async () => {
    expect(await faults({ ...complete, CLIENT_ADDRESS_HEADER: '' })).toEqual([
      'CLIENT_ADDRESS_HEADER is missing in live mode: set the header in which your proxy names the caller, ' +
        'or none when there is no proxy.',
    ]);
    expect((await read(complete)).clientAddressHeader).toBe('X-Real-IP');
    expect((await read({ ...complete, CLIENT_ADDRESS_HEADER: 'none' })).clientAddressHeader).toBeNull();
    expect((await read({ CLIENT_ADDRESS_HEADER: 'none' })).clientAddressHeader).toBeNull();
  });

  test('needs an https address', async () => {
    expect(await faults({ ...complete, SITE_URL: 'http://shop.example' })).toEqual([
      expect.stringContaining('https'),
    ]);
  });
});

describe('the payment provider', () => {
  const account = {
    BRAINTREE_ENVIRONMENT: 'sandbox',
    BRAINTREE_MERCHANT_ID: 'merchant',
    BRAINTREE_PUBLIC_KEY: 'public',
    BRAINTREE_PRIVATE_KEY: 'private',
  };

  const nameOnStatement = fc.tuple(
    fc.constantFrom([3, 18], [7, 14], [12, 9]),
    fc.nat(),
    fc.stringMatching(/^[A-Za-z0-9.]{30}$/),
  );

  test.prop([nameOnStatement], { numRuns: runs(100) })(
    'sends the name on statements in the forms that Braintree takes, and no others',
    async ([[company = 0, product = 0], luck, letters]) => {
      const name = `${letters.slice(0, company)}*${letters.slice(company, company + 1 + (luck % product))}`;
      const said = await accountOf({ ...account, BRAINTREE_DESCRIPTOR_NAME: name });
      expect(said).toMatchObject({ descriptor: { name } });
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

  test('takes cards without 3-D Secure only when the operator says so', async () => {
    for (const BRAINTREE_UNVERIFIED_CARDS of ['yes', 'no'])
      expect(await accountOf({ ...account, BRAINTREE_UNVERIFIED_CARDS })).toMatchObject({
        allowsCardsWithout3DSecure: BRAINTREE_UNVERIFIED_CARDS === 'yes',
      });
    expect(await faults({ ...account, BRAINTREE_UNVERIFIED_CARDS: 'true' })).toEqual([
      expect.stringMatching(/^BRAINTREE_UNVERIFIED_CARDS is "true": set yes or no/),
    ]);
  });

  test('is Braintree when its settings are there, unless the sandbox is named', async () => {
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

  test('takes transfers beside cards as soon as the account is named, and looks after earlier ones else', async () => {
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

  test('is told which variable has replaced one of an earlier version', async () => {
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

  test.each(Object.keys(account))('is not Braintree by half: %s', async (name) => {
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
