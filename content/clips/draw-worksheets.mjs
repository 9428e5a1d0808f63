// Draws the worksheets of the lessons that name one: `node content/clips/draw-worksheets.mjs` writes <lesson>.de.pdf and
// <lesson>.en.pdf beside this file, with the lesson's chapters and lines to write on. The shop itself never runs this.
import { createWriteStream, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';
import { parse } from 'yaml';

const clips = dirname(fileURLToPath(import.meta.url));
const courses = join(clips, '../courses');
const require = createRequire(import.meta.url);
const fonts = {
  text: require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  title: require.resolve('@expo-google-fonts/fraunces/400Regular/Fraunces_400Regular.ttf'),
};
const words = {
  de: { lesson: 'Lektion', material: 'Was Sie brauchen', noticed: 'Was mir aufgefallen ist', date: 'Datum' },
  en: { lesson: 'Lesson', material: 'What you need', noticed: 'What I noticed', date: 'Date' },
};
const ink = '#14110d';
const muted = '#5c5343';
const gold = '#ba8904';
const margin = 57;
const width = 595.28 - 2 * margin;
const linesPerChapter = 4;
const lineHeight = 24;

for (const file of readdirSync(courses)) {
  const course = parse(readFileSync(join(courses, file), 'utf8'));
  for (const [index, lesson] of course.parts.flatMap((part) => part.lessons).entries()) {
    if (lesson.worksheet === undefined) continue;
    for (const locale of ['de', 'en']) await draw(course, lesson, index + 1, locale);
  }
}

async function draw(course, lesson, number, locale) {
  const text = words[locale];
  const title = lesson.worksheet[locale];
  const info = { Title: title, Author: 'Meisterhand', CreationDate: new Date(0) };
  const pdf = new PDFDocument({ size: 'A4', margin, lang: locale, displayTitle: true, info });
  const written = finished(pdf.pipe(createWriteStream(join(clips, `${lesson.id}.${locale}.pdf`))));
  pdf.font(fonts.text).fontSize(10).fillColor(muted);
  pdf.text(`${course.title[locale]} · ${text.lesson} ${number}`);
  pdf.font(fonts.title).fontSize(26).fillColor(ink).text(title);
  pdf.font(fonts.text).fontSize(11).fillColor(muted).text(lesson.summary[locale]).moveDown(0.8);
  pdf.fontSize(10).text(`${text.material}: ${course.material[locale]}`).moveDown(1.2);
  for (const heading of [...lesson.chapters.map((chapter) => chapter.title[locale]), text.noticed]) {
    pdf.font(fonts.title).fontSize(14).fillColor(ink).text(heading);
    const top = pdf.y;
    for (let line = 1; line <= linesPerChapter; line += 1) {
      const y = top + line * lineHeight;
      pdf.moveTo(margin, y).lineTo(margin + width, y).lineWidth(0.5).stroke(line === 1 ? gold : '#c9bfae');
    }
    pdf.y = top + linesPerChapter * lineHeight + 16;
    pdf.x = margin;
  }
  pdf.font(fonts.text).fontSize(9).fillColor(muted).text(`${text.date}: ____________________`);
  pdf.end();
  await written;
}
