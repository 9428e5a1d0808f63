import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { layOutHtml } from '#server/platform/outbox/mail-html.ts';
import {
  layOutText,
  type MailBody,
  type MailLink,
  type MailPart,
} from '#server/platform/outbox/mail-layout.ts';
import { expectGoodMail, readableWords, unsupportedFeatures } from '#test/support/mail-rules.ts';
import { testBrand } from '#test/unit/server/platform/pdf/pdf-texts.ts';

/** Generates texts of any length, also with characters that are special in HTML. */
const words = fc.oneof(
  fc.lorem({ maxCount: 12 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }).filter((text) => text.trim() !== ''),
  fc.constantFrom('<b>Müller & Söhne</b>', '"89,00 €"', "'><img src=x onerror=alert(1)>", 'a&amp;b', '<!-- '),
);
const link: fc.Arbitrary<MailLink> = fc.record({
  text: words,
  url: fc.webUrl({ withQueryParameters: true, withFragments: true }),
});
const row = fc.record({ label: words, value: words, isStrong: fc.boolean(), isQuiet: fc.boolean() });
const part: fc.Arbitrary<MailPart> = fc.oneof(
  fc.record({ kind: fc.constant('paragraph' as const), text: words }),
  link.map((target) => ({ kind: 'link' as const, ...target })),
  fc.record({ kind: fc.constant('code' as const), title: words, code: words }),
  fc.record({ kind: fc.constant('lines' as const), title: words, lines: fc.array(words, { maxLength: 6 }) }),
  fc.record({ kind: fc.constant('rows' as const), rows: fc.array(row, { minLength: 1, maxLength: 30 }) }),
);
const picture = fc.record({
  alt: words,
  contentId: fc.constant('clara.png@pictures'),
  width: fc.constant(152),
  height: fc.integer({ min: 100, max: 300 }),
});
const body: fc.Arbitrary<MailBody> = fc.record(
  {
    heading: words,
    preview: words,
    picture: fc.option(picture),
    lead: fc.array(words, { maxLength: 3 }),
    code: words,
    action: fc.option(link),
    parts: fc.array(part, { maxLength: 14 }),
    notes: fc.array(part, { maxLength: 8 }),
    closing: words,
    linkFallback: words,
    brand: fc.constant(testBrand),
    locale: fc.constantFrom('de', 'en'),
  },
  {
    requiredKeys: [
      'heading',
      'preview',
      'picture',
      'lead',
      'parts',
      'closing',
      'linkFallback',
      'brand',
      'locale',
    ],
  },
);

test.prop([body], { numRuns: 40 })(
  'a mail follows the rules for mail programs and readers, whatever its content',
  (mail) => {
    const html = layOutHtml(mail);
    const attachments =
      mail.picture === null
        ? []
        : [{ filename: '', content: Buffer.alloc(0), type: 'image/png', contentId: mail.picture.contentId }];
    expectGoodMail({ html, text: `${layOutText(mail)}\n${mail.linkFallback}`, attachments });
    // The reading order is heading, button, details, legal text.
    const order = [mail.heading, mail.action?.text, mail.closing, mail.brand.company[0]];
    const read = readableWords(html);
    let at = 0;
    for (const text of order) if (text !== undefined) at = read.indexOf(text, at) + text.length;
    expect(at).toBeGreaterThan(0);
  },
);

test('the rules find styles that mail programs do not support', () => {
  const layout = '<div style="display:grid;gap:4px"><p style="color:var(--ink)">Text</p></div>';
  expect(unsupportedFeatures(layout).join()).toMatch(/outlook\.windows: .*grid.*gmail/is);
});
