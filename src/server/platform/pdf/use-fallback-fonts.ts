import bidiFactory from 'bidi-js';
import { type FallbackFont, visibleCharacters } from './fallback-fonts.ts';

/** Private members of pdfkit that are needed to draw a line in several fonts; its version is pinned. */
interface PdfInside {
  readonly _font: {
    /** In thousandths of the font size. */
    readonly ascender: number;
    readonly font: { hasGlyphForCodePoint(codePoint: number): boolean };
  };
  readonly _fontSize: number;
  /** Draws one line. */
  _fragment(text: string, left: number, top: number, options: LineOptions): void;
}

interface LineOptions {
  readonly width?: number;
  readonly align?: string;
  /** Widths of the whole line and of its text, in points. */
  readonly lineWidth?: number;
  readonly textWidth?: number;
  readonly features?: PDFKit.Mixins.OpenTypeFeatures[];
  readonly [other: string]: unknown;
}

/** A part of a line in one font and one direction. */
interface Run {
  readonly face: string;
  /** Odd from right to left (Unicode Bidirectional Algorithm). */
  readonly level: number;
  readonly text: string;
}

/** Matches text whose characters every face has; pdfkit draws it unchanged. */
const plain =
  /^[\t\n\r -~\u00a0-\u00ac\u00ae-\u0148\u014a-\u017e\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u20ac]*$/;
const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const bidi = bidiFactory();

/** The faces of a document, of which one is in use. */
class Faces {
  current = 'text';
  readonly inside: PdfInside;
  readonly #font: PDFKit.PDFDocument['font'];
  readonly #pdf: PDFKit.PDFDocument;
  readonly #known = new Map<string, boolean>();

  constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf;
    this.#font = pdf.font;
    this.inside = pdf as unknown as PdfInside;
  }

  /** Replaces `font` of pdfkit. */
  use(...given: readonly unknown[]): PDFKit.PDFDocument {
    this.current = String(given[0]);
    return Reflect.apply(this.#font, this.#pdf, given);
  }

  /** Runs `work` with another face. */
  within<Result>(face: string, work: () => Result): Result {
    const before = this.current;
    this.use(face);
    const result = work();
    this.use(before);
    return result;
  }

  hasGlyph(face: string, character: string): boolean {
    const key = `${face} ${character}`;
    const found =
      this.#known.get(key) ??
      this.within(face, () => this.inside._font.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
    this.#known.set(key, found);
    return found;
  }

  has(face: string, letter: string): boolean {
    return visibleCharacters(letter).every((character) => this.hasGlyph(face, character));
  }
}

/**
 * Splits a line into runs in logical order, each letter in the first face that has it: the current one, that of the
 * text, then the `lent` ones. Letters that no face has are added to `missing`.
 */
function runsOf(line: string, faces: Faces, lent: readonly string[], missing: Set<string>): readonly Run[] {
  const levels = rightToLeft.test(line) ? bidi.getEmbeddingLevels(line).levels : null;
  const { current } = faces;
  const chain = [current, 'text', ...lent];
  const runs: Run[] = [];
  const add = (letter: string, level: number, face: string) => {
    const last = runs.at(-1);
    const seen = letter.replaceAll(/\p{DI}/gu, (sign) => (faces.hasGlyph(face, sign) ? sign : ''));
    if (last?.face === face && last.level === level)
      runs[runs.length - 1] = { ...last, text: last.text + seen };
    else if (seen !== '') runs.push({ face, level, text: seen });
  };
  for (const { segment, index } of letters.segment(line)) {
    const level = levels?.[index] ?? 0;
    // Spaces and punctuation within right-to-left text stay in the face of its words.
    const last = level % 2 === 1 ? runs.at(-1) : undefined;
    const before = last?.level === level && last.face !== current ? [last.face] : [];
    const whole = [...before, ...chain].find((face) => faces.has(face, segment));
    if (whole === undefined) missing.add(segment);
    for (const part of whole === undefined ? segment : [segment])
      add(part, level, whole ?? chain.find((face) => faces.has(face, part)) ?? current);
  }
  return runs;
}

/**
 * Makes a document draw and measure each letter in the first face that has it: that of the line, that of the text, then
 * `lent`. Right-to-left text is drawn in visual order. Letters are composed with their marks, which would otherwise
 * stand beside them. Returns the letters that no face has; the set is complete when everything is drawn.
 */
export function useFallbackFonts(
  pdf: PDFKit.PDFDocument,
  lent: readonly FallbackFont[],
): ReadonlySet<string> {
  const missing = new Set<string>();
  const faces = new Faces(pdf);
  const { text, heightOfString, widthOfString } = pdf;
  const { _fragment: drawLine } = faces.inside;
  const names = lent.map(({ name }) => name);
  for (const { name, content } of lent) pdf.registerFont(name, content);

  function widthOf(line: string, options?: Parameters<typeof widthOfString>[1]): number {
    if (plain.test(line)) return widthOfString.call(pdf, line, options);
    return runsOf(line, faces, names, missing).reduce(
      (sum, run) => sum + faces.within(run.face, () => widthOfString.call(pdf, run.text, options)),
      0,
    );
  }

  function drawRuns(line: string, left: number, top: number, options: LineOptions): void {
    const written = line.replaceAll('\n', '');
    if (plain.test(written)) {
      drawLine.call(pdf, written, left, top, options);
      return;
    }
    const { _font, _fontSize } = faces.inside;
    const { width: _, align: _align, textWidth: _text, wordCount: _words, ...rest } = options;
    // With features, pdfkit shapes a text as a whole and not word by word. All faces share one baseline.
    const features = options.features ?? [];
    const drawn = { ...rest, features, baseline: -(_font.ascender / 1000) * _fontSize };
    let x = left + indentOf(written, options, widthOf);
    for (const { face, level, text: part } of inReadingOrder(runsOf(written, faces, names, missing)))
      faces.within(face, () => {
        const shown = level % 2 === 1 ? mirrored(part) : part;
        drawLine.call(pdf, shown, x, top, drawn);
        x += widthOfString.call(pdf, shown, { features });
      });
  }

  const composed =
    (method: typeof text | typeof heightOfString) =>
    (typed: string, ...rest: readonly unknown[]): unknown =>
      Reflect.apply(method, pdf, [typed.normalize('NFC'), ...rest]);
  Object.assign(pdf, {
    font: faces.use.bind(faces),
    text: composed(text),
    heightOfString: composed(heightOfString),
    widthOfString: widthOf,
    _fragment: drawRuns,
  });
  return missing;
}

/** Returns the left offset of an aligned line in points. */
function indentOf(line: string, options: LineOptions, widthOf: (text: string) => number): number {
  const { width, align, lineWidth = 0 } = options;
  if (!width || (align !== 'right' && align !== 'center')) return 0;
  const rest = lineWidth - widthOf(line.trimEnd());
  return align === 'right' ? rest : rest / 2;
}

/** Prepares a right-to-left run for the font, which itself reverses the letters of such scripts. */
function mirrored(text: string): string {
  const signs = Array.from(
    letters.segment(text),
    ({ segment }) => bidi.getMirroredCharacter(segment) ?? segment,
  );
  return (rightToLeft.test(text) ? signs : signs.reverse()).join('');
}

/**
 * Returns the runs in visual order, from left to right: from the highest level on, neighbours of at least this level
 * are reversed (Unicode Bidirectional Algorithm, rule L2).
 */
function inReadingOrder(runs: readonly Run[]): readonly Run[] {
  const placed = [...runs];
  for (let level = Math.max(...runs.map((run) => run.level)); level > 0; level -= 1) {
    let from = 0;
    while (from < placed.length) {
      let to = from;
      while ((placed[to]?.level ?? 0) >= level) to += 1;
      placed.splice(from, to - from, ...placed.slice(from, to).reverse());
      from = to + 1;
    }
  }
  return placed;
}
