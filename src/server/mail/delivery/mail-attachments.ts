import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { GiftTheme, Locale } from '#core/model/values.ts';
import type { MailMessage } from '#ports/mailer.ts';
import type { Database } from '#server/database/schema.ts';
import type { Brand } from '#server/mail/mail-layout.ts';
import type { LocaleMailTexts } from '#server/mail/mail-texts.ts';
import { fill, writtenAmount, writtenDay } from '#server/mail/mail-texts.ts';
import type { InvoiceFacts } from '#server/orders/invoices.ts';
import { drawPdf } from '#server/pdf/draw-pdf.ts';

/** Dependencies of order mails and their PDFs. */
export interface OrderMailNeeds {
  readonly db: Kysely<Database>;
  readonly siteUrl: string;
  readonly texts: LocaleMailTexts;
  readonly brand: Brand;
  readonly locale: Locale;
  /** Returns a fresh token that opens the order (`orderToken`). */
  readonly orderToken: (orderId: string) => string;
}

/** A gift or voucher code that an order brought. */
export interface IssuedCode {
  readonly code: string;
  readonly kind: string;
  /** Value of a voucher in cents. */
  readonly initial_cents: number;
  readonly title: string;
  /** What the recipient gets, without words for the buyer such as "as a gift". */
  readonly given_title: string;
  readonly is_gift_pdf: boolean;
  readonly recipient_name: string | null;
  readonly recipient_email: string | null;
  readonly greeting: string | null;
  readonly theme: GiftTheme;
  /** `buyer`, `email` or `parcel`. */
  readonly delivery: string;
  readonly deliver_on: string | null;
}

interface OrderDocuments {
  /** Number of the invoice. */
  readonly number: string;
  readonly facts: InvoiceFacts;
  readonly codes: readonly IssuedCode[];
  /** Versions of the legal pages that the order has accepted, by slug. */
  readonly accepted: Readonly<Record<string, string>>;
}

type Attachment = MailMessage['attachments'][number];

/** Draws the PDFs of an order: invoice, requested gift sheets, terms and withdrawal instructions. */
export async function drawOrderAttachments(
  needs: OrderMailNeeds,
  { number, facts, codes, accepted }: OrderDocuments,
): Promise<readonly Attachment[]> {
  const { texts, brand, locale } = needs;
  const sheets = codes.filter((issued) => issued.is_gift_pdf && issued.delivery === 'buyer');
  const invoice = { number, facts, texts, brand, locale };
  return [
    pdf(fill(texts.invoice_file, { number }), await drawPdf({ kind: 'invoice', facts: invoice })),
    ...(await Promise.all(sheets.map((issued) => giftSheet(needs, issued)))),
    ...(await legalPages(needs, accepted)),
  ];
}

/**
 * Column with the title of what a code gives, in the language of its order: the course of a course gift, else the title
 * of the order line. For queries of `gift_codes` with `order_lines` and `orders`.
 */
export const givenTitle = sql<string>`coalesce(
  (select given.card -> orders.locale ->> 'title'
    from products sold join products given on given.id = sold.details -> 'gives' ->> 'product_id'
    where sold.id = gift_codes.product_id and given.kind = 'course'),
  order_lines.title)`.as('given_title');

/** Column with the theme of a code's sheet. For queries of `order_lines`. */
export const giftTheme = sql<GiftTheme>`coalesce(order_lines.custom_properties ->> 'theme', 'neutral')`.as(
  'theme',
);

/** The gift sheet of one code, to print. */
export async function giftSheet(
  { siteUrl, texts, brand, locale }: Pick<OrderMailNeeds, 'siteUrl' | 'texts' | 'brand' | 'locale'>,
  issued: IssuedCode,
): Promise<Attachment> {
  const sheet = {
    code: issued.code,
    title: issued.given_title,
    value: issued.kind === 'voucher' ? writtenAmount(issued.initial_cents, locale) : null,
    recipient: issued.recipient_name,
    greeting: issued.greeting,
    theme: issued.theme,
    redeemAddress: `${siteUrl}/${locale}/redeem`,
    texts: texts.gift_sheet,
    brand,
    locale,
  };
  const content = await drawPdf({ kind: 'gift_sheet', facts: sheet });
  return pdf(fill(texts.gift_file, { code: issued.code }), content);
}

/** Terms and withdrawal instructions in the versions that the order accepted, else the current ones. */
async function legalPages(
  { db, texts, brand, locale }: OrderMailNeeds,
  accepted: Readonly<Record<string, string>>,
): Promise<readonly Attachment[]> {
  const pages = await db
    .selectFrom('page_versions as kept')
    .leftJoin('pages as current', (join) =>
      join.onRef('current.slug', '=', 'kept.slug').onRef('current.locale', '=', 'kept.locale'),
    )
    .select(['kept.slug', 'kept.title', 'kept.html', 'kept.version'])
    .where('kept.locale', '=', locale)
    .where('kept.slug', 'in', ['agbs', 'widerrufsbelehrung'])
    .where(
      'kept.version',
      '=',
      sql<string>`coalesce(${JSON.stringify(accepted)}::jsonb ->> kept.slug, current.version)`,
    )
    .orderBy('kept.slug')
    .execute();
  return Promise.all(
    pages.map(async ({ slug, title, version: day, html }) => {
      const version = fill(texts.legal_version, { day: writtenDay(day, locale) });
      const facts = { title, version, html, pageText: texts.page, brand, locale };
      return pdf(
        slug === 'agbs' ? texts.terms_file : texts.withdrawal_file,
        await drawPdf({ kind: 'legal_page', facts }),
      );
    }),
  );
}

function pdf(filename: string, content: Buffer): Attachment {
  return { filename, content, type: 'application/pdf' };
}
