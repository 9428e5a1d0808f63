import type { Kysely } from 'kysely';
import type { PostalAddress } from '#core/rules/address.ts';
import type { Locale } from '#core/rules/locale.ts';
import { cents, formatPrice } from '#core/rules/money.ts';
import type { Database } from '#host/database/schema.ts';
import type { Brand } from '#host/mail/brand.ts';
import type { ComposedMail, MailPart } from '#host/mail/mail-layout.ts';
import { escapeHtml } from '#host/mail/mail-layout.ts';
import type { LocaleMailTexts } from '#host/mail/mail-texts.ts';
import { fill } from '#host/mail/mail-texts.ts';
import { drawGiftSheet } from '#host/pdf/gift-sheet-pdf.ts';
import { drawInvoice } from '#host/pdf/invoice-pdf.ts';
import type { MailMessage } from '#host/ports/mailer.ts';
import type { InvoiceFacts } from '#host/services/orders/issue-invoice.ts';

interface OrderMailNeeds {
  readonly db: Kysely<Database>;
  readonly siteUrl: string;
  readonly texts: LocaleMailTexts;
  readonly brand: Brand;
  readonly locale: Locale;
}

type Attachment = MailMessage['attachments'][number];

/**
 * The confirmation of a paid order: what was bought, what was paid, the codes of gifts and vouchers, with the invoice,
 * the gift sheets that were asked for, and terms and withdrawal instructions as accepted (decisions §4 and §8).
 */
export async function composeOrderMail(needs: OrderMailNeeds, orderId: string): Promise<ComposedMail> {
  const { db, texts, brand, locale } = needs;
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  const invoice = await db
    .selectFrom('invoices')
    .select(['number', 'facts'])
    .where('order_id', '=', orderId)
    .orderBy('issued_at')
    .executeTakeFirstOrThrow();
  const facts = invoice.facts as InvoiceFacts;
  const gifts = await loadGifts(db, orderId);
  const address = order.shipping_address as PostalAddress | null;
  const money = (amount: number) => formatPrice(cents(amount), locale);
  const has = (kind: string) => gifts.lines.some((line) => line.kind === kind);
  const isShipped = gifts.lines.some((line) => line.is_shipped);

  const parts: MailPart[] = [
    { kind: 'paragraph', text: greet(texts, address) },
    {
      kind: 'paragraph',
      text: fill(texts.order.intro, { code: order.code, day: facts.day, invoice: invoice.number }),
    },
    { kind: 'rows', rows: orderRows(facts, order.coupon_code, texts, money) },
    ...gifts.codes.map(
      (gift): MailPart => ({ kind: 'code', text: fill(texts.order.code_line, { code: gift.code }) }),
    ),
    ...(isShipped && address !== null
      ? [
          { kind: 'paragraph' as const, text: `${texts.order.ship_to}\n${addressLines(address).join('\n')}` },
          { kind: 'paragraph' as const, text: texts.order.shipping_note },
        ]
      : []),
    ...(order.waiver_accepted_at === null
      ? []
      : [{ kind: 'paragraph' as const, text: texts.order.waiver_note }]),
    ...(has('course')
      ? [
          { kind: 'paragraph' as const, text: texts.order.courses_note },
          {
            kind: 'link' as const,
            text: texts.order.courses_link,
            url: `${needs.siteUrl}/${locale}/profil/master`,
          },
        ]
      : []),
  ];
  const subject = { order: texts.order, gift: texts.gift, subscription: texts.subscription }[
    order.template as 'order' | 'gift' | 'subscription'
  ].subject;
  return {
    subject: fill(subject, { code: order.code, shop: brand.name }),
    heading: texts.order.heading,
    parts,
    attachments: [
      {
        filename: fill(texts.invoice_file, { number: invoice.number }),
        content: await drawInvoice({ number: invoice.number, facts, texts: texts.invoice, brand, locale }),
        type: 'application/pdf',
      },
      ...(await drawGiftSheets(needs, gifts.codes)),
      ...(await legalAttachments(db, texts, locale)),
    ],
  };
}

function greet(texts: LocaleMailTexts, address: PostalAddress | null): string {
  if (address === null) return texts.greeting_plain;
  return fill(texts.greeting, { name: `${address.firstname} ${address.lastname}` });
}

