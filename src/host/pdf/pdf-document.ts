import PDFDocument from 'pdfkit';

/** Colours of the shop on paper. */
export const pdfColours = {
  ink: '#14110d',
  muted: '#5c5343',
  line: '#c9bfae',
  gold: '#76560a',
  paper: '#f6f1e7',
} as const;

export type Pdf = InstanceType<typeof PDFDocument>;

/** A4 with margins of 2 cm, in points. */
export const page = { width: 595.28, height: 841.89, margin: 57 } as const;

/**
 * Draws an A4 document and answers its bytes. The standard fonts know Latin-1 and the euro sign; other characters
 * are replaced, so that a name in another script cannot break a document.
 */
export function drawPdf(title: string, draw: (pdf: Pdf) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pdf = new PDFDocument({ size: 'A4', margin: page.margin, info: { Title: title } });
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
    draw(pdf);
    pdf.end();
  });
}

/** The text with what the standard fonts cannot draw replaced by a question mark; minus and no-break space by their plain forms. */
export function plain(text: string): string {
  return text
    .replaceAll('\u2212', '-')
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .replaceAll(/[^\n\u0020-\u007e\u00a1-\u00ff€–—‘’‚“”„•…Œœ]/g, '?');
}
