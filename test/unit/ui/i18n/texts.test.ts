import { describe, expect, test } from 'vitest';
import { addMoreTexts, createTexts } from '#back-office/kit/operator-texts.ts';
import { auditActions, auditedRecords } from '#core/model/audit-log.ts';
import { cardTypes } from '#core/model/card-type.ts';
import { orderStates } from '#core/model/order.ts';
import { fulfilmentStates } from '#core/model/parcel.ts';
import { paymentMethod } from '#core/model/payment.ts';
import { smallInvoiceLimit } from '#core/rules/accounts/address-needs.ts';
import { footerLinks, navigationLinks, profileLinks } from '#core/rules/basics/site-paths.ts';
import { vatRate } from '#core/rules/basics/vat-rates.ts';
import { priceBands } from '#core/rules/catalogue/facets.ts';
import { claimsIn } from '#core/rules/catalogue/price-claims.ts';
import { legalProfiles } from '#core/rules/consumer-rights/consumer-rights.ts';
import { paymentAttemptStates } from '#core/rules/payments/payment-rules.ts';
import type { DeclineReason, FoundCharge, RefundOutcome, ReleaseOutcome } from '#ports/payment-gateway.ts';
import { accountCompletionSchema, loginSchema, registrationSchema } from '#ui/forms/account-schemas.ts';
import { createI18n } from '#ui/i18n/create-i18n.ts';
import { loadAllTexts, loadTexts, namespaces } from '#ui/i18n/texts.ts';

type Texts = Readonly<Record<string, string>>;

const files = import.meta.glob<Record<string, unknown>>('/locales/*/*.json', {
  eager: true,
  import: 'default',
});

/** The content that pages show besides the texts, in both languages. */
const contentFiles = import.meta.glob<string>('/content/**/*.{md,yaml,vtt}', {
  eager: true,
  import: 'default',
  query: '?raw',
});

/** Returns all texts of a file by their path: `cart.coupon.label`. */
function flatten(part: unknown, path = ''): Texts {
  if (typeof part === 'string') return { [path]: part };
  return Object.assign(
    {},
    ...Object.entries(part as object).map(([key, value]) =>
      flatten(value, path === '' ? key : `${path}.${key}`),
    ),
  );
}

const placeholders = (text: string | undefined) =>
  [...(text ?? '').matchAll(/\{\{(\w+)\}\}|<\/?(\w+)\/?>/g)].map(([found]) => found).sort();

const textsOf = (locale: string, namespace: string) =>
  flatten(files[`/locales/${locale}/${namespace}.json`] ?? {});

const allTexts = Object.entries(files).flatMap(([path, file]) =>
  Object.entries(flatten(file)).map(([key, text]) => ({ path, name: `${path} ${key}`, text })),
);

/** Reasons why a payment attempt ended without a payment. */
const declineReasons: Readonly<Record<DeclineReason | 'NEVER_CHARGED', true>> = {
  PROCESSOR_DECLINED: true,
  GATEWAY_REJECTED_FRAUD: true,
  NONCE_CONSUMED: true,
  NONCE_UNKNOWN: true,
  VERIFICATION_REQUIRED: true,
  CANCELLED_BY_BUYER: true,
  EXPIRED: true,
  NEVER_CHARGED: true,
};

/** Outcomes of undoing a late payment. */
const lateOutcomes: Readonly<Record<(FoundCharge | ReleaseOutcome | RefundOutcome)['outcome'], true>> = {
  released: true,
  refunded: true,
  refused: true,
  unknown: true,
  never_charged: true,
  declined: true,
  authorised: true,
  charged: true,
  requires_action: true,
  processing: true,
  awaiting_payment: true,
};

/**
 * The namespaces that both languages have. `form` exists in English only, because its keys are the German
 * texts.
 */
const shared = Object.keys(files)
  .map((path) => path.split('/').at(-1)?.replace('.json', '') ?? '')
  .filter((name, index, all) => all.indexOf(name) === index && name !== 'form');

