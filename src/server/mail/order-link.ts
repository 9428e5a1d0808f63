import type { ComposedMail, MailLink, MailPart } from '#server/platform/outbox/mail-layout.ts';
import { fill } from '#server/platform/outbox/mail-texts.ts';
import type { OrderMailNeeds } from './mail-attachments.ts';
import { orderPicture } from './mail-picture.ts';

interface LinkedOrder {
  readonly id: string;
  readonly user_id: string | null;
}

/**
 * Returns the link to an order: for a guest, one that opens it without an account; for others, the account's purchases
 * (docs/behaviour/orders.md#order-link).
 */
export function orderLink(
  { siteUrl, locale, texts, orderToken }: OrderMailNeeds,
  { id, user_id }: LinkedOrder,
): MailLink {
  return user_id === null
    ? { text: texts.order_link.link, url: `${siteUrl}/${locale}/bestellung?id=${id}#token=${orderToken(id)}` }
    : { text: texts.order_link.account_link, url: `${siteUrl}/${locale}/profil/subscription` };
}

/** Returns notes for a guest about the order link; empty for an account. */
export function orderLinkNotes(
  { siteUrl, locale, texts }: OrderMailNeeds,
  { user_id }: Pick<LinkedOrder, 'user_id'>,
): readonly MailPart[] {
  if (user_id !== null) return [];
  return [
    { kind: 'paragraph', text: fill(texts.order_link.note, { page: `${siteUrl}/${locale}/bestellung` }) },
  ];
}

/** Composes the requested mail with an order's link: it opens a guest's order, or the purchases of its account. */
export async function composeOrderLinkMail(needs: OrderMailNeeds, orderId: string): Promise<ComposedMail> {
  const { db, texts } = needs;
  const order = await db
    .selectFrom('orders')
    .select(['id', 'code', 'user_id'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const { code, user_id } = order;
  const words = texts.order_link;
  return {
    subject: fill(words.subject, { code }),
    heading: words.heading,
    preview: fill(words.intro, { code }),
    picture: await orderPicture(needs, orderId),
    lead: [texts.greeting_plain, fill(words.intro, { code }), ...(user_id === null ? [] : [words.account])],
    action: orderLink(needs, order),
    parts: [{ kind: 'paragraph', text: words.afterwards }],
    notes: orderLinkNotes(needs, order),
    attachments: [],
  };
}
