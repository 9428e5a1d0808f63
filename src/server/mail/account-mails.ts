import type { Kysely } from 'kysely';
import { type Locale, regions } from '#core/model/values.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { Brand, ComposedMail } from '#server/platform/outbox/mail-layout.ts';
import type { MailFacts } from '#server/platform/outbox/mail-templates.ts';
import { fill, type LocaleMailTexts } from '#server/platform/outbox/mail-texts.ts';

type AccountTemplate =
  | 'set_password'
  | 'reset_password'
  | 'email_confirmation'
  | 'login_code'
  | 'email_change'
  | 'email_change_notice'
  | 'email_change_code'
  | 'email_changed'
  | 'password_changed'
  | 'passkey_added'
  | 'account_deletion'
  | 'account_deleted'
  | 'newsletter_confirm'
  | 'newsletter_welcome'
  | 'contact_receipt'
  | 'giveaway_won'
  | 'operator_access';

/** An outbox row about an account, the newsletter, a contact message or a giveaway. */
export type AccountMailRow = {
  [Template in AccountTemplate]: { readonly template: Template; readonly facts: MailFacts[Template] };
}[AccountTemplate];

interface AccountMailNeeds {
  readonly siteUrl: string;
  readonly texts: LocaleMailTexts;
  readonly brand: Brand;
  readonly locale: Locale;
}

/** Composes the mails about accounts and newsletters, which need only their facts. */
export function composeAccountMail(
  { siteUrl, texts, brand, locale }: AccountMailNeeds,
  row: AccountMailRow,
): ComposedMail {
  const about = (template: LinkTemplate, path: string) =>
    composeLinkMail(texts[template], `${siteUrl}/${locale}/${path}`, texts, brand);
  switch (row.template) {
    case 'set_password':
      // The page asks the owner of a new account for more than a password.
      return about('set_password', `auth/passwort?konto=neu#token=${row.facts.token}`);
    case 'reset_password':
      return about('reset_password', `auth/passwort?schritt=neu#token=${row.facts.token}`);
    case 'email_confirmation':
      return about('email_confirmation', `auth/bestaetigen#token=${row.facts.token}`);
    case 'login_code': {
      const words = texts.login_code;
      const isLate = row.facts.lasts === 'hour';
      const intro = isLate ? words.intro_hour : words.intro;
      return composeCodeMail({ ...words, intro }, row.facts.code, texts, brand);
    }
    case 'email_change_code':
      return composeCodeMail(texts[row.template], row.facts.code, texts, brand);
    case 'email_change':
      return about('email_change', `auth/email#token=${row.facts.token}`);
    case 'email_change_notice':
      return composeNote(texts.email_change_notice, texts, brand, { email: shownEmail(row.facts.email) });
    case 'giveaway_won':
      return composeNote(texts.giveaway_won, texts, brand, { title: row.facts.title });
    case 'operator_access': {
      const words = texts.operator_access;
      return composeNote({ ...words, intro: words[row.facts.change] }, texts, brand);
    }
    case 'email_changed': {
      const { intro, ...words } = texts.email_changed;
      const url = `${siteUrl}/${locale}/auth/email-zurueck#token=${row.facts.token}`;
      return composeLinkMail(
        { ...words, intro: fill(intro, { email: shownEmail(row.facts.email) }) },
        url,
        texts,
        brand,
      );
    }
    case 'account_deletion':
      return about('account_deletion', `auth/konto-loeschen#token=${row.facts.token}`);
    case 'password_changed': {
      const note = composeNote(texts.password_changed, texts, brand);
      const { passkeys } = row.facts;
      return passkeys === undefined
        ? note
        : { ...note, lead: [...note.lead, texts.password_changed[passkeys]] };
    }
    case 'passkey_added':
    case 'account_deleted':
    case 'contact_receipt':
      return composeNote(texts[row.template], texts, brand);
    case 'newsletter_confirm':
      return withConsent(
        about('newsletter_confirm', `newsletter/bestaetigen#token=${row.facts.token}`),
        fill(texts.newsletter_confirm.consent, { shop: brand.name }),
      );
    case 'newsletter_welcome':
      return {
        ...about('newsletter_welcome', `newsletter/abmelden#token=${row.facts.token}`),
        unsubscribeUrl: `${siteUrl}/api/newsletter/unsubscribe?token=${row.facts.token}`,
      };
    default:
      return row satisfies never;
  }
}

