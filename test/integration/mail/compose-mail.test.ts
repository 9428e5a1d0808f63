import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { apiTexts } from '#app/wiring/api-texts.ts';
import type { Locale } from '#core/model/values.ts';
import { formatCode } from '#core/rules/gifts/format-code.ts';
import type { MailMessage } from '#ports/mailer.ts';
import { loadContent } from '#server/content/loading/load-content.ts';
import { createOrder } from '#server/orders/create-order.ts';
import { readOrder } from '#server/orders/read-order.ts';
import type { MailFacts, MailTemplate } from '#server/platform/outbox/mail-templates.ts';
import { formatAmount } from '#server/platform/outbox/mail-texts.ts';
import { codesOf } from '#test/integration/gifts/gift-shop.ts';
import { createOrderShop } from '#test/integration/orders/order-shop.ts';
import { composeMailWith, deliverMails } from '#test/integration/support/deliver-mails.ts';
import { rowOf } from '#test/integration/support/rows.ts';
import { payOrder, placeOrder, products, storeGuestCart } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { readPdf } from '#test/support/read-pdf.ts';

const { de, en } = apiTexts.mails;

const shop = await openTestShop();
const orders = createOrderShop(shop.db);
const site = 'http://localhost:3000';

async function deliver(): Promise<readonly MailMessage[]> {
  const delivered = await deliverMails(orders.context);
  expect(orders.surprises).toEqual([]);
  return delivered;
}

async function compose<Template extends MailTemplate>(
  template: Template,
  locale: Locale,
  facts: MailFacts[Template],
): Promise<MailMessage> {
  const mail = await composeMailWith(orders.context, template, locale, facts);
  expect(orders.surprises).toEqual([]);
  return mail;
}

interface PurchaseOptions {
  readonly lines: Readonly<Record<string, number>>;
  readonly template?: 'order' | 'gift' | 'subscription';
  readonly locale?: Locale;
  readonly coupon?: string;
  readonly pdfs?: readonly string[];
}

let buyers = 0;

/** Buys as a guest and returns all mails that this causes, the order confirmation first. */
async function buy({ lines, template = 'order', locale = 'de', coupon, pdfs = [] }: PurchaseOptions) {
  buyers += 1;
  const email = `buyer-${buyers}@example.com`;
  const cart = await orders.storeCart({ lines, ...(coupon === undefined ? {} : { coupon }) });
  const created = await createOrder(
    orders.context,
    { ...orders.callerFor(null), locale },
    {
      email,
      template,
      bundle_cart_unique_id: cart,
      products: pdfs.map((product_id) => ({ product_id, is_gift_pdf: true })),
    },
  );
  if (!created.ok) throw new Error(created.error.code);
  const { id, attributes } = created.value.data;
  const paid = await orders.pay(id, 'fake-valid-nonce', attributes.total);
  if (!paid.ok) throw new Error(paid.error.code);
  const mails = (await deliver()).filter(({ recipient }) => recipient === email);
  const confirmation = mails.find(({ attachments }) => attachments.length > 0);
  if (confirmation === undefined) throw new Error('No confirmation was delivered');
  return { mails, confirmation, code: attributes.code, id };
}

function filenamesOf({ attachments }: MailMessage): readonly string[] {
  return attachments.map(({ filename }) => filename);
}

/**
 * Expects that no part of the mail has an unfilled placeholder and that the HTML loads nothing from other
 * servers.
 */
