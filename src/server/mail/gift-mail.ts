import { formatCode } from '#core/rules/gifts/format-code.ts';
import type { ComposedMail } from '#server/platform/outbox/mail-layout.ts';
import { fill } from '#server/platform/outbox/mail-texts.ts';
import { giftSheet, type OrderMailNeeds, selectIssuedCodes } from './mail-attachments.ts';

/**
 * Composes the mail to a gift's recipient: greeting, code, how to redeem it, and the printable sheet. Null if the code
 * was revoked: a withdrawn gift is not delivered.
 */
export async function composeGiftMail(
  needs: OrderMailNeeds,
  giftCodeId: string,
): Promise<ComposedMail | null> {
  const { db, siteUrl, texts, brand, locale } = needs;
  const gift = await selectIssuedCodes(db)
    .select('gift_codes.revoked_at')
    .where('gift_codes.id', '=', giftCodeId)
    .executeTakeFirstOrThrow();
  // Revoked, or kept by the buyer, while delivery was planned.
  if (gift.revoked_at !== null || gift.delivery !== 'email') return null;
  const words = texts.gift_delivery;
  const { given_title: title, code, recipient_name: name, sender_name: sender, greeting } = gift;
  const address = `${siteUrl}/${locale}/redeem`;
  return {
    subject: fill(words.subjects[gift.theme], { shop: brand.name }),
    heading: words.headings[gift.theme],
    preview: sender === null ? fill(words.preview, { title }) : fill(words.preview_from, { sender, title }),
    picture: gift.picture === null ? null : { name: gift.picture, alt: title },
    lead: [name === null ? fill(words.intro_plain, { title }) : fill(words.intro, { name, title })],
    action: { text: words.link, url: `${address}?code=${encodeURIComponent(code)}` },
    parts: [
      ...(greeting === null
        ? []
        : [{ kind: 'lines' as const, title: words.greeting, lines: greeting.split('\n') }]),
      ...(sender === null ? [] : [{ kind: 'paragraph' as const, text: fill(words.from, { sender }) }]),
      { kind: 'code', title, code: formatCode(code) },
      { kind: 'paragraph', text: fill(words.how, { address }) },
    ],
    notes: [
      { kind: 'paragraph', text: words.privacy },
      {
        kind: 'link',
        text: words.privacy_link,
        url: `${siteUrl}/${locale}/datenschutz#${words.privacy_anchor}`,
      },
    ],
    attachments: [await giftSheet(needs, gift)],
  };
}
