import type { Locale } from '#core/model/values.ts';
import { clockDuration } from '#core/rules/basics/durations.ts';
import type { Brand } from '#server/platform/outbox/mail-layout.ts';
import { fill, type LocaleMailTexts } from '#server/platform/outbox/mail-texts.ts';
import { drawMark, drawPdf, drawRule, type Pdf, page, pdfColours, textWidth } from './pdf-document.ts';

/** The notes of a learner in one lesson, in the order of its film. */
interface NotedLesson {
  /** Number in the course, from 1. */
  readonly number: number;
  readonly title: string;
  /** An empty text is a bookmark. */
  readonly notes: readonly { readonly position_seconds: number; readonly text: string }[];
}

export interface CourseNotes {
  readonly course: string;
  /** Name of the learner. */
  readonly name: string;
  /** Formatted day of the document. */
  readonly day: string;
  readonly lessons: readonly NotedLesson[];
  readonly texts: Pick<LocaleMailTexts, 'notes' | 'page'>;
  readonly brand: Brand;
  readonly locale: Locale;
}

/** Width of the times of notes, in points. */
const timeWidth = 52;
const noteWidth = textWidth - timeWidth;

/** Draws a learner's notes in a course (docs/behaviour/learning.md#bookmarks-and-notes). */
export function drawNotes({
  course,
  name,
  day,
  lessons,
  texts: { notes: texts, page: pageWords },
  brand,
  locale,
}: CourseNotes): Promise<Buffer> {
  const pageText = (number: string, count: string) => fill(pageWords, { number, count });
  const title = fill(texts.title, { course });
  return drawPdf({ title, locale, brand, pageText }, (pdf) => {
    drawMark(pdf, page.width - page.margin - 26, 46, 38);
    pdf.font('text').fontSize(9.5).fillColor(pdfColours.muted);
    pdf.text(fill(texts.by, { name, day }), page.margin, 52, { width: textWidth - 50 });
    pdf.font('title').fontSize(25).fillColor(pdfColours.ink).lineGap(0);
    pdf.text(title, page.margin, pdf.y + 6, { width: textWidth - 50 });
    pdf.y += 8;
    drawRule(pdf, pdfColours.gold);
    pdf.y += 12;
    for (const lesson of lessons) drawLesson(pdf, lesson, texts);
  });
}

/** Starts a new page if less than `height` points are left on this one. */
function keep(pdf: Pdf, height: number): void {
  if (pdf.y + height > page.height - page.bottom) pdf.addPage();
  pdf.x = page.margin;
}

function drawLesson(
  pdf: Pdf,
  { number, title, notes }: NotedLesson,
  texts: CourseNotes['texts']['notes'],
): void {
  // Keeps a heading together with the beginning of its first note.
  keep(pdf, 80);
  pdf.font('title').fontSize(14).fillColor(pdfColours.ink).lineGap(0);
  pdf.text(fill(texts.lesson, { number: String(number), title }), page.margin, pdf.y + 6, {
    width: textWidth,
  });
  pdf.y += 6;
  for (const { position_seconds, text } of notes) {
    const font = text === '' ? 'italic' : 'text';
    pdf.font(font).fontSize(10.5).lineGap(2.5);
    const words = text === '' ? texts.bookmark : text;
    const height = pdf.heightOfString(words, { width: noteWidth });
    // A note that is longer than a page begins here and continues on the next pages.
    keep(pdf, Math.min(height, 120));
    const top = pdf.y;
    pdf.font('strong').fontSize(9.5).fillColor(pdfColours.goldText);
    pdf.text(clockDuration(position_seconds), page.margin, top + 1, {
      width: timeWidth - 8,
      lineBreak: false,
    });
    pdf
      .font(font)
      .fontSize(10.5)
      .fillColor(text === '' ? pdfColours.muted : pdfColours.ink);
    pdf.text(words, page.margin + timeWidth, top, { width: noteWidth });
    pdf.y += 5;
  }
  pdf.y += 8;
}
