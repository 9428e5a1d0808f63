import type { Kysely } from 'kysely';
import { defaultLocale, isLocale } from '#core/rules/locale.ts';
import type { Database } from '#host/database/schema.ts';
import type { Brand } from '#host/mail/brand.ts';
import { layOutHtml } from '#host/mail/mail-html.ts';
import type { ComposedMail } from '#host/mail/mail-layout.ts';
import { layOutText } from '#host/mail/mail-layout.ts';
import type { LocaleMailTexts, MailTexts } from '#host/mail/mail-texts.ts';
import { fill } from '#host/mail/mail-texts.ts';
import type { MailFacts, MailTemplate } from '#host/mail/templates.ts';
import type { MailMessage } from '#host/ports/mailer.ts';
import { composeOrderMail } from './compose-order-mail.ts';

interface ComposeNeeds {
  readonly db: Kysely<Database>;
  readonly siteUrl: string;
  readonly texts: MailTexts;
  readonly brand: Brand;
}

interface StoredMail {
  readonly id: string;
  readonly template: string;
  readonly recipient: string;
  readonly locale: string;
  readonly facts: unknown;
}

/** Makes the final mail of an outbox row: reads what it is about, chooses the language, lays it out twice. */
export async function composeMail(needs: ComposeNeeds, row: StoredMail): Promise<MailMessage> {
  const locale = isLocale(row.locale) ? row.locale : defaultLocale;
  const texts = needs.texts[locale];
  const link = (path: string) => `${needs.siteUrl}/${locale}/${path}`;
  const composed = await composeTemplate();
  const body = {
    heading: composed.heading,
    preview: composed.preview,
    parts: composed.parts,
    closing: fill(texts.closing, { shop: needs.brand.name }),
    linkFallback: texts.link_fallback,
    brand: needs.brand,
    locale,
  };
  return {
    id: row.id,
    sender: needs.brand.sender,
    recipient: row.recipient,
    subject: composed.subject,
    text: layOutText(body),
    html: layOutHtml(body),
    attachments: composed.attachments,
  };

  async function composeTemplate(): Promise<ComposedMail> {
    switch (row.template as MailTemplate) {
      case 'order':
      case 'gift':
      case 'subscription': {
        const { order_id } = row.facts as MailFacts['order'];
        return composeOrderMail({ ...needs, texts, locale }, order_id);
      }
      case 'set_password':
      case 'reset_password': {
        const { token } = row.facts as MailFacts['set_password'];
        const isNewAccount = row.template === 'set_password';
        const words = isNewAccount ? texts.set_password : texts.reset_password;
        // The storefront asks the owner of a new account for more than a password.
        const path = `auth/passwort?token=${token}${isNewAccount ? '&konto=neu' : ''}`;
        return composeLinkMail(words, link(path), texts, needs.brand);
      }
      case 'login_code': {
        const { code } = row.facts as MailFacts['login_code'];
        return composeCodeMail(code, texts, needs.brand);
      }
      default:
        throw new Error(`There is no mail template "${row.template}"`);
    }
  }
}

function composeLinkMail(
  words: LocaleMailTexts['set_password'],
  url: string,
  texts: LocaleMailTexts,
  brand: Brand,
): ComposedMail {
  return {
    subject: fill(words.subject, { shop: brand.name }),
    heading: words.heading,
    preview: words.heading,
    parts: [
      { kind: 'paragraph', text: texts.greeting_plain },
      { kind: 'paragraph', text: words.intro },
      { kind: 'link', text: words.link, url },
      { kind: 'paragraph', text: words.afterwards },
    ],
    attachments: [],
  };
}

function composeCodeMail(code: string, texts: LocaleMailTexts, brand: Brand): ComposedMail {
  const words = texts.login_code;
  return {
    subject: fill(words.subject, { login_code: code, shop: brand.name }),
    heading: words.heading,
    preview: words.heading,
    parts: [
      { kind: 'paragraph', text: texts.greeting_plain },
      { kind: 'paragraph', text: words.intro },
      { kind: 'code', title: null, code },
      { kind: 'paragraph', text: words.afterwards },
    ],
    attachments: [],
  };
}
