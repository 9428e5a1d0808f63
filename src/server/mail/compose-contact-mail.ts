import type { Kysely } from 'kysely';
import type { Locale } from '#core/rules/locale.ts';
import type { Database } from '#server/database/schema.ts';
import type { ComposedMail } from './mail-layout.ts';
import type { LocaleMailTexts } from './mail-texts.ts';
import { fill } from './mail-texts.ts';

interface ContactMailNeeds {
  readonly db: Kysely<Database>;
  readonly texts: LocaleMailTexts;
  readonly locale: Locale;
}

const regions: Readonly<Record<Locale, string>> = { de: 'de-DE', en: 'en-GB' };

/** A message to the shop, for those who answer it: an answer goes to its author. */
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
    parts: [
      { kind: 'lines', title: words.from, lines: [name, email] },
      { kind: 'lines', title: words.topic, lines: [topic] },
      ...(order_code === null ? [] : [{ kind: 'lines', title: words.order, lines: [order_code] } as const]),
      { kind: 'lines', title: words.received, lines: [received] },
      { kind: 'lines', title: words.message, lines: message.message.split(/\r?\n/) },
    ],
    attachments: [],
    replyTo: email,
  };
}
