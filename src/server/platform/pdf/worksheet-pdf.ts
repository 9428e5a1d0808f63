import type { Locale } from '#core/model/values.ts';
import type { Worksheet, WorksheetBlock } from '#core/rules/learning/worksheet.ts';
import type { Brand } from '#server/platform/outbox/mail-layout.ts';
import { fill, type LocaleMailTexts } from '#server/platform/outbox/mail-texts.ts';
import { drawMark, drawPdf, drawRule, type Pdf, page, pdfColours, textWidth } from './pdf-document.ts';

/** A worksheet and the details of its lesson. */
export interface WorksheetPdf {
  readonly sheet: Worksheet;
  readonly course: string;
  /** Number of the lesson in its course, from 1. */
  readonly lesson: number;
  /** Title of the lesson. */
  readonly title: string;
  readonly texts: Pick<LocaleMailTexts, 'worksheet' | 'page'>;
  readonly brand: Brand;
  readonly locale: Locale;
}

const indent = 20;
/** Distance between lines to write on, in points. */
const lineHeight = 24;
const gap = 12;

/** Draws the worksheet of a lesson, to print and to fill in (docs/behaviour/learning.md#worksheets). */
export function drawWorksheet({
  sheet,
  course,
  lesson,
  title,
  texts,
  brand,
  locale,
}: WorksheetPdf): Promise<Buffer> {
  const pageText = (number: string, count: string) => fill(texts.page, { number, count });
  return drawPdf({ title: sheet.title, locale, brand, pageText }, (pdf) => {
    drawMark(pdf, page.width - page.margin - 26, 46, 38);
    pdf.font('text').fontSize(9.5).fillColor(pdfColours.muted);
    pdf.text(fill(texts.worksheet.lesson, { course, number: String(lesson), title }), page.margin, 52, {
      width: textWidth - 50,
    });
    pdf.font('title').fontSize(25).fillColor(pdfColours.ink).lineGap(0);
    pdf.text(sheet.title, page.margin, pdf.y + 6, { width: textWidth - 50 });
    pdf.y += 8;
    drawRule(pdf, pdfColours.gold);
    pdf.y += gap;
    for (const block of sheet.blocks) drawBlock(pdf, block);
    drawRest(pdf);
  });
}

function fits(pdf: Pdf, height: number): boolean {
  return pdf.y + height <= page.height - page.bottom;
}

/** Starts a new page if less than `height` points are left on this one. */
function keep(pdf: Pdf, height: number): void {
  if (!fits(pdf, height)) pdf.addPage();
  pdf.x = page.margin;
}

function drawBlock(pdf: Pdf, block: WorksheetBlock): void {
  pdf.font('text').fontSize(10.5).fillColor(pdfColours.ink).lineGap(2.5);
  switch (block.kind) {
    case 'heading':
      keep(pdf, 96);
      pdf.y += 6;
      pdf.font('title').fontSize(14).text(block.text, page.margin, pdf.y, { width: textWidth });
      pdf.y += 4;
      return;
    case 'paragraph':
      keep(pdf, 30);
      pdf.text(block.text, page.margin, pdf.y, { width: textWidth });
      pdf.y += 7;
      return;
    case 'steps':
    case 'checks':
      drawList(pdf, block);
      return;
    case 'question':
      keep(pdf, pdf.heightOfString(block.text, { width: textWidth }) + block.lines * lineHeight + gap);
      pdf.text(block.text, page.margin, pdf.y, { width: textWidth });
      drawLines(pdf, block.lines);
      return;
    case 'lines':
      drawLines(pdf, block.count);
      return;
    case 'table':
      drawTable(pdf, block);
      return;
    case 'frames':
      drawFrames(pdf, block);
      return;
  }
}

function drawList(pdf: Pdf, { kind, items }: Extract<WorksheetBlock, { kind: 'steps' | 'checks' }>): void {
  const width = textWidth - indent;
  for (const [index, item] of items.entries()) {
    keep(pdf, pdf.heightOfString(item, { width }));
    const top = pdf.y;
    if (kind === 'steps')
      pdf
        .font('title')
        .fillColor(pdfColours.goldText)
        .text(`${index + 1}.`, page.margin, top);
    else
      pdf
        .rect(page.margin, top + 1.5, 9, 9)
        .lineWidth(0.8)
        .stroke(pdfColours.gold);
    pdf
      .font('text')
      .fillColor(pdfColours.ink)
      .text(item, page.margin + indent, top, { width });
    pdf.y += 3;
  }
  pdf.y += 6;
}

function drawLines(pdf: Pdf, count: number): void {
  for (let line = 0; line < count; line += 1) {
    keep(pdf, lineHeight);
    pdf.y += lineHeight - 2;
    drawRule(pdf);
    pdf.y += 2;
  }
  pdf.y += gap;
}

/**
 * Draws a table over the whole width. Columns are as wide as their longest text needs, empty rows high enough to write
 * in.
 */
