import type { Brand } from '#host/mail/brand.ts';
import type { ComposedMail } from '#host/mail/mail-layout.ts';
import type { LocaleMailTexts } from '#host/mail/mail-texts.ts';
import { fill } from '#host/mail/mail-texts.ts';
import { composeLinkMail } from './compose-account-mail.ts';

/** Asks to confirm a newsletter. The sentence above the link is the one that is kept as agreed to. */
export function composeNewsletterConfirmation(
  url: string,
  texts: LocaleMailTexts,
  brand: Brand,
): ComposedMail {
  const words = texts.newsletter_confirm;
  return {
    subject: fill(words.subject, { shop: brand.name }),
    heading: words.heading,
    preview: words.heading,
    parts: [
      { kind: 'paragraph', text: texts.greeting_plain },
      { kind: 'paragraph', text: words.intro },
      { kind: 'paragraph', text: fill(words.consent, { shop: brand.name }) },
      { kind: 'link', text: words.link, url },
      { kind: 'paragraph', text: words.afterwards },
    ],
    attachments: [],
  };
}

/** The first letter; `page` ends the newsletter for readers, `oneClick` for their mail programs (RFC 8058). */
export function composeNewsletterWelcome(
  { page, oneClick }: { readonly page: string; readonly oneClick: string },
  texts: LocaleMailTexts,
  brand: Brand,
): ComposedMail {
  return { ...composeLinkMail(texts.newsletter_welcome, page, texts, brand), unsubscribeUrl: oneClick };
}
