import type { PostalAddress } from '#core/rules/address.ts';
import { addressLines } from './address-lines.ts';
import type { ComposedMail } from './mail-layout.ts';
import { fill } from './mail-texts.ts';
import type { OrderMailNeeds } from './order-attachments.ts';

/** The parcel has left: its tracking code, what is in it, where it goes. */
export async function composeShippedMail(
  { db, texts, locale }: OrderMailNeeds,
  orderId: string,
): Promise<ComposedMail> {
  const order = await db
    .selectFrom('orders')
    .select(['code', 'tracking_code', 'shipping_address'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const goods = await db
    .selectFrom('order_lines')
    .select(['title', 'quantity'])
    .where('order_id', '=', orderId)
    .where('is_shipped', '=', true)
    .orderBy('position')
    .execute();
  const { code } = order;
  const tracking = order.tracking_code ?? '';
  const words = texts.shipped;
  const address = order.shipping_address as PostalAddress | null;
  const greeting =
    address === null
      ? texts.greeting_plain
      : fill(texts.greeting, { name: `${address.firstname} ${address.lastname}` });
  return {
    subject: fill(words.subject, { code }),
    heading: words.heading,
    preview: fill(words.preview, { tracking }),
    parts: [
      { kind: 'paragraph', text: greeting },
      { kind: 'paragraph', text: fill(words.intro, { code }) },
      { kind: 'code', title: words.tracking, code: tracking },
      {
        kind: 'rows',
        rows: goods.map(({ title, quantity }) => ({ label: title, value: `${quantity} ×` })),
      },
      ...(address === null
        ? []
        : [{ kind: 'lines' as const, title: texts.order.ship_to, lines: addressLines(address, locale) }]),
      { kind: 'paragraph', text: words.afterwards },
    ],
    attachments: [],
  };
}
