import {
  type MailTextChanges,
  type MailTextFault,
  type WrittenMail,
  writtenMails,
} from '#core/model/mail-text.ts';
import { type Locale, type Localized, locales } from '#core/model/values.ts';
import type { LocaleMailTexts, MailTexts } from '#server/platform/outbox/mail-texts.ts';

/** Texts of every mail. */
const general = ['greeting', 'greeting_plain', 'closing', 'link_fallback'] as const;

/** Texts that operators cannot change: the consent text, which is stored as proof, and an anchor name. */
const kept: readonly string[] = ['newsletter_confirm.consent', 'gift_delivery.privacy_anchor'];

/** A text that operators can change. */
interface MailTextLine {
  readonly key: string;
  readonly placeholders: readonly string[];
  readonly file: Localized<string>;
}

/** Returns the file's texts of one mail, or the general ones. */
function partOf(texts: LocaleMailTexts, mail: WrittenMail): unknown {
  if (mail !== 'general') return texts[mail];
  return Object.fromEntries(general.map((name) => [name, texts[name]]));
}

/** Returns all changeable texts of a mail, in file order. */
export function linesOf(texts: MailTexts, mail: WrittenMail): readonly MailTextLine[] {
  const [german, english] = [flatten(partOf(texts.de, mail)), flatten(partOf(texts.en, mail))];
  return Object.entries(german)
    .filter(([key]) => !kept.includes(`${mail}.${key}`))
    .map(([key, de]) => ({
      key,
      placeholders: [...new Set(placeholdersOf(de))],
      file: { de, en: english[key] ?? '' },
    }));
}

/** Flattens nested texts to dotted keys such as `results.refunded`. */
export function flatten(part: unknown, path = ''): Readonly<Record<string, string>> {
  if (typeof part === 'string') return { [path]: part };
  const entries = Object.entries(part as object).map(([name, value]) =>
    flatten(value, path === '' ? name : `${path}.${name}`),
  );
  return Object.assign({}, ...entries);
}

function placeholdersOf(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
}

/** Keys of single-line texts: subjects, headings, buttons and links. */
const oneLine = /^(?:subject|heading|link|preview|follow$)|_(?:link|title)$|\.(?:subject|heading)$/;

/**
 * Validates texts (docs/behaviour/mail.md#texts-of-mails): each must have exactly the placeholders of the file's text.
 */
export function checkMailTexts(
  lines: readonly MailTextLine[],
  changes: MailTextChanges,
): readonly MailTextFault[] {
  return locales.flatMap((locale) =>
    Object.entries(changes[locale]).flatMap(([key, text]) => {
      const line = lines.find((one) => one.key === key);
      const fault = (code: MailTextFault['code'], name: string | null = null) => ({
        locale,
        key,
        code,
        name,
      });
      if (line === undefined) return [fault('unknown_text')];
      if (text.trim() === '') return [fault('empty')];
      const named = placeholdersOf(text);
      // Remaining braces are malformed placeholders.
      const rest = text.replaceAll(/\{\{\w+\}\}/g, '');
      const [broken] = /\{\{.{0,40}?\}\}/s.exec(rest) ?? /\{\{.{0,40}|.{0,40}\}\}/s.exec(rest) ?? [];
      return [
        ...(oneLine.test(key) && /[\r\n]/.test(text.trim()) ? [fault('lines')] : []),
        ...[...new Set(named)]
          .filter((name) => !line.placeholders.includes(name))
          .map((name) => fault('unknown_placeholder', name)),
        ...(broken === undefined ? [] : [fault('unknown_placeholder', broken)]),
        ...line.placeholders
          .filter((name) => !named.includes(name))
          .map((name) => fault('missing_placeholder', name)),
      ];
    }),
  );
}

/** Keeps changes of texts that still exist in the file; others belong to an earlier version of the shop. */
export function knownChanges(lines: readonly MailTextLine[], changes: MailTextChanges): MailTextChanges {
  const keys = new Set(lines.map(({ key }) => key));
  const pick = (locale: Locale) =>
    Object.fromEntries(Object.entries(changes[locale]).filter(([key]) => keys.has(key)));
  return { de: pick('de'), en: pick('en') };
}

/** Keeps changes that differ from the file's text. */
export function realChanges(lines: readonly MailTextLine[], changes: MailTextChanges): MailTextChanges {
  const pick = (locale: Locale) =>
    Object.fromEntries(
      Object.entries(changes[locale])
        .map(([key, text]) => [key, text.trim()] as const)
        .filter(([key, text]) => lines.find((line) => line.key === key)?.file[locale] !== text),
    );
  return { de: pick('de'), en: pick('en') };
}

/** Applies changes to the texts of the file. A change that no longer fits its text after an update is ignored. */
export function withChanges(texts: MailTexts, written: ReadonlyMap<string, MailTextChanges>): MailTexts {
  if (written.size === 0) return texts;
  const inLocale = (locale: Locale): LocaleMailTexts => {
    const own: Record<string, unknown> = { ...texts[locale] };
    for (const mail of writtenMails) {
      const changes = written.get(mail);
      if (changes === undefined) continue;
      const lines = linesOf(texts, mail);
      const faults = checkMailTexts(lines, changes);
      const fits = Object.entries(changes[locale]).filter(
        ([key]) => !faults.some((fault) => fault.locale === locale && fault.key === key),
      );
      const result = fits.reduce<unknown>(
        (part, [key, text]) => withText(part, key.split('.'), text),
        partOf(texts[locale], mail),
      );
      if (mail === 'general') Object.assign(own, result);
      else own[mail] = result;
    }
    return own as unknown as LocaleMailTexts;
  };
  return { de: inLocale('de'), en: inLocale('en') };
}

function withText(part: unknown, [name = '', ...rest]: readonly string[], text: string): unknown {
  const fields = part as Readonly<Record<string, unknown>>;
  return { ...fields, [name]: rest.length === 0 ? text : withText(fields[name], rest, text) };
}
