import type { ComposedMail } from './mail-layout.ts';
import { fill } from './mail-texts.ts';
import type { OrderMailNeeds } from './order-attachments.ts';
import { giftSheet } from './order-attachments.ts';

/**
 * A gift to the person it is for: greeting, code, the way to redeem it, and the sheet to print (decisions §4). Null once
 * the code was taken back: a withdrawn gift is not delivered.
 */
export async function composeGiftMail(
  needs: OrderMailNeeds,
  giftCodeId: string,
): Promise<ComposedMail | null> {
  const { db, siteUrl, texts, brand, locale } = needs;
  const gift = await db
    .selectFrom('gift_codes')
    .innerJoin('order_lines', 'order_lines.id', 'gift_codes.order_line_id')
    .select([
      'gift_codes.code',
      'gift_codes.kind',
      'gift_codes.initial_cents',
      'gift_codes.recipient_name',
      'gift_codes.recipient_email',
      'gift_codes.greeting',
      'gift_codes.delivery',
      'gift_codes.deliver_on',
      'gift_codes.revoked_at',
      'order_lines.title',
      'order_lines.is_gift_pdf',
    ])
    .where('gift_codes.id', '=', giftCodeId)
    .executeTakeFirstOrThrow();
  if (gift.revoked_at !== null) return null;
  const words = texts.gift_delivery;
  const { title, code, recipient_name: name, greeting } = gift;
  const address = `${siteUrl}/${locale}/redeem`;
  return {
    subject: fill(words.subject, { shop: brand.name }),
    heading: words.heading,
    preview: fill(words.preview, { title }),
    parts: [
      {
        kind: 'paragraph',
        text: name === null ? fill(words.intro_plain, { title }) : fill(words.intro, { name, title }),
      },
      ...(greeting === null
        ? []
        : [{ kind: 'lines' as const, title: words.greeting, lines: greeting.split('\n') }]),
      { kind: 'code', title, code },
      { kind: 'link', text: words.link, url: `${address}?code=${encodeURIComponent(code)}` },
      { kind: 'paragraph', text: fill(words.how, { address }) },
    ],
    attachments: [await giftSheet(needs, gift)],
  };
}
