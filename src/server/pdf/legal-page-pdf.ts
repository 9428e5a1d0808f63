import { createHash } from 'node:crypto';
import type { Locale } from '#core/model/values.ts';
import type { Brand } from '#server/mail/mail-layout.ts';
import { fill } from '#server/mail/mail-texts.ts';
import type { Pdf } from './pdf-document.ts';
import { drawMark, drawPdf, page, pdfColours, textWidth } from './pdf-document.ts';

export interface LegalPage {
  readonly title: string;
  /** For example "Version of 1 November 2026". */
  readonly version: string;
  /** HTML from the content files, with the tags h2, h3, p, br, ul, ol, li, blockquote, aside, strong, em and a only. */
  readonly html: string;
  /** With the placeholders `number` and `count`. */
  readonly pageText: string;
  readonly brand: Brand;
  readonly locale: Locale;
}

/** A paragraph or list item with its bullet. */
interface Block {
  readonly kind: 'h2' | 'h3' | 'p';
  /** `•` or a number for list items, else empty. */
  readonly bullet: string;
  readonly text: string;
}

const indent = 16;

/** Maximum number of cached documents: a few pages in two languages and versions. */
const mostDrawn = 12;

/**
 * Drawn documents by a digest of their input: every order mail attaches the same pages, and drawing them takes longer
 * than the rest of the mail.
 */
const drawn = new Map<string, Promise<Buffer>>();

/** Draws a legal page in the version that the buyer accepted, as a durable copy. */
export function drawLegalPage(legalPage: LegalPage): Promise<Buffer> {
  const key = createHash('sha256').update(JSON.stringify(legalPage)).digest('base64');
  const known = drawn.get(key);
  if (known !== undefined) return known;
  if (drawn.size >= mostDrawn) drawn.clear();
  const fresh = draw(legalPage);
  drawn.set(key, fresh);
  fresh.catch(() => drawn.delete(key));
  return fresh;
}

function draw({ title, version, html, pageText, brand, locale }: LegalPage): Promise<Buffer> {
  const foot = (number: string, count: string) => fill(pageText, { number, count });
  return drawPdf({ title, locale, brand, pageText: foot }, (pdf) => {
    drawMark(pdf, page.margin, 50, 30);
    pdf
      .font('title')
      .fontSize(22)
      .text(brand.name, page.margin + 34, 50);
    pdf.fontSize(26).text(title, page.margin, 110, { width: textWidth });
    pdf.font('text').fontSize(9).fillColor(pdfColours.muted).text(version).moveDown(1.5);
    for (const block of readBlocks(html)) drawBlock(pdf, block);
  });
}

function drawBlock(pdf: Pdf, { kind, bullet, text }: Block): void {
  if (kind === 'p') {
    pdf.font('text').fontSize(10).fillColor(pdfColours.ink);
    if (bullet === '') {
      pdf.text(text, page.margin, pdf.y, { width: textWidth }).moveDown(0.7);
      return;
    }
    const height = pdf.heightOfString(text, { width: textWidth - indent });
    if (pdf.y + height > page.height - page.bottom) pdf.addPage();
    const top = pdf.y;
    pdf.text(bullet, page.margin, top, { width: indent });
    pdf.text(text, page.margin + indent, top, { width: textWidth - indent }).moveDown(0.3);
    return;
  }
  // Keeps a heading together with the text that follows it.
  if (pdf.y > page.height - page.bottom - 60) pdf.addPage();
  pdf
    .moveDown(0.6)
    .font('title')
    .fontSize(kind === 'h2' ? 14 : 12);
  pdf.text(text, page.margin, pdf.y, { width: textWidth }).moveDown(0.3);
}

/** The blocks of a rendered document in order. The URL of a link is printed after its text. */
function readBlocks(html: string): readonly Block[] {
  const blocks: Block[] = [];
  let numbered = 0;
  let isNumbered = false;
  for (const match of html.matchAll(/<(ul|ol)>|<(h2|h3|p|li)\b[^>]*>(.*?)<\/\2>/gs)) {
    const [, list, tag = '', inner = ''] = match;
    if (list !== undefined) {
      isNumbered = list === 'ol';
      numbered = 0;
      continue;
    }
    if (tag === 'li') numbered += 1;
    const bullet = isNumbered ? `${numbered}.` : '•';
    blocks.push({
      kind: tag === 'h2' || tag === 'h3' ? tag : 'p',
      bullet: tag === 'li' ? bullet : '',
      text: plainText(inner),
    });
  }
  return blocks;
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', nbsp: '\u00a0', amp: '&' };

function plainText(html: string): string {
  return html
    .replaceAll(/<a\b[^>]*href="(https?:[^"]*)"[^>]*>(.*?)<\/a>/gs, '$2 ($1)')
    .replaceAll(/<br\s*\/?>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (whole, decimal, hexadecimal, name) => {
      if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
      if (hexadecimal !== undefined) return String.fromCodePoint(Number.parseInt(hexadecimal, 16));
      return entities[name] ?? whole;
    })
    .trim();
}
