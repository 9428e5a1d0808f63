import type { OrderDocumentResource } from '#api/mail/mail-endpoints.ts';
import { defaultLocale, isLocale } from '#core/rules/basics/locale.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { recordConfirmation } from '#server/orders/delivery/promise-contents.ts';
import { isConfirmationToken, orderConfirmationUrl } from '#server/orders/order-confirmation-link.ts';
import { orderToken } from '#server/orders/read-order.ts';
import { type DocumentFile, type DocumentLink, invoiceUrl } from '#server/payments/get-invoice.ts';
import { issueDocument } from '#server/platform/documents/stored-documents.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { documentLinkLifetime, expiringToken, isExpiringToken } from '#server/platform/expiring-tokens.ts';
import { readBrand } from '#server/platform/outbox/mail-layout.ts';
import { fill, type MailTexts } from '#server/platform/outbox/mail-texts.ts';
import { drawPdf } from '#server/platform/pdf/draw-pdf.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { giftSheet, readLegalPages, selectIssuedCodes } from './mail-attachments.ts';
import { readConfirmation } from './order-mails.ts';
import { readMailTexts } from './texts/written-mail-texts.ts';

type Needs = Pick<ServerContext, 'db' | 'clock' | 'settings'>;

/**
 * Lists the documents of an order: its confirmation, its invoice and corrections, then a sheet for each code that
 * belongs to the buyer (docs/behaviour/orders.md#order-documents). The caller must check that the buyer asks.
 */
export async function listOrderDocuments(
  { db, clock, settings }: Needs,
  orderId: string,
): Promise<OrderDocumentResource[]> {
  const now = clock.now();
  const invoices = await db
    .selectFrom('invoices')
    .select(['id', 'kind', 'number'])
    .where('order_id', '=', orderId)
    .orderBy('issued_at')
    .orderBy('number')
    .execute();
  const confirmed = await findConfirmedOrder(db, orderId);
  const codes = await selectBuyerCodes(db)
    .where('order_lines.order_id', '=', orderId)
    .orderBy('order_lines.position')
    .orderBy('gift_codes.code')
    .execute();
  return [
    ...(confirmed === undefined
      ? []
      : [
          {
            type: 'documents' as const,
            id: orderId,
            attributes: {
              kind: 'confirmation' as const,
              title: confirmed.code,
              url: orderConfirmationUrl(settings.tokenSecret, orderId, now),
            },
          },
        ]),
    ...invoices.map(({ id, kind, number }) => ({
      type: 'documents' as const,
      id,
      attributes: {
        kind: kind as 'invoice' | 'correction',
        title: number,
        url: invoiceUrl(settings.tokenSecret, id, now),
      },
    })),
    ...codes.map(({ id, title }) => ({
      type: 'documents' as const,
      id,
      attributes: { kind: 'gift_sheet' as const, title, url: giftSheetUrl(settings.tokenSecret, id, now) },
    })),
  ];
}

function giftSheetUrl(tokenSecret: string, id: string, now: number): string {
  const token = expiringToken(tokenSecret, `gift-sheet:${id}`, now + documentLinkLifetime);
  return `/api/gift_sheets/${id}?token=${token}`;
}

/** Selects codes that were neither revoked nor sent to another person. */
function selectBuyerCodes(db: ServerContext['db']) {
  return selectIssuedCodes(db)
    .select('orders.locale')
    .where('gift_codes.delivery', '=', 'buyer')
    .where('gift_codes.revoked_at', 'is', null);
}

/** Returns the sheet of a code as PDF, in the language of its order. `FORBIDDEN` without a valid token. */
export async function getGiftSheet(
  { db, clock, settings }: Needs,
  allTexts: MailTexts,
  { id, token }: DocumentLink,
): Promise<Result<DocumentFile, DomainFailure>> {
  if (!isExpiringToken(settings.tokenSecret, `gift-sheet:${id}`, token, clock.now()))
    return err(domainFailure('FORBIDDEN'));
  const issued = await selectBuyerCodes(db).where('gift_codes.id', '=', id).executeTakeFirst();
  if (issued === undefined) return err(domainFailure('NOT_FOUND'));
  const locale = isLocale(issued.locale) ? issued.locale : defaultLocale;
  const { siteUrl } = settings;
  const needs = { db, siteUrl, texts: allTexts[locale], brand: await readBrand(db), locale };
  const { filename, content } = await giftSheet(needs, issued);
  return ok({ filename, content: new Uint8Array(content) });
}

/** Finds an order that has a confirmation: paid, and not a renewal. */
function findConfirmedOrder(db: ServerContext['db'], orderId: string) {
  return db
    .selectFrom('orders')
    .select(['code', 'locale'])
    .where('id', '=', orderId)
    .where('completed_at', 'is not', null)
    .where('subscription_id', 'is', null)
    .executeTakeFirst();
}

/**
 * Returns the confirmation of an order as PDF, with the accepted terms and withdrawal instructions. Marks the order as
 * confirmed before sending (docs/behaviour/consumer-rights.md#record-of-use). `FORBIDDEN` without a valid token.
 */
export async function getOrderConfirmation(
  context: ServerContext,
  allTexts: MailTexts,
  { id, token }: DocumentLink,
): Promise<Result<DocumentFile, DomainFailure>> {
  const { db, clock, settings } = context;
  if (!isConfirmationToken(settings.tokenSecret, id, token, clock.now()))
    return err(domainFailure('FORBIDDEN'));
  const order = await findConfirmedOrder(db, id);
  if (order === undefined) return err(domainFailure('NOT_FOUND'));
  const locale = isLocale(order.locale) ? order.locale : defaultLocale;
  const texts = (await readMailTexts(db, allTexts))[locale];
  const brand = await readBrand(db);
  const needs = {
    db,
    siteUrl: settings.siteUrl,
    texts,
    brand,
    locale,
    orderToken: (orderId: string) => orderToken(context, orderId),
  };
  const document = await issueDocument(db, { key: `confirmation:${id}`, order_id: id }, async () => {
    const { accepted, ...confirmation } = await readConfirmation(needs, id);
    const legalPages = (await readLegalPages(needs, accepted)).map(({ facts }) => facts);
    const facts = { ...confirmation, legalPages, pageText: texts.page, locale };
    return {
      filename: fill(texts.confirmation_file, { code: order.code }),
      content: await drawPdf({ kind: 'order_confirmation', facts }),
    };
  });
  await recordConfirmation(db, context, id, 'download');
  return ok({ filename: document.filename, content: new Uint8Array(document.content) });
}
