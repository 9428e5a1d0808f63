import type { Brand } from './brand.ts';
import type { ComposedMail } from './mail-layout.ts';
import type { LocaleMailTexts } from './mail-texts.ts';
import { fill } from './mail-texts.ts';

/** A mail about one link. */
export function composeLinkMail(
  words: LocaleMailTexts['reset_password'],
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

/** A mail about six digits. */
export function composeCodeMail(code: string, texts: LocaleMailTexts, brand: Brand): ComposedMail {
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

/** A mail that only says something; `values` fill the places of its first sentence. */
export function composeNote(
  words: LocaleMailTexts['password_changed'],
  texts: LocaleMailTexts,
  brand: Brand,
  values: Readonly<Record<string, string>> = {},
): ComposedMail {
  return {
    subject: fill(words.subject, { shop: brand.name }),
    heading: words.heading,
    preview: words.heading,
    parts: [
      { kind: 'paragraph', text: texts.greeting_plain },
      { kind: 'paragraph', text: fill(words.intro, values) },
      { kind: 'paragraph', text: words.afterwards },
    ],
    attachments: [],
  };
}
