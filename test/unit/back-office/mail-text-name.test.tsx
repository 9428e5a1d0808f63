import { expect, test } from 'vitest';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { useTextName } from '#back-office/mail/use-text-name.ts';
import { type WrittenMail, writtenMails } from '#core/model/mail-text.ts';
import { locales } from '#core/model/values.ts';
import { flatten, linesOf } from '#server/mail/texts/mail-text-lines.ts';
import { openTexts, show } from '#test/unit/back-office/support/show.tsx';

const keysOf = (mail: WrittenMail) => linesOf(apiTexts.mails, mail).map(({ key }) => key);

/** Renders the names of a mail's texts, one per line. */
function Names({ mail }: { readonly mail: WrittenMail }) {
  const nameOf = useTextName(mail);
  return keysOf(mail).map(nameOf).join('\n');
}

test.each(locales)('the texts of a mail have different names: %s', async (locale) => {
  for (const mail of writtenMails) {
    const names = (await show(<Names mail={mail} />, locale)).split('\n');
    expect(names, mail).toHaveLength(keysOf(mail).length);
    for (const name of names) expect(name, mail).toMatch(/^\p{Lu}/u);
    expect([...new Set(names)], mail).toEqual(names);
  }
});

test('each name belongs to a text', async () => {
  const { any, ...named } = (await openTexts('de')).getResource('de', 'backOffice', 'names.mailText');
  for (const [mail, part] of Object.entries(named))
    expect(keysOf(mail as WrittenMail), mail).toEqual(expect.arrayContaining(Object.keys(flatten(part))));
  const keys = new Set(writtenMails.flatMap(keysOf));
  expect(Object.keys(any).filter((key) => !keys.has(key))).toEqual([]);
});
