import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { mailTextChanges, type WrittenMail, writtenMails } from '#core/model/mail-text.ts';
import { locales } from '#core/model/values.ts';
import {
  checkMailTexts,
  flatten,
  knownChanges,
  linesOf,
  realChanges,
  withChanges,
} from '#server/mail/texts/mail-text-lines.ts';
import { composeSample } from '#server/mail/texts/sample-mail.ts';
import { runs } from '#test/run-length.ts';

const { mails: texts } = apiTexts;
const files = { de: flatten(texts.de), en: flatten(texts.en) };
const brand = { name: 'Meisterhand', company: ['Musterstraße 1'], sender: 'a@example.com' } as never;

const mailAndLine = fc.constantFrom(...writtenMails).chain((mail) =>
  fc.record({
    mail: fc.constant(mail),
    line: fc.constantFrom(...linesOf(texts, mail)),
    locale: fc.constantFrom(...locales),
  }),
);
const word = fc
  .string({ unit: fc.constantFrom(...'abc é€&<>"'), minLength: 1, maxLength: 8 })
  .filter((text) => text.trim() !== '');

/** Changes one text of a mail, and checks it. */
const changeText = (mail: WrittenMail, locale: 'de' | 'en', key: string, text: string) => {
  const changes = { de: {}, en: {}, [locale]: { [key]: text } };
  return { changes, faults: checkMailTexts(linesOf(texts, mail), changes) };
};

test.prop([mailAndLine, word, fc.boolean()], { numRuns: runs(300) })(
  'a text with the placeholders of its file is used in its own place only, and the mail is composed with it',
  ({ mail, line, locale }, typed, isAhead) => {
    const marks = line.placeholders.map((name) => `{{${name}}}`).join(' ');
    const text = (isAhead ? `${marks} ${typed}` : `${typed} ${marks}`).trim();
    const { changes, faults } = changeText(mail, locale, line.key, text);
    expect(faults).toEqual([]);
    const written = withChanges(texts, new Map([[mail, changes]]));
    const place = mail === 'general' ? line.key : `${mail}.${line.key}`;
    for (const language of locales) {
      const expected = language === locale ? { ...files[language], [place]: text } : files[language];
      expect(flatten(written[language])).toEqual(expected);
    }
    expect(() =>
      composeSample({ siteUrl: 'https://shop.example', texts: written, brand, locale }, mail),
    ).not.toThrow();
  },
);

test.prop([mailAndLine, word], { numRuns: runs(200) })(
  'a text without a placeholder of its file, or with another one, is refused with its place, and never sent',
  ({ mail, line, locale }, typed) => {
    const marks = line.placeholders.map((name) => `{{${name}}}`);
    for (const missing of line.placeholders) {
      const text = `${typed} ${marks.filter((mark) => mark !== `{{${missing}}}`).join(' ')}`.trim();
      const { changes, faults } = changeText(mail, locale, line.key, text);
      expect(faults).toEqual([{ locale, key: line.key, code: 'missing_placeholder', name: missing }]);
      expect(withChanges(texts, new Map([[mail, changes]]))).toEqual(texts);
    }
    const { faults } = changeText(mail, locale, line.key, `${typed} ${marks.join(' ')} {{unheard_of}}`);
    expect(faults).toEqual([{ locale, key: line.key, code: 'unknown_placeholder', name: 'unheard_of' }]);
  },
);

describe('texts of mails', () => {
  test.each([
    ['subject', 'Neu\nZeile {{code}} {{shop}}', 'lines', null],
    ['courses_link', 'Zum\nKurs', 'lines', null],
    ['subject', '  ', 'empty', null],
    ['title', 'Neu', 'unknown_text', null],
    ['subject', 'Bestellung {{ code }} {{code}} {{shop}}', 'unknown_placeholder', '{{ code }}'],
  ])('%s cannot be %j', (key, text, code, name) => {
    expect(changeText('order', 'de', key, text).faults).toEqual([{ locale: 'de', key, code, name }]);
  });

  test('a text equal to that of the file is no change, also with spaces around it', () => {
    const { subject } = texts.de.order;
    const changes = {
      de: { subject: ` ${subject}\n`, heading: 'Danke' },
      en: { heading: texts.en.order.heading },
    };
    expect(realChanges(linesOf(texts, 'order'), changes)).toEqual({ de: { heading: 'Danke' }, en: {} });
  });

  test('texts that a new version no longer has are left out, so that the rest can be saved', () => {
    const changes = { de: { gone: 'Alt', heading: 'Danke' }, en: { gone: 'Old' } };
    expect(knownChanges(linesOf(texts, 'order'), changes)).toEqual({ de: { heading: 'Danke' }, en: {} });
  });

  test('the consent that is stored as proof cannot be edited', () => {
    expect(linesOf(texts, 'newsletter_confirm').map(({ key }) => key)).not.toContain('consent');
    const { faults } = changeText('newsletter_confirm', 'de', 'consent', 'Ja {{shop}}');
    expect(faults[0]?.code).toBe('unknown_text');
  });

  test.each(writtenMails)('each text of %s has a name that the API takes', (mail) => {
    const all = Object.fromEntries(linesOf(texts, mail).map(({ key, file }) => [key, file.de]));
    expect(mailTextChanges.safeParse({ de: all, en: {} }).success).toBe(true);
  });

  test.each(writtenMails)('%s has a complete sample in both languages', (mail) => {
    for (const locale of locales) {
      const sample = composeSample({ siteUrl: 'https://shop.example', texts, brand, locale }, mail);
      expect(JSON.stringify(sample)).not.toMatch(/\{\{|undefined/);
      expect(sample.subject).not.toBe('');
    }
  });
});
