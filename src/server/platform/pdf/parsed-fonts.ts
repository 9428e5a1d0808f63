import { readFileSync } from 'node:fs';
import { create } from 'fontkit';

const parsed = new Map<string, object>();

/**
 * A font for one document. The tables of its file are parsed once in a process, which takes most of the time of a
 * document. It has glyphs of its own, because fontkit keeps with a glyph what it was first drawn for: letters of a
 * later document could not be copied. When a new version keeps glyphs elsewhere, `create(readFileSync(file))` for each
 * document is as good and slower; the tests of gift sheets and invoices are red then.
 */
export function parsedFont(file: string): Uint8Array {
  const font = parsed.get(file) ?? create(readFileSync(file));
  parsed.set(file, font);
  // pdfkit takes a font in place of its file since 0.20.0, which its types do not know.
  return Object.create(font, { _glyphs: { value: {} } });
}
