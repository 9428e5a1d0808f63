// Five sauces: five drops fall, and their ripples meet.
import { bookCover, onCover } from './book-cover.mjs';
import { circle, clipTo, isolines } from './lines.mjs';
import { polar, range, TAU } from './numbers.mjs';

const { PI, cos, hypot, exp } = Math;

export const sauceBook = (small = false) => {
  const s = bookCover(1903, small),
    middle = [324, 450],
    drops = range(5, (i) => polar(middle, 148, -PI / 2 + (i * TAU) / 5));
  const wave = small ? 62 : 34;
  const height = (x, y) =>
    drops.reduce((sum, [cx, cy]) => {
      const r = hypot(x - cx, y - cy);
      return sum + cos((r * TAU) / wave) * exp(-((r / 230) ** 2));
    }, 0);
  for (const [level, pen] of [
    [0.2, 'main'],
    [0.75, small ? 'ghost' : 'fine'],
    [-0.6, small ? 'ghost' : 'fine'],
  ])
    for (const line of isolines(height, level, 600, 900, 5))
      s.lines(
        clipTo(line, (p) => onCover(p) && hypot(p[0] - middle[0], p[1] - middle[1]) < 330, 5).filter(
          (one) => one.length > 6,
        ),
        pen,
        0.35,
      );
  for (const c of drops) {
    s.knock(circle(c, 30)).line(circle(c, 30), 'contour').line(circle(c, 22), 'main');
    for (let k = 1; k < 5; k++) s.line(circle(c, 22 - k * 4.6), k === 4 ? 'bright' : 'fine');
  }
  return s;
};
