import type { Locale } from '#core/model/values.ts';
import type { Brand } from '#server/platform/outbox/mail-layout.ts';
import { fill } from '#server/platform/outbox/mail-texts.ts';
import { drawMark, drawPdf, type Pdf, page, pdfColours, textWidth } from './pdf-document.ts';

export interface LegalPage {
  readonly title: string;
  /** For example "Version of 1 November 2026". */
  readonly version: string;
  /** HTML from the content files, with the tags h2, h3, p, br, ul, ol, li, blockquote, aside, strong, em and a only. */
  readonly html: string;
  /** With the placeholders `number` and `count`. */
  readonly pageText: string;
  /** The shop when this version was published. */
  readonly brand: Pick<Brand, 'name' | 'company'>;
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

/** Draws a legal page in the version that the buyer accepted, as a durable copy. */
export function drawLegalPage(legalPage: LegalPage): Promise<Buffer> {
  const { title, pageText, brand, locale } = legalPage;
  const foot = (number: string, count: string) => fill(pageText, { number, count });
  return drawPdf({ title, locale, brand, pageText: foot }, (pdf) => {
    drawMark(pdf, page.margin, 50, 30);
    pdf
      .font('title')
      .fontSize(22)
      .text(brand.name, page.margin + 34, 50);
    drawLegalText(pdf, legalPage, 110);
  });
}

/** Draws title, version and text, from this height of the page on. */
export function drawLegalText(pdf: Pdf, { title, version, html }: LegalPage, top: number): void {
  pdf
    .font('title')
    .fontSize(26)
    .fillColor(pdfColours.ink)
    .text(title, page.margin, top, { width: textWidth });
  pdf.font('text').fontSize(9).fillColor(pdfColours.muted).text(version).moveDown(1.5);
  for (const block of readBlocks(html)) drawBlock(pdf, block);
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

/** Parses the blocks of a rendered document in order. The URL of a link is printed after its text. */
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
