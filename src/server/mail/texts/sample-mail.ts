import type { WrittenMail } from '#core/model/mail-text.ts';
import type { Locale } from '#core/model/values.ts';
import { type AccountMailRow, composeAccountMail } from '#server/mail/account-mails.ts';
import type { Brand, ComposedMail, MailPart } from '#server/platform/outbox/mail-layout.ts';
import { fill, formatAmount, formatDay, type MailTexts } from '#server/platform/outbox/mail-texts.ts';
import { flatten, linesOf } from './mail-text-lines.ts';

interface SampleNeeds {
  readonly siteUrl: string;
  readonly texts: MailTexts;
  readonly brand: Brand;
  readonly locale: Locale;
}

/** Example facts of account mails; other mails read their facts from the database. */
const accountFacts: { readonly [Row in AccountMailRow as Row['template']]: Row['facts'] } = {
  set_password: { token: 'sample' },
  reset_password: { token: 'sample' },
  email_confirmation: { token: 'sample' },
  login_code: { code: '123456' },
  email_change: { token: 'sample' },
  email_change_notice: { email: 'name@example.com' },
  email_change_code: { code: '123456' },
  email_changed: { token: 'sample', email: 'name@example.com' },
  password_changed: { passkeys: 'kept' },
  passkey_added: {},
  account_deletion: { token: 'sample' },
  account_deleted: {},
  newsletter_confirm: { token: 'sample' },
  newsletter_welcome: { token: 'sample' },
  contact_receipt: {},
  giveaway_won: { title: 'Ada Lovelace' },
  operator_access: { change: 'password' },
};

/**
 * Composes a mail with example values (docs/behaviour/mail.md#texts-of-mails): account mails as they are really
 * composed, all others in the same layout with every sentence that the mail can have.
 */
export function composeSample(needs: SampleNeeds, mail: WrittenMail): ComposedMail {
  const { siteUrl, texts, brand, locale } = needs;
  if (mail in accountFacts) {
    const template = mail as AccountMailRow['template'];
    const row = { template, facts: accountFacts[template] } as AccountMailRow;
    return composeAccountMail({ siteUrl, texts: texts[locale], brand, locale }, row);
  }
  const values = sampleValues(needs);
  const own = textsOf(texts, mail, locale);
  const read = Object.entries(own).map(([key, text]) => [key, fill(text, values)] as const);
  const find = (pattern: RegExp) => read.find(([key]) => pattern.test(key))?.[1];
  const link = find(/^(?:link|follow|courses_link)$/);
  const intro = read.filter(([key]) => /(?:^|\.)intro$/.test(key)).map(([, text]) => text);
  const isElsewhere =
    /^(?:subject|heading|preview)|\.(?:subject|heading)$|^(?:link|follow|courses_link)$|(?:^|\.)intro$/;
  const rest = read.filter(([key]) => !isElsewhere.test(key));
  const heading = find(/^heading|\.heading$|^headings\./) ?? brand.name;
  return {
    subject: find(/^subject|\.subject$|^subjects\./) ?? heading,
    heading,
    preview: find(/^preview/) ?? intro[0] ?? heading,
    lead: [fill(texts[locale].greeting, values), ...intro],
    action: link === undefined ? null : { text: link, url: `${siteUrl}/${locale}` },
    parts: rest.map(([, text]): MailPart => ({ kind: 'paragraph', text })),
    attachments: [],
  };
}

/** Returns the texts of a mail. Confirmations of gifts and memberships use those of orders, except for the subject. */
function textsOf(texts: MailTexts, mail: WrittenMail, locale: Locale): Readonly<Record<string, string>> {
  const linesIn = (part: WrittenMail) =>
    linesOf(texts, part).map(({ key, file }) => [key, file[locale]] as const);
  const own = Object.fromEntries(linesIn(mail));
  return mail === 'gift' || mail === 'subscription'
    ? { ...Object.fromEntries(linesIn('order')), ...own }
    : own;
}

/** Returns an example for every placeholder of the texts; one without an example shows its own name. */
function sampleValues({ texts, brand, locale }: SampleNeeds): Readonly<Record<string, string>> {
  const day = formatDay('2026-12-24', locale);
  const names = Object.values(flatten(texts[locale])).flatMap((text) =>
    [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => [name, name] as const),
  );
  return {
    ...Object.fromEntries(names),
    ...{ name: 'Ada Lovelace', sender: 'Ada Lovelace', recipient: 'Grace Hopper', from: 'Ada Lovelace' },
    ...{
      shop: brand.name,
      code: 'MH-2412',
      invoice: 'RE-2026-2412',
      reference: 'W-2412',
      email: 'name@example.com',
    },
    ...{
      day,
      last_day: day,
      to: day,
      amount: formatAmount(8_900, locale),
      total: formatAmount(8_900, locale),
    },
    ...{
      price: formatAmount(1_900, locale),
      value: formatAmount(5_000, locale),
      deduction: formatAmount(450, locale),
    },
  };
}

/** Composes the test mail that an operator sends to themselves; its subject says so. */
export function composeTrial(needs: SampleNeeds, mail: WrittenMail): ComposedMail {
  const sample = composeSample(needs, mail);
  return { ...sample, subject: fill(needs.texts[needs.locale].trial, { subject: sample.subject }) };
}