type LinkTemplate = Exclude<
  AccountTemplate,
  | 'login_code'
  | 'email_change_code'
  | 'email_changed'
  | 'email_change_notice'
  | 'password_changed'
  | 'passkey_added'
  | 'account_deleted'
  | 'contact_receipt'
  | 'giveaway_won'
  | 'operator_access'
>;

/** Puts the consent text right above the confirmation link; the same text is stored as proof. */
function withConsent(mail: ComposedMail, consent: string): ComposedMail {
  return { ...mail, lead: [...mail.lead, consent] };
}

function composeLinkMail(
  words: LocaleMailTexts['reset_password'],
  url: string,
  texts: LocaleMailTexts,
  brand: Brand,
): ComposedMail {
  return {
    subject: fill(words.subject, { shop: brand.name }),
    heading: words.heading,
    preview: words.intro,
    lead: [texts.greeting_plain, words.intro],
    action: { text: words.link, url },
    parts: [{ kind: 'paragraph', text: words.afterwards }],
    attachments: [],
  };
}

function composeCodeMail(
  words: LocaleMailTexts['email_change_code'],
  code: string,
  texts: LocaleMailTexts,
  brand: Brand,
): ComposedMail {
  return {
    subject: fill(words.subject, { login_code: code, shop: brand.name }),
    heading: words.heading,
    preview: words.intro,
    lead: [texts.greeting_plain, words.intro],
    code,
    parts: [{ kind: 'paragraph', text: words.afterwards }],
    attachments: [],
  };
}

/** Composes a mail without links or buttons; `values` fill the placeholders of its first sentence. */
function composeNote(
  words: LocaleMailTexts['account_deleted'],
  texts: LocaleMailTexts,
  brand: Brand,
  values: Readonly<Record<string, string>> = {},
): ComposedMail {
  return {
    subject: fill(words.subject, { shop: brand.name }),
    heading: words.heading,
    preview: fill(words.intro, values),
    lead: [texts.greeting_plain, fill(words.intro, values)],
    parts: [{ kind: 'paragraph', text: words.afterwards }],
    attachments: [],
  };
}

interface ContactMailNeeds {
  readonly db: Kysely<Database>;
  readonly texts: LocaleMailTexts;
  readonly locale: Locale;
}

/** Composes a contact message to the shop; replies go to its author. */
export async function composeContactMail(
  { db, texts, locale }: ContactMailNeeds,
  messageId: string,
): Promise<ComposedMail> {
  const message = await db
    .selectFrom('contact_messages')
    .selectAll()
    .where('id', '=', messageId)
    .executeTakeFirstOrThrow();
  const words = texts.contact_message;
  const received = new Intl.DateTimeFormat(regions[locale], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Berlin',
  }).format(message.received_at);
  const { name, email, topic, order_code } = message;
  return {
    subject: fill(words.subject, { topic: topic.replaceAll(/\s+/g, ' ') }),
    heading: words.heading,
    preview: topic,
    lead: [],
    parts: [
      { kind: 'lines', title: words.from, lines: [name, shownEmail(email)] },
      { kind: 'lines', title: words.topic, lines: [topic] },
      ...(order_code === null ? [] : [{ kind: 'lines', title: words.order, lines: [order_code] } as const]),
      { kind: 'lines', title: words.received, lines: [received] },
      { kind: 'lines', title: words.message, lines: message.message.split(/\r?\n/) },
    ],
    attachments: [],
    replyTo: email,
  };
}