function expectSound(mail: MailMessage, locale: Locale): void {
  // `\b`: the token of a link may contain these three letters.
  for (const words of [mail.subject, mail.text, mail.html])
    expect(words).not.toMatch(/\{\{|undefined|null|\bNaN\b/);
  expect(mail.subject).not.toBe('');
  expect(mail.html).toContain(`<html lang="${locale}">`);
  expect(mail.html).not.toMatch(/<(?:script|img|link|iframe)|url\(/);
  const links = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address);
  for (const link of links) {
    expect(link).toMatch(new RegExp(`^${site}/${locale}/`));
    expect(mail.text).toContain(link?.replaceAll('&amp;', '&'));
  }
}

describe.each<Locale>(['de', 'en'])('mails in %s', (locale) => {
  const words = { de, en }[locale];

  test('a first password comes with a link that also completes the account', async () => {
    const mail = await compose('set_password', locale, { token: 'a-token_1' });
    expectSound(mail, locale);
    expect(mail.text).toContain(`\n${site}/${locale}/auth/passwort?konto=neu#token=a-token_1\n`);
    expect(mail.html).toContain(`href="${site}/${locale}/auth/passwort?konto=neu#token=a-token_1"`);
    expect(mail.sender).toMatch(/^Meisterhand <.+@.+>$/);
    expect(filenamesOf(mail)).toEqual([]);
  });

  test('a new password comes with a link that only sets one', async () => {
    const mail = await compose('reset_password', locale, { token: 'a-token_2' });
    expectSound(mail, locale);
    expect(mail.text).toContain(`\n${site}/${locale}/auth/passwort?schritt=neu#token=a-token_2\n`);
    expect(mail.text).not.toContain('konto=neu');
  });

  test('a login code is in subject and text', async () => {
    const mail = await compose('login_code', locale, { code: '482913' });
    expectSound(mail, locale);
    for (const place of [mail.subject, mail.text, mail.html]) expect(place).toContain('482913');
  });

  test.each([
    ['order', { 'course-albrecht-duerer': 1, 'book-das-buch-vom-messen': 2 }],
    ['gift', { 'gift-geschenk-clara-schumann': 1, 'voucher-gutschein-50': 1 }],
    ['subscription', { 'membership-masterpass': 1 }],
  ] as const)(
    'the confirmation for the template %s is complete and in the order’s language',
    async (template, lines) => {
      const known = await shop.db.selectFrom('products').select('id').execute();
      const ids = Object.keys(lines).filter((id) => !known.some((product) => product.id === id));
      expect(ids, 'products of the shop').toEqual([]);
      const { confirmation, code } = await buy({ lines, template, locale });
      expectSound(confirmation, locale);
      expect(confirmation.subject).toContain(code);
      expect(confirmation.text).toContain(words.order.heading);
      expect(filenamesOf(confirmation).slice(-2)).toEqual([words.terms_file, words.withdrawal_file]);
    },
  );
});

describe('the confirmation of an order', () => {
  test('contains products, discounts, prices and the address', async () => {
    const { confirmation, code } = await buy({
      lines: { 'course-albrecht-duerer': 1, 'book-das-buch-vom-messen': 2 },
      coupon: 'WILLKOMMEN10',
    });
    const lines = confirmation.text.replaceAll('\u00a0', ' ').replaceAll(/ {2,}/g, '  ');
    for (const line of [
      `Bestellung ${code} vom 21. November 2026`,
      '1 × Sehen, messen, zeichnen  89,00 €',
      '2 × Das Buch vom Messen  56,00 €',
      'Zwischensumme  145,00 €',
      'Rabatt WILLKOMMEN10  −8,90 €',
      'Versand  4,99 €',
      'Gesamt  141,09 €',
      'Darin MwSt. 19 %  12,79 €',
      'Darin MwSt. 7 %  3,99 €',
      'Lieferadresse\nJohanna Brandt\nRingstraße 14\n1010 Wien\nÖsterreich',
      'Guten Tag Johanna Brandt,',
      'Lieferzeit für Bücher und Geschenkboxen: 2 bis 4 Werktage',
    ]) {
      expect(lines).toContain(line);
    }
  });

  test('lists the discounts of bundle and coupon separately, as order and invoice do', async () => {
    const [offer] = shop.content.bundles;
    const [one = '', other = ''] = offer?.product_ids ?? [];
    const { confirmation, id } = await buy({ lines: { [one]: 1, [other]: 1 }, coupon: 'WILLKOMMEN10' });
    const order = await readOrder(shop.db, id);
    const { bundle_discounts, subtotal, discount } = order.attributes;
    const saved = subtotal - (offer?.price_cents ?? 0);
    expect(bundle_discounts).toEqual([{ id: offer?.id, title: offer?.titles.de, amount: saved }]);
    const rest = Math.round((offer?.price_cents ?? 0) / 10);
    expect(discount).toBe(saved + rest);
    const text = confirmation.text.replaceAll(/\s+/g, ' ');
    const money = (amount: number) => formatAmount(amount, 'de').replaceAll(/\s+/g, ' ');
    expect(text).toContain(`Paketpreis „${offer?.titles.de}“ ${money(-saved)}`);
    expect(text).toContain(`Rabatt WILLKOMMEN10 ${money(-rest)}`);
    const invoice = await readPdf(confirmation.attachments[0]?.content ?? new Uint8Array());
    expect(invoice.text).toContain(
      `Im Rabatt enthalten: Paketpreis „${offer?.titles.de}“, ${money(saved)} günstiger als einzeln`,
    );
  });

  test('repeats the text above the order button: features, delivery, term, next charge and its price', async () => {
    const { confirmation } = await buy({
      lines: { 'membership-masterpass': 1, 'course-albrecht-duerer': 1, 'book-das-buch-vom-messen': 2 },
      coupon: 'WILLKOMMEN10',
      template: 'subscription',
    });
    const text = confirmation.text.replaceAll('\u00a0', ' ').replaceAll(/\s+/g, ' ');
    for (const sentence of [
      'Mindestlaufzeit zwölf Monate zu 162,00 €. Danach auf unbestimmte Zeit zu 180,00 € im Jahr, nächste Abbuchung am 21. November 2027.',
      'Videokurs: Albrecht Dürer lehrt Zeichnen. 8 Lektionen, zusammen 2 Std. 34 Min.',
      'Lieferzeit 2 bis 4 Werktage, voraussichtlich bei Ihnen zwischen dem 24. November 2026 und dem 26. November 2026. Versandkosten der Bestellung: 4,99 €.',
    ]) {
      expect(text).toContain(sentence);
    }
  });

  test('contains the invoice and the current terms and withdrawal instructions', async () => {
    const { confirmation, code } = await buy({ lines: { 'course-clara-schumann': 1 } });
    expect(filenamesOf(confirmation)).toEqual([
      expect.stringMatching(/^Rechnung-RE-2026-\d{6}\.pdf$/),
      'Geschaeftsbedingungen.pdf',
      'Widerrufsbelehrung.pdf',
    ]);
    const [invoice, terms, withdrawal] = await Promise.all(
      confirmation.attachments.map(({ content }) => readPdf(content)),
    );
    expect(invoice?.text).toContain(code);
    const pages = await shop.db
      .selectFrom('pages')
      .select(['title', 'plain'])
      .where('locale', '=', 'de')
      .where('slug', 'in', ['agbs', 'widerrufsbelehrung'])
      .orderBy('slug')
      .execute();
    for (const [index, document] of [terms, withdrawal].entries()) {
      expect(document?.title).toBe(pages[index]?.title);
      const lastSentence = pages[index]?.plain.trim().split('\n').at(-1)?.replaceAll(/\s+/g, ' ') ?? '';
      expect(document?.text).toContain(lastSentence.slice(-60));
    }
  });

  test('contains the accepted terms after newer ones are in force; an order reviewed before is refused once', async () => {
    const { id } = await buy({ lines: { 'course-clara-schumann': 1 } });
    const cart = await orders.storeCart({ lines: { 'course-emmy-noether': 1 } });
    const reviewed = await orders.ordered(cart, 'gelesen@example.com');
    const pay = () => orders.pay(reviewed.id, 'fake-valid-nonce', reviewed.attributes.total);
    const { agbs } = shop.content.legal;
    const secretly = { ...agbs, de: { ...agbs.de, plain: 'Heimlich geändert.' } };
    const changed = { ...shop.content, legal: { ...shop.content.legal, agbs: secretly } };
    expect((await loadContent(shop.context, changed, { mode: 'demo' })).ok, 'the same version').toBe(false);
    const newer = {
      ...agbs,
      de: { ...agbs.de, version: '2027-01-01', html: '<p>Ganz neue Bedingungen.</p>' },
    };
    const legal = { ...shop.content.legal, agbs: newer };
    await loadContent(shop.context, { ...shop.content, legal }, { mode: 'demo' });
    const again = await compose('order', 'de', { order_id: id });
    const charged = () => orders.gateway.ledger().charges.length;
    const before = charged();
    expect(await pay()).toMatchObject({ ok: false, error: { code: 'TERMS_CHANGED' } });
    expect(charged()).toBe(before);
    expect((await pay()).ok).toBe(true);
    const next = await buy({ lines: { 'course-clara-schumann': 1 } });
    await loadContent(shop.context, shop.content, { mode: 'demo' });
    const terms = async ({ attachments }: MailMessage) =>
      (await readPdf(attachments[1]?.content ?? new Uint8Array())).text;
    expect(await terms(again)).toContain('zahlungspflichtig bestellen');
    expect(await terms(again)).not.toContain('Ganz neue');
    expect(await terms(next.confirmation)).toContain('Ganz neue Bedingungen.');
  });

  test('informs a new buyer about the account, and no link to set a password is sent yet', async () => {
    const { mails, confirmation } = await buy({ lines: { 'course-emmy-noether': 1 } });
    expect(confirmation.text).toContain(de.order.account_note);
    expect(confirmation.text).toContain(`${site}/de/profil/master`);
    const setPassword = de.set_password.subject.replace('{{shop}}', 'Meisterhand');
    expect(mails.map(({ subject }) => subject)).not.toContain(setPassword);
  });

  test('contains each code with its product, and a PDF to print for requested ones', async () => {
    const { confirmation, id } = await buy({
      lines: { 'gift-geschenk-clara-schumann': 1, 'voucher-gutschein-50': 2 },
      template: 'gift',
      pdfs: ['gift-geschenk-clara-schumann'],
    });
    const issued = await codesOf(shop.db, id);
    expect(issued).toHaveLength(3);
    for (const { code } of issued) expect(confirmation.text).toContain(`Ihr Code:\n${formatCode(code)}`);
    expect(confirmation.text.replaceAll('\u00a0', ' ')).toContain('Wert 50,00 €, Ihr Code:');
    const gift = issued.find(({ kind }) => kind !== 'voucher');
    const sheets = confirmation.attachments.filter(({ filename }) => filename.startsWith('Geschenk-'));
    expect(sheets.map(({ filename }) => filename)).toEqual([`Geschenk-${gift?.code}.pdf`]);
    expect((await readPdf(sheets[0]?.content ?? Buffer.alloc(0))).text).toContain(
      formatCode(gift?.code ?? ''),
    );
  });
});

test('texts of users are escaped in the HTML of a mail', async () => {
  const mail = await compose('login_code', 'de', { code: '"><script>alert(1)</script>&' });
  expect(mail.html).not.toContain('<script');
  expect(mail.html).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;');
});

test.each(['de', 'en'] as const)(
  'a gift mail in %s links to the section of the privacy page about the recipient’s data',
  async (language) => {
    const recipient_email = `beschenkt-${language}@example.org`;
    const properties = { recipient_name: 'Dora', recipient_email, delivery: 'email' } as const;
    const { id } = await storeGuestCart(shop, { [products.gift]: 1 }, properties);
    const contact = { firstname: 'Rahel', lastname: 'Meyer', country: 'DE' };
    await shop.call(endpoints.setBillingContact, { body: { id, email: 'rahel@example.org', ...contact } });
    const order = await placeOrder(shop, { language, body: { bundle_cart_unique_id: id } });
    expect((await payOrder(shop, order)).status).toBe(200);
    const delivered = await deliverMails(shop.context);
    const mail = delivered.find(({ recipient }) => recipient === recipient_email);
    const anchor = new RegExp(`http://localhost:3000/${language}/datenschutz#(\\S+)`).exec(
      mail?.text ?? '',
    )?.[1];
    const page = await rowOf(shop.db, 'pages', { slug: 'datenschutz', locale: language });
    expect(page.html).toContain(`<h2 id="${anchor}">`);
    expect(page.html.slice(page.html.indexOf(`id="${anchor}"`))).toMatch(/Art\. 14/);
  },
);