describe('the texts of both languages', () => {
  test('name every change and every record of the audit log', () => {
    const names = Object.keys(textsOf('en', 'backOffice'));
    expect(names).toEqual(expect.arrayContaining(auditActions.map((action) => `names.change.${action}`)));
    expect(names).toEqual(expect.arrayContaining(auditedRecords.map((record) => `names.record.${record}`)));
  });

  test.each<[string, readonly string[]]>([
    ['order', orderStates],
    ['event', [...orderStates, ...fulfilmentStates.filter((state) => state !== 'none')]],
    ['payment', [...paymentMethod.shape.kind.options, ...cardTypes]],
    ['attempt', paymentAttemptStates],
    ['decline', Object.keys(declineReasons)],
    ['late', Object.keys(lateOutcomes)],
  ])('name every value that an order shows, and no other: %s', (group, values) => {
    const own = Object.keys(textsOf('en', 'backOffice')).filter((key) => key.startsWith(`names.${group}.`));
    expect(own.sort()).toEqual(values.map((value) => `names.${group}.${value}`).sort());
  });

  test('are not changed in the imported file when the back office adds its later texts', async () => {
    const before = textsOf('de', 'backOffice');
    const i18n = await createTexts('de');
    expect(i18n.exists('imports.products')).toBe(false);
    await addMoreTexts(i18n);
    expect(i18n.exists('imports.products')).toBe(true);
    expect(textsOf('de', 'backOffice')).toEqual(before);
  });

  test.each(shared)('%s has the same keys', (namespace) => {
    expect(Object.keys(textsOf('en', namespace)).sort()).toEqual(
      Object.keys(textsOf('de', namespace)).sort(),
    );
  });

  test.each(shared)('%s has names `<key>_of` that contain the visible text of the button', (namespace) => {
    for (const texts of [textsOf('de', namespace), textsOf('en', namespace)]) {
      for (const [key, name] of Object.entries(texts)) {
        const shown = key.endsWith('_of') ? texts[key.slice(0, -'_of'.length)] : undefined;
        expect(name.toLowerCase(), key).toContain(shown?.toLowerCase() ?? '');
      }
    }
  });

  test.each(shared)('%s has the same placeholders, and no empty text', (namespace) => {
    const german = textsOf('de', namespace);
    const english = textsOf('en', namespace);
    for (const key of Object.keys(german)) {
      expect(placeholders(english[key]), key).toEqual(placeholders(german[key]));
      expect(german[key]?.trim(), key).not.toBe('');
      expect(english[key]?.trim(), key).not.toBe('');
    }
  });

  test('no text states a price or percentage that no rule has, or compares prices', () => {
    const known = {
      amount: [...priceBands.map(({ upTo }) => upTo), smallInvoiceLimit],
      percent: [vatRate(legalProfiles.book.vat_class, 'DE', { on: '2026-11-23', oss_from: null })],
      comparison: [],
    };
    const derived = [
      'component bundle.title',
      'mail invoice.bundle_note',
      // Labels beside a deducted amount, and the value of a code that was typed.
      'component cart.totals.discount',
      'component cart.totals.discount_code',
      'checkout summary.discount',
      'checkout summary.discount_code',
      'mail order.discount',
      'mail order.discount_plain',
      'mail invoice.discount',
      'base redeem.gives_coupon',
    ];
    // The back office is not an offer to customers.
    const shown = allTexts.filter(({ path }) => !/\/backOffice(More)?\.json$/.test(path));
    const claims = shown.flatMap(({ name, text }) =>
      claimsIn(text)
        .filter(({ kind, value }) => value === null || !known[kind].includes(value as never))
        .map(({ words }) => ({ key: name.replace(/^.*\/(.*)\.json/, '$1'), words })),
    );
    expect(claims.filter(({ key }) => !derived.includes(key))).toEqual([]);
  });

  test('sentences write "E-Mail" with a non-breaking hyphen', () => {
    // Customers search `help` by typed letters; `error` contains messages of the API.
    const others = ['help', 'error'];
    const breaking = namespaces
      .filter((namespace) => !others.includes(namespace) && shared.includes(namespace))
      .flatMap((namespace) =>
        [textsOf('de', namespace), textsOf('en', namespace)].flatMap((texts) => Object.values(texts)),
      )
      .filter((text) => text.split(' ').length > 3 && /\be-mail/i.test(text));
    expect(breaking).toEqual([]);
  });

  test('English says "e-mail", and "email" nowhere', () => {
    const texts = allTexts.filter(({ path }) => path.startsWith('/locales/en/')).map(({ text }) => text);
    const content = Object.values(contentFiles).flatMap((text) => text.split('\n'));
    expect(content.length).toBeGreaterThan(1_000);
    const other = [...texts, ...content].filter((text) =>
      /\bemails?\b/i.test(text.replaceAll(/\{\{.*?\}\}|^[\s-]*email:/g, '')),
    );
    expect(other).toEqual([]);
  });

  test('buttons and links have the words that the law requires', () => {
    const wordsOf = (locale: string) => [
      textsOf(locale, 'checkout')['review.order'],
      textsOf(locale, 'menu')['link.cancellation'],
      textsOf(locale, 'base')['cancellation.confirm'],
      textsOf(locale, 'menu')['link.withdrawal'],
      textsOf(locale, 'base')['withdrawal.confirm'],
    ];
    expect(wordsOf('de')).toEqual([
      'zahlungspflichtig bestellen',
      'Verträge hier kündigen',
      'jetzt kündigen',
      'Vertrag widerrufen',
      'Widerruf bestätigen',
    ]);
    expect(wordsOf('en')).toEqual([
      'order with obligation to pay',
      'Cancel contracts here',
      'cancel now',
      'Withdraw from contract',
      'Confirm withdrawal',
    ]);
  });

  test('no text or content links to the dispute platform that the EU has closed', () => {
    const texts = Object.values(files).map((file) => JSON.stringify(file));
    const shown = [...texts, ...Object.values(contentFiles)];
    expect(shown.filter((text) => /consumers\/odr|\bODR\b/i.test(text))).toEqual([]);
  });

  test('a mail names the link for a forgotten password as the login page does', () => {
    for (const [locale, quoted] of [
      ['de', /„([^“]*vergessen[^“]*)“/g],
      ['en', /“(Forgot[^”]*)”/g],
    ] as const) {
      const mails = Object.values(textsOf(locale, 'mail')).join('\n');
      const names = [...mails.matchAll(quoted)].map(([, name]) => name);
      expect([...new Set(names)]).toEqual([textsOf(locale, 'auth')['login.forgot']]);
    }
  });

  test('no text contains the name of the shop, which is configured, except the default name', () => {
    const named = allTexts.filter(({ text }) => text.includes('Meisterhand')).map(({ name }) => name);
    expect(named.sort()).toEqual(['de', 'en'].map((locale) => `/locales/${locale}/base.json shop_name`));
  });

  test('no text contains an exclamation mark', () => {
    for (const { name, text } of allTexts) expect(text, name).not.toContain('!');
  });

  test('a non-breaking space joins a number and its unit, and a section sign and its number', () => {
    const breakable = /(?:\d|\}\}) (?:%|€|MB|GB|Std\.|Min\.|(?:s|h|min)\b)|§ \d|Abs\. \d/;
    expect(allTexts.filter(({ text }) => breakable.test(text))).toEqual([]);
  });

  test('form texts exist in English only, one for each message of a form', () => {
    expect(files['/locales/de/form.json']).toBeUndefined();
    const known = files['/locales/en/form.json'] ?? {};
    const wrong = {
      email: 'x',
      password: 'short',
      password_confirmation: 'other',
      firstname: 'x'.repeat(99),
      lastname: '',
      newsletter: false,
    };
    const messages = [loginSchema, registrationSchema, accountCompletionSchema].flatMap((schema) =>
      [wrong, { ...wrong, email: '', password: 'x'.repeat(200) }].flatMap((input) =>
        (schema.safeParse(input).error?.issues ?? []).map((issue) => issue.message),
      ),
    );
    expect(messages.length).toBeGreaterThan(5);
    for (const message of messages) expect(known).toHaveProperty([message]);
  });

  test('every link of header, profile menu and footer has a name', () => {
    const links = [navigationLinks('de'), profileLinks('de'), footerLinks('de')].flat();
    expect(links).toHaveLength(18);
    for (const { key } of links) expect(textsOf('de', 'menu')).toHaveProperty([`link.${key}`]);
  });
});

