import { caniemail } from 'caniemail';
import { expect } from 'vitest';
import type { MailMessage } from '#ports/mailer.ts';

/** Size in bytes above which Gmail clips a mail. */
const clippedAbove = 102_400;

const clients = ['gmail.*', 'outlook.*', 'apple-mail.*', 'yahoo.*', 'samsung-email.*'];

/**
 * Features that some mail programs do not support, but without which a mail stays readable. Layout, colours, sizes and
 * distances are not among them.
 */
const ignorable = new Set([
  '<style> element',
  '@media',
  '@media (prefers-color-scheme)',
  'Attribute selector',
  'Class selector',
  'Descendant combinator',
  'color-scheme meta tag',
  'border-radius',
  'white-space',
  'word-break',
  // For the preview text, which Outlook hides by `display:none`; Gmail in phone browsers supports none of them.
  'display:none',
  'max-height property',
  'overflow',
  'role attribute',
  // Outlook on a Mac replaces it by another element with the same style.
  '<body> element',
]);

/** Returns the features of a mail's HTML that it needs and a mail program does not support, by caniemail's data. */
export function unsupportedFeatures(html: string): readonly string[] {
  const { errors } = caniemail({ clients: clients as never, html }).issues;
  return [
    ...new Set(
      [...errors].flatMap(([client, issues]) =>
        issues.filter(({ title }) => !ignorable.has(title)).map(({ title }) => `${client}: ${title}`),
      ),
    ),
  ];
}

/** Returns the visible text of a mail's HTML, without the preview text. */
export function readableWords(html: string): string {
  const words = html
    .slice(html.indexOf('<h1'))
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/<[^>]*>/g, '\n');
  return unescaped(words);
}

function unescaped(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/**
 * Expects that mail programs can display a mail: supported HTML, below the size that Gmail clips, without external
 * resources, with each picture attached and described, and a text part with all text and links of the HTML.
 */
export function expectGoodMail({
  html,
  text,
  attachments,
}: Pick<MailMessage, 'html' | 'text' | 'attachments'>): void {
  expect(unsupportedFeatures(html)).toEqual([]);
  expect(Buffer.byteLength(html)).toBeLessThan(clippedAbove);
  expect(html).not.toMatch(/<(?:script|link|iframe|form|svg|video)|url\(|@import|src="(?!cid:)/);
  for (const [tag = '', contentId] of html.matchAll(/<img[^>]*src="cid:([^"]*)"[^>]*>/g)) {
    expect(attachments.map((file) => file.contentId)).toContain(contentId);
    expect(tag).toMatch(/ width="\d+" height="\d+" alt="[^"]+"/);
  }
  const written = plain(text);
  for (const line of readableWords(html).split('\n').map(plain))
    if (line !== '') expect(written).toContain(line);
  for (const [, address = ''] of html.matchAll(/href="([^"]*)"/g)) {
    expect(address).toMatch(/^https?:\/\//);
    expect(text).toContain(unescaped(address));
  }
}
