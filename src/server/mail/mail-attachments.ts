import { type Kysely, sql } from 'kysely';
import type { GiftTheme } from '#core/model/gift-choice.ts';
import type { Locale } from '#core/model/values.ts';
import { giftTheme, givenProductId } from '#server/coupons/gift-codes.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { issueDocument, type StoredDocument } from '#server/platform/documents/stored-documents.ts';
import type { Brand } from '#server/platform/outbox/mail-layout.ts';
import { fill, formatAmount, formatDay, type LocaleMailTexts } from '#server/platform/outbox/mail-texts.ts';
import { drawPdf } from '#server/platform/pdf/draw-pdf.ts';
import { type InvoiceRow, issueInvoicePdf } from '#server/platform/pdf/issue-pdf.ts';
import type { LegalPage } from '#server/platform/pdf/legal-page-pdf.ts';

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

/** A gift or voucher code issued by an order. */
export interface IssuedCode {
  readonly id: string;
  readonly order_id: string;
  readonly code: string;
  readonly kind: string;
  /** Value of a voucher in cents. */
  readonly initial_cents: number;
  readonly title: string;
  /** Title for the recipient, without words for the buyer such as "as a gift". */
  readonly given_title: string;
  readonly is_gift_pdf: boolean;
  readonly recipient_name: string | null;
  readonly recipient_email: string | null;
  /** Name of the giver. */
  readonly sender_name: string | null;
  readonly greeting: string | null;
  readonly theme: GiftTheme;
  /** `buyer`, `email` or `parcel`. */
  readonly delivery: string;
  readonly deliver_on: string | null;
  /** Name of the drawing of the product that the code gives; null if the product is gone. */
  readonly picture: string | null;
}

export interface OrderDocuments {
  readonly invoice: InvoiceRow;
  readonly codes: readonly IssuedCode[];
  /** Versions of the legal pages that the order has accepted, by slug. */
  readonly accepted: Readonly<Record<string, string>>;
}

/** Issues the PDFs of an order: invoice, requested gift sheets, terms and withdrawal instructions. */
export async function issueOrderPdfs(
  needs: OrderMailNeeds,
  { invoice, codes, accepted }: OrderDocuments,
): Promise<readonly StoredDocument[]> {
  const sheets = codes.filter((issued) => issued.is_gift_pdf && issued.delivery === 'buyer');
  return [
    await issueInvoicePdf(needs.db, needs.texts, invoice),
    ...(await Promise.all(sheets.map((issued) => giftSheet(needs, issued)))),
    ...(await issueLegalPages(needs, accepted)),
  ];
}

/**
 * Title of the product that a code gives, in the order's language: the course of a course gift, else the title of the
 * order line. For queries of `gift_codes` with `order_lines` and `orders`.
 */
const givenTitle = sql<string>`coalesce(
  (select given.card -> orders.locale ->> 'title' from products given
    where given.id = ${givenProductId} and given.kind = 'course'),
  order_lines.title)`.as('given_title');

/** Selects codes with the data for their sheets and mails (`IssuedCode`). */
export function selectIssuedCodes(db: Kysely<Database>) {
  return db
    .selectFrom('gift_codes')
    .innerJoin('order_lines', 'order_lines.id', 'gift_codes.order_line_id')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .leftJoin('products', 'products.id', 'gift_codes.product_id')
    .select([
      givenTitle,
      'products.picture',
      giftTheme,
      'gift_codes.id',
      'order_lines.order_id',
      'gift_codes.code',
      'gift_codes.kind',
      'gift_codes.initial_cents',
      'gift_codes.recipient_name',
      'gift_codes.recipient_email',
      'gift_codes.sender_name',
      'gift_codes.greeting',
      'gift_codes.delivery',
      'gift_codes.deliver_on',
      'order_lines.title',
      'order_lines.is_gift_pdf',
    ]);
}

/** Issues the printable gift sheet of a code. */
export function giftSheet(
  { db, siteUrl, texts, brand, locale }: Omit<OrderMailNeeds, 'orderToken'>,
  issued: IssuedCode,
): Promise<StoredDocument> {
  const sheet = {
    code: issued.code,
    title: issued.given_title,
    value: issued.kind === 'voucher' ? formatAmount(issued.initial_cents, locale) : null,
    recipient: issued.recipient_name,
    sender: issued.sender_name,
    greeting: issued.greeting,
    theme: issued.theme,
    redeemAddress: `${siteUrl}/${locale}/redeem`,
    texts: texts.gift_sheet,
    brand,
    locale,
  };
  return issueDocument(db, { key: `gift_sheet:${issued.id}`, order_id: issued.order_id }, async () => ({
    filename: fill(texts.gift_file, { code: issued.code }),
    content: await drawPdf({ kind: 'gift_sheet', facts: sheet }),
  }));
}

/** Issues the PDFs of terms and withdrawal instructions, in the versions that an order accepted. */
export async function issueLegalPages(
  needs: Pick<OrderMailNeeds, 'db' | 'texts' | 'locale'>,
  accepted: OrderDocuments['accepted'],
): Promise<readonly StoredDocument[]> {
  const { db, texts, locale } = needs;
  const pages = await readLegalPages(needs, accepted);
  return Promise.all(
    pages.map(({ slug, version, facts }) =>
      issueDocument(db, { key: `${slug}:${locale}:${version}` }, async () => ({
        filename: slug === 'agbs' ? texts.terms_file : texts.withdrawal_file,
        content: await drawPdf({ kind: 'legal_page', facts }),
      })),
    ),
  );
}

interface AcceptedPage {
  readonly slug: string;
  readonly version: string;
  readonly facts: LegalPage;
}

/** Reads terms and withdrawal instructions in the versions that the order accepted, else the current ones. */
export async function readLegalPages(
  { db, texts, locale }: Pick<OrderMailNeeds, 'db' | 'texts' | 'locale'>,
  accepted: OrderDocuments['accepted'],
): Promise<readonly AcceptedPage[]> {
  const pages = await db
    .selectFrom('page_versions as kept')
    .leftJoin('pages as current', (join) =>
      join.onRef('current.slug', '=', 'kept.slug').onRef('current.locale', '=', 'kept.locale'),
    )
    .select(['kept.slug', 'kept.title', 'kept.html', 'kept.version', 'kept.issuer'])
    .where('kept.locale', '=', locale)
    .where('kept.slug', 'in', ['agbs', 'widerrufsbelehrung'])
    .where(
      'kept.version',
      '=',
      sql<string>`coalesce(${JSON.stringify(accepted)}::jsonb ->> kept.slug, current.version)`,
    )
    .orderBy('kept.slug')
    .execute();
  return pages.map(({ slug, title, version: day, html, issuer }) => {
    const version = fill(texts.legal_version, { day: formatDay(day, locale) });
    const brand = issuer as LegalPage['brand'];
    return { slug, version: day, facts: { title, version, html, pageText: texts.page, brand, locale } };
  });
}
