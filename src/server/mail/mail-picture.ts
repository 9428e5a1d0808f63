import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/platform/database/schema.ts';
import { issueDocument, type StoredDocument } from '#server/platform/documents/stored-documents.ts';
import type { RenderPicture } from '#server/platform/media/render-picture.ts';
import type { MailPicture, ShownPicture } from '#server/platform/outbox/mail-layout.ts';
import type { OrderMailNeeds } from './mail-attachments.ts';

/** Display width of a drawing in CSS pixels, and the width of its image: twice that, for high-resolution screens. */
const shownWidth = 152;
const imageWidth = 304;

/**
 * Finds the drawing of an order's first product, optionally of shipped ones only; null if no product exists any more.
 */
export async function orderPicture(
  { db, locale }: Pick<OrderMailNeeds, 'db' | 'locale'>,
  orderId: string,
  { isShipped = false } = {},
): Promise<MailPicture | null> {
  const line = await db
    .selectFrom('order_lines')
    .innerJoin('products', 'products.id', 'order_lines.product_id')
    .select(['products.picture', 'order_lines.title'])
    .select(sql<string | null>`products.card -> ${sql.lit(locale)} ->> 'picture_alt'`.as('picture_alt'))
    .where('order_lines.order_id', '=', orderId)
    .$if(isShipped, (query) => query.where('order_lines.is_shipped', '=', true))
    .orderBy('order_lines.position')
    .executeTakeFirst();
  return line === undefined ? null : { name: line.picture, alt: line.picture_alt ?? line.title };
}

interface AttachedPicture {
  readonly shown: ShownPicture;
  readonly file: StoredDocument;
}

/**
 * Attaches a drawing to a mail. It is stored once per drawing, because stored letters must not change. Null if there is
 * no such drawing.
 */
export async function attachPicture(
  db: Kysely<Database>,
  render: RenderPicture,
  { name, alt }: MailPicture,
): Promise<AttachedPicture | null> {
  const rendered = await render(name, imageWidth, 'png');
  if (!rendered.ok) return null;
  const { bytes, etag } = rendered.value;
  const key = `picture:${name}:${etag.replaceAll('"', '')}`;
  const file = await issueDocument(db, { key }, async () => ({ filename: `${name}.png`, content: bytes }));
  // The header of a PNG has its width and height (ISO/IEC 15948, section 11.2.2).
  const [width, height] = [file.content.readUInt32BE(16), file.content.readUInt32BE(20)];
  return {
    shown: {
      contentId: contentIdOf(file) ?? '',
      alt,
      width: shownWidth,
      height: Math.round((shownWidth * height) / width),
    },
    file,
  };
}

/** Returns the content id of a file shown in the mail's HTML; undefined for other attachments. */
export function contentIdOf({ filename }: Pick<StoredDocument, 'filename'>): string | undefined {
  return filename.endsWith('.png') ? `${filename}@pictures` : undefined;
}
