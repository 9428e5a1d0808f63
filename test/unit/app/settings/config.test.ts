import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import ga4 from '#adapters/analytics/ga4/module.ts';
import metaPixel from '#adapters/analytics/meta-pixel/module.ts';
import fileMails from '#adapters/mail/file/module.ts';
import smtpMails from '#adapters/mail/smtp/module.ts';
import folderMedia from '#adapters/media/folder/module.ts';
import bankTransfer from '#adapters/payments/bank-transfer/module.ts';
import braintree from '#adapters/payments/braintree/module.ts';
import { listSettings } from '#app/settings/config.ts';
import sandbox from '#sandbox/src/module.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { faults, read } from '#test/support/read-config.ts';

const longSecret = 'a'.repeat(32);

describe('the configuration', () => {
  test.each([
    ['SITE_URL', 'ftp://admin:geheim@shop.example'],
    ['SITE_URL', 'https://admin:ge heim@'],
    ['SITE_URL', 'https//admin:geheim@shop.example'],
    ['SITE_URL', 'shop.example?api_key=geheim'],
    ['MEDIA_MODULE', 'http://admin:geheim@storage.example/module.js'],
    ['MEDIA_MODULE', 'http//admin:geheim@storage.example/module.js'],
    ['METRICS_ADDRESS', 'admin:geheim@127.0.0.1:9464'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'admin:geheim@collector.example:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318?api_key=geheim'],
    ['HOST', 'admin:geheim@shop.example'],
  ])('never repeats user name and password of an address: %s', async (name, value) => {
    const text = (await faults({ [name]: value })).join();
    expect(text).toContain(name);
    expect(text).not.toMatch(/geheim|ge heim|admin/);
  });

  test('lists no address with a password among the settings of a backup', async () => {
    const settings = await listSettings({ SITE_URL: 'https://admin:geheim@shop.example', HOST: 'a@b' });
    expect(settings).toEqual({ SITE_URL: null, HOST: 'a@b' });
  });

  test.each([
    ['https://shop.example', 'https://shop.example'],
    ['https://shop.example/laden', 'https://shop.example/laden'],
    ['https://shop.example?api_key=geheim', 'https://shop.example/?…'],
    ['https://shop.example:8443/laden?api_key=geheim#x', 'https://shop.example:8443/laden?…'],
    ['https://shop.example/laden#geheim', 'https://shop.example/laden?…'],
    ['https://geheim@shop.example', null],
    ['https//admin:geheim@shop.example', null],
    ['admin:geheim@shop.example', null],
    ['shop.example?api_key=geheim', null],
  ])('lists of the address %s its origin and path only', async (address, listed) => {
    const settings = await listSettings({
      SITE_URL: address,
      OTEL_EXPORTER_OTLP_ENDPOINT: address,
      DATA_DIR: '/srv//shop',
      METRICS_ADDRESS: '127.0.0.1:9464',
    });
    expect(settings).toEqual({
      SITE_URL: listed,
      OTEL_EXPORTER_OTLP_ENDPOINT: listed,
      DATA_DIR: '/srv//shop',
      METRICS_ADDRESS: '127.0.0.1:9464',
    });
  });

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
      backOfficePath: '/verwaltung',
      backOfficeHost: null,
      mail: { module: fileMails, settings: {} },
      media: { module: folderMedia, settings: {} },
      payments: [{ module: sandbox, settings: {} }],
      earlierPayments: [{ module: bankTransfer, settings: {} }],
      tokenSecret: null,
      deliveryCountries: null,
      statementDescriptor: null,
      analytics: [],
      clientAddressHeader: null,
      ffmpegPaths: [],
      filmAv1: false,
      filmUploads: { folder: join(projectRoot, '.data/film-uploads'), mostBytes: 20_000_000_000 },
      pictures: 'ahead',
      logLevel: 'warn',
      listSettings: expect.any(Function),
      metrics: null,
      traces: null,
    });
  });

  test('looks for ffmpeg where the setting says, else in every folder of PATH', async () => {
    const { ffmpegPaths } = (await read({ PATH: '/usr/bin::/opt/bin' })) ?? {};
    expect(ffmpegPaths).toEqual(['/usr/bin/ffmpeg', '/opt/bin/ffmpeg']);
    expect(await read({ PATH: '/usr/bin', FFMPEG_PATH: '/opt/own/ffmpeg' })).toMatchObject({
      ffmpegPaths: ['/opt/own/ffmpeg'],
    });
  });

  test('makes films as AV1 only if that is switched on', async () => {
    expect(await read({ FILM_AV1: 'on' })).toMatchObject({ filmAv1: true });
    expect(await read({ FILM_AV1: 'off' })).toMatchObject({ filmAv1: false });
  });

  test('has the values that the operator sets; an empty variable counts as not set', async () => {
    const config = await read({
      PORT: '8080',
      DATA_DIR: '/srv/shop',
      SITE_URL: 'https://shop.example/',
      DELIVERY_COUNTRIES: 'DE,LI',
      STATEMENT_DESCRIPTOR: 'MEISTERHAND KURSE',
      TOKEN_SECRET: longSecret,
      DATABASE_URL: '',
      DATABASE_POOL: '40',
      BACK_OFFICE_PATH: '/buero',
      BACK_OFFICE_HOST: 'buero.example.com:8443',
      FILM_UPLOAD_DIR: '/srv/films/uploads',
      FILM_UPLOAD_GB: '7',
      PICTURES: 'on-demand',
      LOG_LEVEL: 'error',
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
      databasePool: 40,
      backOfficePath: '/buero',
      backOfficeHost: 'buero.example.com:8443',
      filmUploads: { folder: '/srv/films/uploads', mostBytes: 7_000_000_000 },
      pictures: 'on-demand',
      logLevel: 'error',
    });
    const DATABASE_URL = 'postgresql://shop:geheim@127.0.0.1/shop';
    expect(await read({ DATABASE_URL })).toMatchObject({ databaseUrl: DATABASE_URL, logLevel: 'warn' });
  });

  test.each(['/assets', '/readyz', '/', 'buero', '/büro', '/a/b'])(
    'no back office can be at %s',
    async (BACK_OFFICE_PATH) => {
      expect(await faults({ BACK_OFFICE_PATH })).toEqual([expect.stringContaining('BACK_OFFICE_PATH')]);
    },
  );

  test.each(['127.0.0.1', '::1', 'localhost'])('is a demo by itself on %s', async (HOST) => {
    expect((await read({ HOST })).mode).toBe('demo');
  });

  test.each(['0.0.0.0', '::', '192.168.1.5', 'shop.example'])('requires SHOP_MODE on %s', async (HOST) => {
    expect(await faults({ HOST })).toEqual([
      expect.stringMatching(/SHOP_MODE must be named.*SHOP_MODE=demo/),
    ]);
    expect((await read({ HOST, SHOP_MODE: 'demo' })).mode).toBe('demo');
  });

  test('sends traces to a valid address only', async () => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'https://collector.example:4318/';
    expect((await read({ OTEL_EXPORTER_OTLP_ENDPOINT })).traces).toEqual({
      endpoint: 'https://collector.example:4318',
    });
    expect(await faults({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toEqual([
      'OTEL_EXPORTER_OTLP_ENDPOINT cannot be used: set an address like http://127.0.0.1:4318.',
    ]);
  });

  test('serves metrics at a valid host and port only', async () => {
    const address = async (METRICS_ADDRESS: string) => (await read({ METRICS_ADDRESS })).metrics;
    expect(await address('127.0.0.1:9464')).toEqual({ host: '127.0.0.1', port: 9464 });
    expect(await address('[::1]:80')).toEqual({ host: '::1', port: 80 });
    for (const METRICS_ADDRESS of ['9464', '127.0.0.1', '127.0.0.1:99999'])
      expect(await faults({ METRICS_ADDRESS })).toEqual([
        `METRICS_ADDRESS is "${METRICS_ADDRESS}": set host and port, like 127.0.0.1:9464.`,
      ]);
  });

  test('lists all faults at once, each with its cure', async () => {
    expect(await faults({ PORT: 'abc', SITE_URL: 'shop', LOG_LEVEL: 'loud', SHOP_MODE: 'test' })).toEqual([
      'SHOP_MODE is "test": set demo or live.',
      'PORT is "abc": set a whole number from 1 to 65535.',
      'SITE_URL cannot be used: set an address like https://shop.example.',
      'LOG_LEVEL is "loud": set one of debug, info, warn, error, silent.',
    ]);
  });

  test('reports further faults behind the first one', async () => {
    const live = await faults({ SHOP_MODE: 'live', SITE_URL: 'shop', LOG_LEVEL: 'loud' });
    for (const name of [
      'SITE_URL cannot be used',
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

  test('the sandbox may have a shorter time limit, but none above the ten seconds of the shop', async () => {
    for (const SANDBOX_TIME_LIMIT of [10, 10_000])
      expect((await read({ SANDBOX_TIME_LIMIT: String(SANDBOX_TIME_LIMIT) })).payments).toMatchObject([
        { module: sandbox, settings: { SANDBOX_TIME_LIMIT } },
      ]);
    for (const SANDBOX_TIME_LIMIT of ['0', '9', '10001', '1.5', 'ten'])
      expect(await faults({ SANDBOX_TIME_LIMIT })).toHaveLength(1);
  });

  test('mails are written to the given folder, so that several servers may share one', async () => {
    expect((await read({ DATA_DIR: '/srv/shop' })).mailDir).toBe('/srv/shop/mail');
    expect((await read({ DATA_DIR: '/srv/shop', MAIL_DIR: '/srv/mails' })).mailDir).toBe('/srv/mails');
  });

  test('mails are sent by the named module, else by SMTP if its server is set, else written to the folder', async () => {
    const SMTP_URL = 'smtp://mail.example:587';
    expect((await read({ SMTP_URL })).mail).toEqual({ module: smtpMails, settings: { SMTP_URL } });
    expect((await read({ SMTP_URL, MAIL_MODULE: 'file' })).mail).toEqual({ module: fileMails, settings: {} });
    expect(await faults({ MAIL_MODULE: 'smtp' })).toEqual([
      'SMTP_URL is missing in demo mode: set the mail server.',
    ]);
  });

  test('the named analytics services are used, in their order, or else those with a variable', async () => {
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

  test.each(Object.keys(complete).filter((name) => name !== 'SHOP_MODE' && name !== 'HOST'))(
    'needs %s',
    async (name) => {
      expect(await faults({ ...complete, [name]: '' })).toEqual([
        expect.stringContaining(`${name} is missing`),
      ]);
    },
  );

  const gateway = 'http://localhost:3001';

  test.each([
    ['SITE_URL', 'http://shop.example', '.*https'],
    ['MAIL_MODULE', 'file', 'has "file", which sends no mails: live mode refuses it. Remove it.$'],
    ['PAYMENT_MODULES', 'sandbox', 'has "sandbox", which takes no money: live mode refuses it. Remove it.$'],
    ['EARLIER_PAYMENT_MODULES', 'sandbox', 'has "sandbox".*Remove it'],
    ['BRAINTREE_ENVIRONMENT', 'sandbox', 'is "sandbox".*set production'],
    ['BRAINTREE_GATEWAY_URL', 'http://127.0.0.1:3100', 'is set.*remove it'],
    ['SANDBOX_PORT', '3001', 'is set'],
    ['SANDBOX_GATEWAY_URL', gateway, 'is set'],
    ['SANDBOX_PUBLIC_URL', gateway, 'is set'],
    ['SANDBOX_SECRET', longSecret, 'is set'],
    ['SANDBOX_TIME_LIMIT', '800', 'is set'],
  ])('refuses %s=%s', async (name, value, fault) => {
    expect(await faults({ ...complete, [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${name} ${fault}`)),
    ]);
  });

  test('requires the header of the proxy with the client address, or `none`', async () => {
    expect(await faults({ ...complete, CLIENT_ADDRESS_HEADER: '' })).toEqual([
      'CLIENT_ADDRESS_HEADER is missing in live mode: set the header in which your proxy names the caller, ' +
        'or none when there is no proxy.',
    ]);
    expect((await read(complete)).clientAddressHeader).toBe('X-Real-IP');
    expect((await read({ ...complete, CLIENT_ADDRESS_HEADER: 'none' })).clientAddressHeader).toBeNull();
    expect((await read({ CLIENT_ADDRESS_HEADER: 'none' })).clientAddressHeader).toBeNull();
  });
});