function orderRows(
  facts: InvoiceFacts,
  couponCode: string | null,
  texts: LocaleMailTexts,
  money: (amount: number) => string,
) {
  const { order } = texts;
  const vat = facts.vat_shares.reduce((sum, share) => sum + share.vat, 0);
  const subtotal = facts.lines.reduce((sum, line) => sum + line.price, 0);
  return [
    ...facts.lines.map((line) => ({ label: `${line.quantity} × ${line.title}`, value: money(line.price) })),
    { label: order.subtotal, value: money(subtotal) },
    ...(facts.discount > 0
      ? [
          {
            label: couponCode === null ? order.discount_plain : fill(order.discount, { code: couponCode }),
            value: `−${money(facts.discount)}`,
          },
        ]
      : []),
    ...(facts.shipping > 0 ? [{ label: order.shipping, value: money(facts.shipping) }] : []),
    { label: order.total, value: money(facts.total), isStrong: true },
    ...(facts.credit > 0 ? [{ label: order.credit, value: `−${money(facts.credit)}` }] : []),
    { label: fill(order.vat, { amount: money(vat) }), value: '' },
  ];
}

async function loadGifts(db: Kysely<Database>, orderId: string) {
  const lines = await db
    .selectFrom('order_lines')
    .select(['kind', 'is_shipped'])
    .where('order_id', '=', orderId)
    .execute();
  const codes = await db
    .selectFrom('gift_codes')
    .innerJoin('order_lines', 'order_lines.id', 'gift_codes.order_line_id')
    .select([
      'gift_codes.code',
      'gift_codes.kind',
      'gift_codes.initial_cents',
      'order_lines.title',
      'order_lines.is_gift_pdf',
      'order_lines.custom_properties',
    ])
    .where('order_lines.order_id', '=', orderId)
    .orderBy('order_lines.position')
    .execute();
  return { lines, codes };
}

async function drawGiftSheets(
  { siteUrl, texts, brand, locale }: OrderMailNeeds,
  codes: Awaited<ReturnType<typeof loadGifts>>['codes'],
): Promise<readonly Attachment[]> {
  return Promise.all(
    codes
      .filter((gift) => gift.is_gift_pdf)
      .map(async (gift) => {
        const wishes = gift.custom_properties as { recipient_name?: string; greeting?: string };
        return {
          filename: fill(texts.gift_file, { code: gift.code }),
          content: await drawGiftSheet({
            code: gift.code,
            title: gift.title,
            value: gift.kind === 'voucher' ? formatPrice(cents(gift.initial_cents), locale) : null,
            recipient: wishes.recipient_name ?? null,
            greeting: wishes.greeting ?? null,
            redeemAddress: `${siteUrl}/${locale}/redeem`,
            texts: texts.gift_sheet,
            brand,
          }),
          type: 'application/pdf',
        };
      }),
  );
}

/** Terms and withdrawal instructions in the version that holds at the time of the order, as files to keep. */
async function legalAttachments(
  db: Kysely<Database>,
  texts: LocaleMailTexts,
  locale: Locale,
): Promise<readonly Attachment[]> {
  const pages = await db
    .selectFrom('pages')
    .select(['slug', 'title', 'html', 'version'])
    .where('locale', '=', locale)
    .where('slug', 'in', ['agbs', 'widerrufsbelehrung'])
    .orderBy('slug')
    .execute();
  return pages.map((page) => ({
    filename: page.slug === 'agbs' ? texts.terms_file : texts.withdrawal_file,
    content: Buffer.from(
      `<!doctype html><html lang="${locale}"><meta charset="utf-8"><title>${escapeHtml(page.title)}</title>` +
        `<h1>${escapeHtml(page.title)} (${escapeHtml(page.version)})</h1>${page.html}</html>`,
    ),
    type: 'text/html; charset=utf-8',
  }));
}

/** An address as lines of a letter. */
function addressLines(address: PostalAddress): readonly string[] {
  return [
    `${address.firstname} ${address.lastname}`,
    ...(address.company === null ? [] : [address.company]),
    `${address.street} ${address.house_number}`,
    `${address.postal_code} ${address.city}`,
    address.country,
  ];
}
