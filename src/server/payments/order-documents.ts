import type { OrderDocumentResource } from '#api/payments.ts';
import { defaultLocale, isLocale } from '#core/rules/locale.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { DomainFailure } from '#server/domain-failure.ts';
import { domainFailure } from '#server/domain-failure.ts';
import { expiringToken, isExpiringToken } from '#server/expiring-tokens.ts';
import { giftSheet, giftTheme, givenTitle } from '#server/mail/delivery/mail-attachments.ts';
import { readBrand } from '#server/mail/mail-layout.ts';
import type { MailTexts } from '#server/mail/mail-texts.ts';
import type { ServerContext } from '#server/server-context.ts';
import type { DocumentFile, DocumentLink } from './get-invoice.ts';
import { invoiceUrl, linkLifetime } from './get-invoice.ts';

type Needs = Pick<ServerContext, 'db' | 'clock' | 'settings'>;

/**
 * The documents of an order: its invoice and corrections, then a sheet for each code that belongs to the buyer
 * (docs/behaviour/orders.md#order-documents). The caller has checked that the buyer asks.
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
  const codes = await selectBuyerCodes(db)
    .where('order_lines.order_id', '=', orderId)
    .orderBy('order_lines.position')
    .orderBy('gift_codes.code')
    .execute();
  return [
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
  return `/api/gift_sheets/${id}?token=${expiringToken(tokenSecret, `gift-sheet:${id}`, now + linkLifetime)}`;
}

/** Codes that are not taken back and were not sent to another person. */
function selectBuyerCodes(db: ServerContext['db']) {
  return db
    .selectFrom('gift_codes')
    .innerJoin('order_lines', 'order_lines.id', 'gift_codes.order_line_id')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .select([
      'gift_codes.id',
      'gift_codes.code',
      'gift_codes.kind',
      'gift_codes.initial_cents',
      'gift_codes.recipient_name',
      'gift_codes.recipient_email',
      'gift_codes.greeting',
      'gift_codes.delivery',
      'gift_codes.deliver_on',
      'order_lines.title',
      givenTitle,
      giftTheme,
      'order_lines.is_gift_pdf',
      'orders.locale',
    ])
    .where('gift_codes.delivery', '=', 'buyer')
    .where('gift_codes.revoked_at', 'is', null);
}

/** The sheet of a code as PDF, in the language of its order. `FORBIDDEN` without a valid token. */
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
  const needs = { siteUrl, texts: allTexts[locale], brand: await readBrand(db), locale };
  const { filename, content } = await giftSheet(needs, issued);
  return ok({ filename, content: new Uint8Array(content) });
}
