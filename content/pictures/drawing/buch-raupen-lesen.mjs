// Reading caterpillars: one large leaf, and who has been eating it.
import { bookCover } from './book-cover.mjs';
import { leaf } from './leaf.mjs';
import { along, circle, clipTo, ellipse, inside } from './lines.mjs';
import { polar, range, TAU } from './numbers.mjs';

const { PI, atan2, cos, sin, abs, min, max } = Math;

const base = [186, 772];
const shape = { angle: -1.16, length: 690, wide: 138, bend: 0.22 };

/** One margin of the leaf as `leaf` draws it: `side` 1 is the right one, -1 the left one. */
const margin = (side) => {
  const { angle, length, wide, bend } = shape,
    tip = polar(base, length, angle + bend * 0.5),
    c1 = polar(base, length * 0.38, angle - bend * 0.6),
    c2 = polar(base, length * 0.72, angle);
  const point = (t) => {
    const u = 1 - t;
    return [0, 1].map(
      (k) => u ** 3 * base[k] + 3 * u * u * t * c1[k] + 3 * u * t * t * c2[k] + t ** 3 * tip[k],
    );
  };
  return range(61, (_, t) => {
    const p = point(t),
      q = point(min(1, t + 0.01)),
      o = point(max(0, t - 0.01)),
      a = atan2(q[1] - o[1], q[0] - o[0]),
      k = side * wide * sin(PI * t ** 0.72) ** 0.9 * (1 - 0.15 * t);
    return [p[0] - sin(a) * k, p[1] + cos(a) * k];
  });
};

export const caterpillarBook = (small = false) => {
  const s = bookCover(1679, small),
    { rnd } = s,
    right = margin(1),
    left = margin(-1),
    outline = [...right, ...[...left].reverse()];
  s.line(
    range(20, (_, t) => [132 + t * 54, 826 - t * 54 + 9 * sin(t * PI)]),
    'contour',
  );
  leaf(s, base, shape.angle, shape.length, shape.wide, { bend: shape.bend, veins: small ? 7 : 15 });
  // bites: the margin falls in, the ground shows
  const bites = [
    [...along(right, 0.3), 44],
    [...along(right, 0.4), 62],
    [...along(right, 0.52), 56],
    [...along(right, 0.61), 38],
    [...along(left, 0.56), 40],
    [...along(left, 0.63), 28],
  ];
  for (const [x, y, r] of bites) s.knock(circle([x, y], r));
  for (const [index, [x, y, r]] of bites.entries()) {
    const isEdge = (p) =>
      inside(p, outline) &&
      bites.every(([bx, by, br], other) => other === index || (p[0] - bx) ** 2 + (p[1] - by) ** 2 > br * br);
    s.lines(clipTo(circle([x, y], r), isEdge, 2), 'contour', 0.1);
  }
  // the caterpillar at the edge of its work
  for (let i = 0; i < 12; i++) {
    const t = 0.66 + i * 0.019,
      p = along(right, t),
      q = along(right, t + 0.01),
      a = atan2(q[1] - p[1], q[0] - p[0]),
      c = polar(p, 13 + 5 * sin(i * 0.7), a + PI / 2),
      r = 24 - abs(i - 6) * 1.2;
    s.shape(ellipse(c, r * 0.66, r, 0, TAU, 28, a), i === 0 ? 'contour' : 'main');
    for (let k = -2; k <= 2; k++)
      s.line(
        ellipse(
          c,
          (r * 0.6 * abs(k)) / 2.4,
          r * 0.9,
          k < 0 ? PI / 2 : -PI / 2,
          k < 0 ? 1.5 * PI : PI / 2,
          8,
          a,
        ),
        'fine',
      );
    for (let k = -1; k <= 1; k++)
      s.line([polar(c, r, a + PI / 2 + k * 0.3), polar(c, r + 7 + rnd() * 7, a + PI / 2 + k * 0.45)], 'fine');
  }
  // eggs in rows beside the rib
  for (let row = 0; row < 4; row++)
    for (let k = 0; k < 5 - (row % 2); k++) {
      const c = [196 + k * 17 + (row % 2) * 8.5 + row * 4, 560 + row * 15];
      s.shape(circle(c, 6), 'bright').line(circle(c, 3), 'fine');
    }
  return s;
};