describe('an i18n instance', () => {
  test('is ready with the given texts, and loads others on demand', async () => {
    const i18n = createI18n('en', { menu: await loadTexts('en', 'menu') });
    expect(i18n.isInitialized).toBe(true);
    expect(i18n.t('menu:register')).toBe('Register');
    expect(i18n.hasResourceBundle('en', 'auth')).toBe(false);
    await i18n.loadNamespaces('auth');
    expect(i18n.t('auth:login.submit')).toBe('Log in');
  });

  test('has plurals and does not escape markup', async () => {
    const i18n = createI18n('de', await loadAllTexts('de'));
    const english = createI18n('en', await loadAllTexts('en'));
    const counts = [1, 2].map((count) => english.t('component:cart.items', { count }));
    expect(counts).toEqual(['1 item', '2 items']);
    expect(i18n.t('component:cart.changed', { items: 'A & B', total: '<1 €' })).toBe(
      'Warenkorb: A & B, zusammen <1 €',
    );
  });

  test('two instances share nothing', async () => {
    const german = createI18n('de', await loadAllTexts('de'));
    const english = createI18n('en', await loadAllTexts('en'));
    german.addResource('de', 'menu', 'register', 'Changed');
    expect(english.t('menu:register')).toBe('Register');
    expect(createI18n('de', await loadAllTexts('de')).t('menu:register')).toBe('Registrieren');
  });

  test('every namespace is loaded for the server, also one without a file', async () => {
    expect(Object.keys(await loadAllTexts('de')).sort()).toEqual([...namespaces].sort());
    expect(await loadTexts('de', 'form')).toEqual({});
    const known = 'auth base blog checkout component error form menu myProfile'.split(' ');
    expect(namespaces).toEqual(expect.arrayContaining(known));
  });
});
