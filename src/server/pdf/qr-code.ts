import encodeQR from 'qr';
import type { Pdf } from './pdf-document.ts';
import { pdfColours } from './pdf-document.ts';

interface QrPlace {
  readonly left: number;
  readonly top: number;
  /** Width and height in points, with the quiet zone. */
  readonly size: number;
}

/** Draws a text as a QR code: ink on a light ground, with the quiet zone that readers need. */
export function drawQrCode(pdf: Pdf, text: string, { left, top, size }: QrPlace): void {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const module = size / modules.length;
  pdf.rect(left, top, size, size).fill('#fffcf5');
  for (const [row, cells] of modules.entries()) {
    for (const [column, isDark] of cells.entries()) {
      if (isDark) pdf.rect(left + column * module, top + row * module, module, module);
    }
  }
  pdf.fill(pdfColours.ink);
}