function drawTable(pdf: Pdf, { columns, rows }: Extract<WorksheetBlock, { kind: 'table' }>): void {
  const widths = columnWidths(columns, rows);
  const drawRow = (cells: readonly string[], isHead: boolean) => {
    const setFont = () =>
      pdf
        .font(isHead ? 'strong' : 'text')
        .fontSize(isHead ? 9 : 9.5)
        .lineGap(1.5);
    setFont();
    const heights = cells.map((cell, index) =>
      pdf.heightOfString(cell, { width: (widths[index] ?? 0) - 10 }),
    );
    const height = Math.max(isHead ? 0 : 22, ...heights.map((one) => one + 8));
    if (!fits(pdf, height)) {
      pdf.addPage();
      if (!isHead) drawRow(columns, true);
      setFont();
    }
    const top = pdf.y;
    let left: number = page.margin;
    if (isHead) pdf.rect(left, top, textWidth, height).fill(pdfColours.paper).fillColor(pdfColours.ink);
    for (const [index, cell] of cells.entries()) {
      const width = widths[index] ?? 0;
      pdf.rect(left, top, width, height).lineWidth(0.5).stroke(pdfColours.line);
      pdf.fillColor(pdfColours.ink).text(cell, left + 5, top + 5, { width: width - 10 });
      left += width;
    }
    pdf.y = top + height;
  };
  // The header row stays with the first row and is repeated on the next page.
  keep(pdf, 60);
  drawRow(columns, true);
  for (const row of rows) drawRow(row, false);
  pdf.y += gap;
}

function columnWidths(columns: readonly string[], rows: readonly (readonly string[])[]): number[] {
  const wanted = columns.map((column, index) => {
    const longest = Math.max(...rows.map((row) => (row[index] ?? '').length), 0);
    return Math.min(Math.max(longest, column.length, 8), 46);
  });
  const sum = wanted.reduce((total, one) => total + one, 0);
  return wanted.map((one) => (one / sum) * textWidth);
}

function drawFrames(pdf: Pdf, block: Extract<WorksheetBlock, { kind: 'frames' }>): void {
  const { ground, height, captions } = block;
  const isNamed = captions.some((caption) => caption !== '');
  keep(pdf, height + (isNamed ? 34 : 8));
  const top = pdf.y;
  const width = (textWidth - (captions.length - 1) * gap) / captions.length;
  let below = top + height;
  for (const [index, caption] of captions.entries()) {
    const left = page.margin + index * (width + gap);
    drawGround(pdf, ground, { left, top, width, height });
    pdf.font('italic').fontSize(9.5).fillColor(pdfColours.muted);
    if (isNamed) pdf.text(caption, left, top + height + 4, { width });
    below = Math.max(below, pdf.y);
  }
  pdf.y = below + gap;
}

/** Minimum height of the area for own notes, in points. */
const smallestRest = 150;

/** Fills the rest of the last page, unless it is the first one, with dots for own notes. */
function drawRest(pdf: Pdf): void {
  const height = page.height - page.bottom - pdf.y - gap;
  const isFirst = pdf.bufferedPageRange().count === 1;
  if (isFirst || height < smallestRest) return;
  drawGround(pdf, 'dots', { left: page.margin, top: pdf.y, width: textWidth, height });
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Half a centimetre in points, as on squared paper. */
const square = 14.17;

function drawGround(pdf: Pdf, ground: string, { left, top, width, height }: Box): void {
  pdf.save().rect(left, top, width, height).clip();
  pdf.lineWidth(0.4).strokeColor(pdfColours.line).fillColor(pdfColours.line);
  if (ground === 'grid' || ground === 'dots')
    for (let x = left + square; x < left + width; x += square)
      for (let y = top + square; y < top + height; y += square)
        if (ground === 'dots') pdf.circle(x, y, 0.7).fill();
        else
          pdf
            .moveTo(x, top)
            .lineTo(x, top + height)
            .moveTo(left, y)
            .lineTo(left + width, y);
  if (ground === 'grid') pdf.stroke();
  if (ground === 'staves')
    for (let staff = top + 22; staff + 28 < top + height; staff += 62)
      for (let line = 0; line < 5; line += 1)
        pdf
          .moveTo(left + 8, staff + line * 7)
          .lineTo(left + width - 8, staff + line * 7)
          .stroke(pdfColours.muted);
  pdf.restore();
  if (ground === 'wheel') drawWheel(pdf, { left, top, width, height });
  else pdf.rect(left, top, width, height).lineWidth(0.7).stroke(pdfColours.muted);
}

/** Draws a circle in twelve parts around a smaller one. */
function drawWheel(pdf: Pdf, { left, top, width, height }: Box): void {
  const radius = Math.min(width, height) / 2 - 2;
  const [x, y] = [left + width / 2, top + height / 2];
  pdf.lineWidth(0.7).strokeColor(pdfColours.muted);
  for (let part = 0; part < 12; part += 1) {
    const [along, up] = [Math.sin((part * Math.PI) / 6), Math.cos((part * Math.PI) / 6)];
    pdf.moveTo(x + along * radius * 0.2, y - up * radius * 0.2).lineTo(x + along * radius, y - up * radius);
  }
  pdf
    .circle(x, y, radius)
    .circle(x, y, radius * 0.2)
    .stroke();
}
