// Draws what is seen when a course's page is shared: `node content/pictures/draw-share.mjs` writes
// teilen-<course>-<locale>.svg beside this file, 1200 by 630: the poster's drawing on the right, title and master on the
// left. To be run again when a course is new or its title changes.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { outlines, widthOf } from './lettering.mjs';

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 84;
/** Room for the words, left of the poster. */
const COLUMN = 600;

const folder = dirname(fileURLToPath(import.meta.url));
const content = join(folder, '..');
const read = (...path) => parse(readFileSync(join(content, ...path), 'utf8'));
const brand = read('shop.yaml').brand.name;

const path = (text, size, at, colour, face) => {
  const d = outlines(text, size, at, face)
    .flatMap(({ contours }) => contours)
    .map((pts) => `M${pts.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}z`)
    .join('');
  return `<path fill="${colour}" fill-rule="evenodd" d="${d}"/>`;
};

/** Breaks a title into lines that fit the column. */
const lines = (text, size) =>
  text.split(' ').reduce((all, word) => {
    const longer = all.length === 0 ? word : `${all.at(-1)} ${word}`;
    if (all.length > 0 && widthOf(longer, size) <= COLUMN) return [...all.slice(0, -1), longer];
    return [...all, word];
  }, []);

for (const file of readdirSync(join(content, 'courses')).sort()) {
  const slug = file.replace('.yaml', '');
  const course = read('courses', file);
  const { firstname, lastname } = read('masters', `${course.master}.yaml`);
  const poster = readFileSync(join(folder, `${course.picture}.svg`), 'utf8');
  const drawing = poster.slice(poster.indexOf('<g '), poster.lastIndexOf('</svg>'));
  for (const locale of ['de', 'en']) {
    const title = course.title[locale];
    let size = 84;
    while (lines(title, size).length > 3 || lines(title, size).some((line) => widthOf(line, size) > COLUMN)) size -= 4;
    const rows = lines(title, size);
    const top = HEIGHT / 2 - (rows.length * size * 1.1) / 2 + size * 0.7;
    const words = [
      path(brand, 30, [MARGIN, 108], '#e3b94f'),
      ...rows.map((row, k) => path(row, size, [MARGIN - size * 0.04, top + k * size * 1.1], '#f6f1e7')),
      path(`${firstname} ${lastname}`, 34, [MARGIN, HEIGHT - 90], '#c9bfae', 'sans'),
    ];
    writeFileSync(
      join(folder, `teilen-${slug}-${locale}.svg`),
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img"><title>${title}</title>
<path fill="#1f1a14" d="M0 0h${WIDTH}v${HEIGHT}H0z"/><path fill="#BA8904" d="M${MARGIN} 132h64v3h-64z"/>
${words.join('\n')}
<svg x="735" y="21" width="441" height="588" viewBox="0 0 600 800">${drawing}</svg>
</svg>
`,
    );
  }
}
