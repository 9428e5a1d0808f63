import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { type FallbackFont, nextFallbackFonts } from '#server/platform/pdf/fallback-fonts.ts';
import { useFallbackFonts } from '#server/platform/pdf/use-fallback-fonts.ts';

const { resolve } = createRequire(import.meta.url);
/** The font files of the faces of all documents. */
const faces = {
  text: resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  strong: resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
  title: resolve('@expo-google-fonts/fraunces/400Regular/Fraunces_400Regular.ttf'),
  italic: resolve('@expo-google-fonts/fraunces/400Regular_Italic/Fraunces_400Regular_Italic.ttf'),
};

/** Returns the letters of a text that have no glyph in one of the faces, nor in any fallback font. */
export async function lettersWithoutFont(text: string): Promise<readonly string[]> {
  const tried = new Set<string>();
  const fallbackFonts: FallbackFont[] = [];
  for (;;) {
    const pdf = new PDFDocument();
    for (const [name, file] of Object.entries(faces)) pdf.registerFont(name, file);
    const missing = useFallbackFonts(pdf, fallbackFonts);
    for (const face of Object.keys(faces)) pdf.font(face).text(text);
    const further = await nextFallbackFonts(missing, tried);
    if (further.length === 0) return [...missing];
    fallbackFonts.push(...further);
  }
}
