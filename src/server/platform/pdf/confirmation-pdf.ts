import type { Locale } from '#core/model/values.ts';
import type { Brand } from '#server/platform/outbox/mail-layout.ts';
import { fill, type LocaleMailTexts } from '#server/platform/outbox/mail-texts.ts';
import { drawMark, drawPdf, drawRule, type Pdf, page, pdfColours, textWidth } from './pdf-document.ts';

export interface Confirmation {
  /** Name of the learner. */
  readonly name: string;
  readonly course: string;
  /** For example "Clara Schumann teaches the piano". */
  readonly subtitle: string;
  readonly lessonCount: number;
  /** Formatted length of all lessons. */
  readonly length: string;
  /** Formatted day of issue. */
  readonly day: string;
  readonly texts: LocaleMailTexts['confirmation'];
  readonly brand: Brand;
  readonly locale: Locale;
}

/**
 * Draws the confirmation that all lessons of a course were watched. It says that there was no exam and no grade
 * (docs/behaviour/learning.md#confirmation-of-participation).
 */
export function drawConfirmation(confirmation: Confirmation): Promise<Buffer> {
  const { texts, brand, locale } = confirmation;
  return drawPdf({ title: texts.title, locale, brand, pageText: () => '' }, (pdf) => {
    drawMark(pdf, page.width / 2 - 22, 92, 52);
    pdf.font('title').fontSize(32).fillColor(pdfColours.ink);
    pdf.text(texts.heading, page.margin, 172, { width: textWidth, align: 'center' });
    drawStatement(pdf, confirmation);
    pdf.moveDown(3);
    drawRule(pdf, pdfColours.gold);
    pdf.moveDown(1).font('text').fontSize(9).fillColor(pdfColours.muted);
    pdf.text(texts.note, page.margin, pdf.y, { width: textWidth });
  });
}

function drawStatement(pdf: Pdf, confirmation: Confirmation): void {
  const { name, course, subtitle, lessonCount, length, day, texts, brand } = confirmation;
  const centred = (words: string) => pdf.text(words, { width: textWidth, align: 'center' });
  pdf.moveDown(1.2).font('text').fontSize(12);
  centred(fill(texts.by, { brand: brand.name }));
  // The longest name has 160 characters; it stays on the page.
  pdf
    .moveDown(0.6)
    .font('title')
    .fontSize(name.length > 60 ? 14 : 24)
    .fillColor(pdfColours.goldText);
  centred(name);
  pdf.moveDown(0.6).font('text').fontSize(12).fillColor(pdfColours.ink);
  centred(fill(texts.has, { count: String(lessonCount) }));
  pdf.moveDown(0.6).font('title').fontSize(22);
  centred(course);
  pdf.font('italic').fontSize(12).fillColor(pdfColours.muted);
  centred(subtitle);
  pdf.moveDown(0.6).font('text').fillColor(pdfColours.ink);
  centred(fill(texts.watched, { length }));
  pdf.moveDown(2).fontSize(10);
  centred(fill(texts.day, { day }));
}
