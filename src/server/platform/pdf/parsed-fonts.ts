import { readFileSync } from 'node:fs';
import { create } from 'fontkit';

const parsed = new Map<string, object>();

/**
 * Returns a font for one document. Its file is parsed only once in a process, because parsing takes most of the time of
 * a document. Each document has its own glyph cache: fontkit stores with a glyph the text that it was first drawn for,
 * so that letters of a later document could not be copied. If a new version of fontkit stores glyphs elsewhere, the
 * tests of gift sheets and invoices fail; `create(readFileSync(file))` for each document then works as well, but is
 * slower.
 */
export function parsedFont(file: string): Uint8Array {
  const font = parsed.get(file) ?? create(readFileSync(file));
  parsed.set(file, font);
  // pdfkit takes a font in place of its file since 0.20.0, which its types do not know.
  return Object.create(font, { _glyphs: { value: {} } });
}
