// The book of measuring: Dürer's shell curve, drawn by the ruler that makes it.
import { bookCover, onCover } from './book-cover.mjs';
import { circle, clipTo, spline } from './lines.mjs';
import { range } from './numbers.mjs';

const { hypot } = Math;

export const measuringBook = (small = false) => {
  const s = bookCover(1525, small),
    unit = 17.2,
    origin = [232, 520],
    at = ([x, y]) => [origin[0] + x * unit, origin[1] - y * unit];
  // the ruler passes through [q, 0] and [0, 13 - q]; sixteen units along it lies a point of the curve
  const ruler = (q) => {
    const r = 13 - q,
      l = hypot(q, r) || 1,
      d = [-q / l, r / l];
    return [
      [q + 16 * d[0], 16 * d[1]],
      [q - 16 * d[0], -16 * d[1]],
    ];
  };
  const inCover = (line) => clipTo(line, onCover, 3);
  s.lines(inCover([at([-20, 0]), at([30, 0])]), 'main').lines(inCover([at([0, -30]), at([0, 40])]), 'main');
  for (let k = -20; k <= 30; k++) s.lines(inCover([at([k, -0.25]), at([k, 0.25])]), 'fine');
  const count = small ? 15 : 91;
  for (const [a, b] of range(count, (_, t) => ruler(-9 + t * 31)))
    s.lines(inCover([at(a), at(b)]), small ? 'main' : 'fine');
  for (const side of [0, 1]) {
    const curve = spline(
      range(120, (_, t) => at(ruler(-9 + t * 31)[side])),
      3,
    );
    s.lines(inCover(curve), 'contour', 0.1);
  }
  if (!small)
    for (const line of range(16, (_, t) => ruler(-8 + t * 29)))
      for (const p of line.map(at)) if (onCover(p)) s.shape(circle(p, 3.4), 'bright');
  return s;
};
