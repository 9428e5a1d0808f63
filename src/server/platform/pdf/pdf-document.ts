import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import type { Locale } from '#core/model/values.ts';
import type { Brand } from '#server/platform/outbox/mail-layout.ts';
import { type FallbackFont, nextFallbackFonts } from './fallback-fonts.ts';
import { parsedFont } from './parsed-fonts.ts';
import { useFallbackFonts } from './use-fallback-fonts.ts';

/** The shop's colours for print; the gold is darker than on screen, so that text in it is readable. */
export const pdfColours = {
  ink: '#14110d',
  muted: '#5c5343',
  line: '#c9bfae',
  gold: '#ba8904',
  goldText: '#76560a',
  paper: '#f6f1e7',
} as const;

export type Pdf = InstanceType<typeof PDFDocument>;

/** A4 in points, with margins of 2 cm and room for the footer below. */
export const page = { width: 595.28, height: 841.89, margin: 57, bottom: 96 } as const;

/** Width of the text, in points. */
export const textWidth = page.width - 2 * page.margin;

const require = createRequire(import.meta.url);

/** The fonts of the website with all their characters; `fallback-fonts.ts` has fonts for all others. */
const ownFaces = {
  text: require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  strong: require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
  title: require.resolve('@expo-google-fonts/fraunces/400Regular/Fraunces_400Regular.ttf'),
  italic: require.resolve('@expo-google-fonts/fraunces/400Regular_Italic/Fraunces_400Regular_Italic.ttf'),
} as const;

export interface PdfFacts {
  readonly title: string;
  readonly locale: Locale;
  readonly brand: Pick<Brand, 'name' | 'company'>;
  /** Footer of every page, for example "Page {{number}} of {{count}}"; null for a document without footer. */
  readonly pageText: ((number: string, count: string) => string) | null;
}

/**
 * Draws an A4 document and returns its bytes. `draw` can use the fonts `text`, `strong`, `title` and `italic`. A
 * document with a `pageText` gets a footer with the company's details and the page number. `draw` is called again, with
 * further fonts, when these lack letters of the document.
 */
export async function drawPdf(facts: PdfFacts, draw: (pdf: Pdf) => void): Promise<Buffer> {
  const tried = new Set<string>();
  const faces: FallbackFont[] = [];
  for (;;) {
    const { pdf, missing } = compose(facts, draw, faces);
    const further = missing.size === 0 ? [] : await nextFallbackFonts(missing, tried);
    if (further.length === 0) return written(pdf);
    faces.push(...further);
  }
}

/** Draws a document without writing it. Returns it with the letters that no font has. */
function compose(
  facts: PdfFacts,
  draw: (pdf: Pdf) => void,
  faces: readonly FallbackFont[],
): { readonly pdf: Pdf; readonly missing: ReadonlySet<string> } {
  const { margin, bottom } = page;
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom: facts.pageText === null ? 0 : bottom },
    bufferPages: true,
    lang: facts.locale,
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: facts.title, Author: facts.brand.name },
  });
  for (const [name, file] of Object.entries(ownFaces)) pdf.registerFont(name, parsedFont(file));
  const missing = useFallbackFonts(pdf, faces);
  pdf.font('text').fontSize(10).fillColor(pdfColours.ink).lineGap(2);
  draw(pdf);
  if (facts.pageText !== null) drawFeet(pdf, facts.brand, facts.pageText);
  return { pdf, missing };
}

function written(pdf: Pdf): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
    pdf.end();
  });
}

/** Draws the shop's logo, a pair of compasses; `size` is its height in points. */
export function drawMark(pdf: Pdf, left: number, top: number, size: number): void {
  pdf.save().translate(left, top);
  pdf.scale(size / 28);
  pdf.lineWidth(1.6).lineCap('round').lineJoin('round').strokeColor(pdfColours.gold);
  pdf.circle(12, 4, 2.4).stroke();
  pdf.path('M11 6.2 3.5 26M13 6.2 20.5 26M5 17.5c4.2 3.6 9.8 3.6 14 0').stroke();
  pdf.restore();
}

/** Draws a thin horizontal line at the current height. */
export function drawRule(pdf: Pdf, colour: string = pdfColours.line): void {
  pdf
    .moveTo(page.margin, pdf.y)
    .lineTo(page.width - page.margin, pdf.y)
    .lineWidth(0.5)
    .stroke(colour);
}

function drawFeet(pdf: Pdf, brand: PdfFacts['brand'], pageText: NonNullable<PdfFacts['pageText']>): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    pdf.switchToPage(index);
    // The footer is below the lower margin; without this, text there would begin a new page.
    pdf.page.margins.bottom = 0;
    pdf.y = page.height - page.bottom + 24;
    drawRule(pdf);
    const top = pdf.y + 8;
    const [name = '', ...others] = brand.company;
    pdf.font('text').fontSize(7.5).fillColor(pdfColours.muted).lineGap(1.5);
    pdf.text([name, others[0] ?? ''].join('\n'), page.margin, top, { width: 210 });
    pdf.text(others.slice(1).join('\n'), page.margin + 220, top, { width: 190 });
    pdf.text(pageText(String(index - start + 1), String(count)), page.width - page.margin - 70, top, {
      width: 70,
      align: 'right',
    });
  }
}
