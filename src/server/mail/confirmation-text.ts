import { cardColumns } from '#server/orders/read-order.ts';
import { issueDocument } from '#server/platform/documents/stored-documents.ts';
import type { Brand, MailPart } from '#server/platform/outbox/mail-layout.ts';
import { tokenPlace } from './letters.ts';
import { type OrderDocuments, type OrderMailNeeds, selectIssuedCodes } from './mail-attachments.ts';

/** Text of an order confirmation without its legal pages. Mail and download contain it in this order. */
interface ConfirmationText extends Pick<OrderDocuments, 'accepted'> {
  readonly title: string;
  readonly lead: readonly string[];
  readonly parts: readonly MailPart[];
  /** Sentences about the documents: attached to the mail, or contained in the download. */
  readonly enclosed: string;
  readonly contained: string;
  readonly notes: readonly MailPart[];
  readonly brand: Brand;
}

/**
 * Returns the stored text of an order confirmation; composes and stores it on first use, so that mail and download stay
 * equal when products or settings change (docs/behaviour/orders.md#issued-documents). `compose` must write `tokenPlace`
 * instead of the order link's token, which is not stored.
 */
export async function issueConfirmationText(
  { db, orderToken }: Pick<OrderMailNeeds, 'db' | 'orderToken'>,
  orderId: string,
  compose: () => Promise<ConfirmationText>,
): Promise<ConfirmationText> {
  const place = { key: `confirmation_words:${orderId}`, order_id: orderId };
  const { content } = await issueDocument(db, place, async () => ({
    filename: 'confirmation.json',
    content: Buffer.from(JSON.stringify(await compose())),
  }));
  return JSON.parse(content.toString().replaceAll(tokenPlace, orderToken(orderId)));
}

/** Reads the data of a paid order for its confirmation. */
export async function readConfirmedOrder(
  { db, locale }: Pick<OrderMailNeeds, 'db' | 'locale'>,
  orderId: string,
) {
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  const invoice = await db
    .selectFrom('invoices')
    .select(['id', 'order_id', 'number', 'kind', 'facts'])
    .where('order_id', '=', orderId)
    .where('kind', '=', 'invoice')
    .executeTakeFirstOrThrow();
  const lines = await db
    .selectFrom('order_lines')
    .leftJoin('products', 'products.id', 'order_lines.product_id')
    .select([
      'order_lines.kind',
      'order_lines.title',
      'order_lines.quantity',
      'order_lines.price_cents',
      'order_lines.discount_cents',
      'order_lines.is_shipped',
      'order_lines.custom_properties',
    ])
    .select(cardColumns(locale))
    .where('order_lines.order_id', '=', orderId)
    .orderBy('order_lines.position')
    .execute();
  const codes = await selectIssuedCodes(db)
    .where('order_lines.order_id', '=', orderId)
    .orderBy('order_lines.position')
    .orderBy('gift_codes.code')
    .execute();
  return { order, invoice, lines, codes };
}
