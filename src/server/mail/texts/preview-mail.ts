import type { WrittenMail } from '#core/model/mail-text.ts';
import type { Locale } from '#core/model/values.ts';
import { composeMail } from '#server/mail/compose-mail.ts';
import { readBrand } from '#server/platform/outbox/mail-layout.ts';
import type { MailTexts } from '#server/platform/outbox/mail-texts.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { readMailTexts } from './written-mail-texts.ts';

/** Returns the HTML of a mail with example values, as in the test mail that an operator sends to themselves. */
export async function previewMail(
  { db, settings }: Pick<ServerContext, 'db' | 'settings'>,
  fileTexts: MailTexts,
  { mail, locale }: { readonly mail: WrittenMail; readonly locale: Locale },
): Promise<string> {
  const texts = await readMailTexts(db, fileTexts, 'written');
  const needs = {
    ...{ db, texts, brand: await readBrand(db), siteUrl: settings.siteUrl },
    orderToken: () => '',
    readDrafts: async () => texts,
  };
  const row = { id: '', template: 'text_trial', facts: { mail }, repeats: null, recipient: '', locale };
  const composed = await composeMail(needs, row);
  return composed?.html ?? '';
}
