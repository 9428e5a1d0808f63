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

/** What pages show beside the texts, in both languages. */
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

/** Why the shop notes that a payment attempt has ended without money. */
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

/** How what undoes a late payment can end. */
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

  test('those that the back office adds later leave the imported file as it is', async () => {
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

  test.each(shared)('%s names a button `<key>_of` something with the words that stand on it', (namespace) => {
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

  test('no text states a price or percentage but those of a rule, or compares prices without the ledger', () => {
    const known = {
      amount: [...priceBands.map(({ upTo }) => upTo), smallInvoiceLimit],
      percent: [vatRate(legalProfiles.book.vat_class, 'DE', { on: '2026-11-23', oss_from: null })],
      comparison: [],
    };
    const derived = [
      'component bundle.title',
      'mail invoice.bundle_note',
      // Labels of an amount that a code or bundle takes off the sum beside it, and what a typed code turns out to give.
      'component cart.totals.discount',
      'component cart.totals.discount_code',
      'checkout summary.discount',
      'checkout summary.discount_code',
      'mail order.discount',
      'mail order.discount_plain',
      'mail invoice.discount',
      'base redeem.gives_coupon',
    ];
    // Operators make discounts, and read no offers.
    const shown = Object.keys(files).filter((path) => !/\/backOffice(More)?\.json$/.test(path));
    const claims = shown.flatMap((path) =>
      Object.entries(flatten(files[path])).flatMap(([key, text]) =>
        claimsIn(text)
          .filter(({ kind, value }) => value === null || !known[kind].includes(value as never))
          .map(({ words }) => ({ key: `${path.split('/').at(-1)?.replace('.json', '')} ${key}`, words })),
      ),
    );
    expect(claims.filter(({ key }) => !derived.includes(key))).toEqual([]);
  });

  test('no line of a page ends inside of "E-Mail": sentences write it with the hyphen that does not break', () => {
    // People search in the one by the letters that they type; the other is what the API answers.
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
    const texts = Object.keys(files)
      .filter((path) => path.startsWith('/locales/en/'))
      .flatMap((path) => Object.values(flatten(files[path])));
    const content = Object.values(contentFiles).flatMap((text) => text.split('\n'));
    expect(content.length).toBeGreaterThan(1_000);
    const other = [...texts, ...content].filter((text) =>
      /\bemails?\b/i.test(text.replaceAll(/\{\{.*?\}\}|^[\s-]*email:/g, '')),
    );
    expect(other).toEqual([]);
  });

  test('the words that the law asks for stand on the buttons and links that it is about', () => {
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

  test('nothing leads to the platform for disputes that the EU has closed', () => {
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

  test('no text has the name of the shop, which is configured, but the one for a shop without', () => {
    const named = Object.keys(files).flatMap((path) =>
      Object.entries(flatten(files[path]))
        .filter(([, text]) => text.includes('Meisterhand'))
        .map(([key]) => `${path} ${key}`),
    );
    expect(named.sort()).toEqual(['de', 'en'].map((locale) => `/locales/${locale}/base.json shop_name`));
  });

  test('no text shouts', () => {
    for (const path of Object.keys(files)) {
      for (const [key, text] of Object.entries(flatten(files[path])))
        expect(text, `${path} ${key}`).not.toContain('!');
    }
  });

  test('no line ends between a number and its unit, or after a section sign', () => {
    const ends = /(?:\d|\}\}) (?:%|€|MB|GB|Std\.|Min\.|(?:s|h|min)\b)|§ \d|Abs\. \d/;
    const breaking = Object.keys(files).flatMap((path) =>
      Object.entries(flatten(files[path]))
        .filter(([, text]) => ends.test(text))
        .map(([key]) => `${path} ${key}`),
    );
    expect(breaking).toEqual([]);
  });

  test('the form texts are English only, and every form sentence has one', () => {
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
    const said = [loginSchema, registrationSchema, accountCompletionSchema].flatMap((schema) =>
      [wrong, { ...wrong, email: '', password: 'x'.repeat(200) }].flatMap((input) =>
        (schema.safeParse(input).error?.issues ?? []).map((issue) => issue.message),
      ),
    );
    expect(said.length).toBeGreaterThan(5);
    for (const sentence of said) expect(known).toHaveProperty([sentence]);
  });

  test('every link of header, profile menu and footer has a name', () => {
    const links = [navigationLinks('de'), profileLinks('de'), footerLinks('de')].flat();
    expect(links).toHaveLength(18);
    for (const { key } of links) expect(textsOf('de', 'menu')).toHaveProperty([`link.${key}`]);
  });
});

describe('an i18n instance', () => {
  test('is ready at once with what it is given, and brings the rest when asked', async () => {
    const i18n = createI18n('en', { menu: await loadTexts('en', 'menu') });
    expect(i18n.isInitialized).toBe(true);
    expect(i18n.t('menu:register')).toBe('Register');
    expect(i18n.hasResourceBundle('en', 'auth')).toBe(false);
    await i18n.loadNamespaces('auth');
    expect(i18n.t('auth:login.submit')).toBe('Log in');
  });

  test('counts in words and leaves markup alone', async () => {
    const i18n = createI18n('de', await loadAllTexts('de'));
    expect(i18n.t('component:cart.items', { count: 1 })).toBe('1 Artikel');
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
