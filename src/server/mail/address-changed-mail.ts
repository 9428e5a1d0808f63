import type { PostalAddress } from '#core/model/address.ts';
import { addressLines, type ComposedMail } from '#server/platform/outbox/mail-layout.ts';
import { fill } from '#server/platform/outbox/mail-texts.ts';
import type { OrderMailNeeds } from './mail-attachments.ts';
import { orderPicture } from './mail-picture.ts';
import { orderLink, orderLinkNotes } from './order-link.ts';

/** Composes the notice about an order's changed delivery address. */
export async function composeAddressChangedMail(
  needs: OrderMailNeeds,
  orderId: string,
): Promise<ComposedMail> {
  const { db, texts, locale } = needs;
  const order = await db
    .selectFrom('orders')
    .select(['id', 'user_id', 'code', 'shipping_address'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const { code } = order;
  const words = texts.address_changed;
  const address = order.shipping_address as PostalAddress | null;
  return {
    subject: fill(words.subject, { code }),
    heading: words.heading,
    preview: fill(words.intro, { code }),
    picture: await orderPicture(needs, orderId, { isShipped: true }),
    lead: [texts.greeting_plain, fill(words.intro, { code })],
    action: orderLink(needs, order),
    parts: [
      ...(address === null
        ? []
        : [{ kind: 'lines' as const, title: texts.order.ship_to, lines: addressLines(address, locale) }]),
      { kind: 'paragraph', text: words.afterwards },
    ],
    notes: orderLinkNotes(needs, order),
    attachments: [],
  };
}
