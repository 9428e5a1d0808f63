import { caniemail } from 'caniemail';
import { expect } from 'vitest';
import type { MailMessage } from '#ports/mailer.ts';

/** Gmail cuts off what is longer, with the button to show the rest (bytes). */
const clippedAbove = 102_400;

const clients = ['gmail.*', 'outlook.*', 'apple-mail.*', 'yahoo.*', 'samsung-email.*'];

/**
 * What some programs ignore, while the mail stays readable: rules for phones and dark mode, round corners, and how
 * words break and are hidden. Layout, colours, sizes and distances are not among them.
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
  // Of the preview text, which Outlook hides by `display:none`, and Gmail in a browser of a phone by neither.
  'display:none',
  'max-height property',
  'overflow',
  'role attribute',
  // Outlook on a Mac turns it into an element of its own, with its style.
  '<body> element',
]);

/** What these mail programs do not know of a mail's HTML, by caniemail's data, and what it cannot do without. */
export function unknownToPrograms(html: string): readonly string[] {
  const { errors } = caniemail({ clients: clients as never, html }).issues;
  return [
    ...new Set(
      [...errors].flatMap(([client, issues]) =>
        issues.filter(({ title }) => !ignorable.has(title)).map(({ title }) => `${client}: ${title}`),
      ),
    ),
  ];
}

/** The words of a mail's HTML as a reader sees them, without preview and markup. */
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
 * Expects of a mail what mail programs and readers need: known HTML, below the size that Gmail shows, nothing loaded,
 * each picture attached and described, and a text part with every word and link of the HTML.
 */
export function expectGoodMail({
  html,
  text,
  attachments,
}: Pick<MailMessage, 'html' | 'text' | 'attachments'>): void {
  expect(unknownToPrograms(html)).toEqual([]);
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
