import type { ComposedMail } from '#server/platform/outbox/mail-layout.ts';
import { fill, formatDateTime } from '#server/platform/outbox/mail-texts.ts';
import type { OrderMailNeeds } from './mail-attachments.ts';
import { orderPicture } from './mail-picture.ts';

/** Confirms on a durable medium that a service begins early, and what a withdrawal then costs (§ 357a (2) BGB). */
export async function composeEarlyStartMail(needs: OrderMailNeeds, orderId: string): Promise<ComposedMail> {
  const { db, texts, locale } = needs;
  const { code, early_start_requested_at } = await db
    .selectFrom('orders')
    .select(['code', 'early_start_requested_at'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const words = texts.early_start;
  const asked = early_start_requested_at === null ? '' : formatDateTime(early_start_requested_at, locale);
  return {
    subject: fill(words.subject, { code }),
    heading: words.heading,
    preview: fill(words.intro, { code }),
    picture: await orderPicture(needs, orderId),
    lead: [texts.greeting_plain, fill(words.intro, { code })],
    parts: [
      { kind: 'paragraph', text: fill(words.asked_at, { moment: asked }) },
      { kind: 'paragraph', text: texts.order.early_start_note },
      { kind: 'paragraph', text: words.afterwards },
    ],
    attachments: [],
  };
}
