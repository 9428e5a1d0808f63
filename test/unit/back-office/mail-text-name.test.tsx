import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { addMoreTexts, createTexts } from '#back-office/kit/operator-texts.ts';
import { useTextName } from '#back-office/mail/use-text-name.ts';
import { type WrittenMail, writtenMails } from '#core/model/mail-text.ts';
import { locales } from '#core/model/values.ts';
import { flatten, linesOf } from '#server/mail/texts/mail-text-lines.ts';

const keysOf = (mail: WrittenMail) => linesOf(apiTexts.mails, mail).map(({ key }) => key);

/** Shows what the texts of a mail are called, one in each line. */
function Names({ mail }: { readonly mail: WrittenMail }) {
  const nameOf = useTextName(mail);
  return keysOf(mail).map(nameOf).join('\n');
}

async function openTexts(locale: 'de' | 'en') {
  const instance = await createTexts(locale);
  await addMoreTexts(instance);
  return instance;
}

test.each(locales)('each text of a mail has a name of its own: %s', async (locale) => {
  const i18n = await openTexts(locale);
  for (const mail of writtenMails) {
    const shown = renderToStaticMarkup(
      <I18nextProvider i18n={i18n}>
        <Names mail={mail} />
      </I18nextProvider>,
    );
    const names = shown.split('\n');
    expect(names, mail).toHaveLength(keysOf(mail).length);
    for (const name of names) expect(name, mail).toMatch(/^\p{Lu}/u);
    expect([...new Set(names)], mail).toEqual(names);
  }
});

test('each name is that of a text', async () => {
  const { any, ...named } = (await openTexts('de')).getResource('de', 'backOffice', 'names.mailText');
  for (const [mail, part] of Object.entries(named))
    expect(keysOf(mail as WrittenMail), mail).toEqual(expect.arrayContaining(Object.keys(flatten(part))));
  const keys = new Set(writtenMails.flatMap(keysOf));
  expect(Object.keys(any).filter((key) => !keys.has(key))).toEqual([]);
});
