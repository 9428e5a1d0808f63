import type { ComposedMail, MailPart } from '#server/mail/mail-layout.ts';
import { fill } from '#server/mail/mail-texts.ts';
import type { OrderMailNeeds } from './mail-attachments.ts';

interface LinkedOrder {
  readonly id: string;
  readonly user_id: string | null;
}

/**
 * How a guest reads an order without an account: by a link that opens it. Nothing for the order of an account, which is
 * read after a login (docs/behaviour/orders.md#order-link).
 */
export function orderLinkParts(needs: OrderMailNeeds, { id, user_id }: LinkedOrder): readonly MailPart[] {
  const { siteUrl, locale, texts, orderToken } = needs;
  if (user_id !== null) return [];
  const page = `${siteUrl}/${locale}/bestellung`;
  return [
    { kind: 'paragraph', text: fill(texts.order_link.note, { page }) },
    { kind: 'link', text: texts.order_link.link, url: `${page}?id=${id}#token=${orderToken(id)}` },
  ];
}

/** The link to an order that was asked for: it opens a guest's order, or leads to the purchases of its account. */
export async function composeOrderLinkMail(needs: OrderMailNeeds, orderId: string): Promise<ComposedMail> {
  const { db, siteUrl, texts, locale } = needs;
  const order = await db
    .selectFrom('orders')
    .select(['id', 'code', 'user_id'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const { code } = order;
  const words = texts.order_link;
  const ofAccount: readonly MailPart[] = [
    { kind: 'paragraph', text: words.account },
    { kind: 'link', text: words.account_link, url: `${siteUrl}/${locale}/profil/subscription` },
  ];
  return {
    subject: fill(words.subject, { code }),
    heading: words.heading,
    preview: fill(words.intro, { code }),
    parts: [
      { kind: 'paragraph', text: texts.greeting_plain },
      { kind: 'paragraph', text: fill(words.intro, { code }) },
      ...(order.user_id === null ? orderLinkParts(needs, order) : ofAccount),
      { kind: 'paragraph', text: words.afterwards },
    ],
    attachments: [],
  };
}
