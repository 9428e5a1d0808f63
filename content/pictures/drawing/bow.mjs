// The bow on everything that is given.
import { bezier, ellipse, spline } from './lines.mjs';

const { abs } = Math;

/** A bow around its knot; at size 1 it is 264 wide. */
export const bow = (s, knot, size = 1) => {
  const at = (x, y) => [knot[0] + x * size, knot[1] + y * size];
  for (const sg of [-1, 1]) {
    const loop = (r) =>
      spline(
        [
          knot,
          at(sg * 46 * r, -56 * r),
          at(sg * 108 * r, -74 * r),
          at(sg * 132 * r, -38 * r),
          at(sg * 78 * r, -8 * r),
          knot,
        ],
        12,
      );
    s.knock(loop(1));
    for (let k = 0; k < 9; k++)
      s.line(loop(1 - k * 0.075), k === 0 ? 'contour' : k === 8 ? 'bright' : 'fine');
    const tail = (o) =>
      bezier(knot, at(sg * (30 + o), 10), at(sg * (52 + o), 34), at(sg * (92 + o * 1.5), 62 - o), 14);
    for (let k = 0; k < 6; k++) s.line(tail(k * 5), k % 5 ? 'fine' : 'contour');
  }
  s.shape(ellipse(knot, 19 * size, 15 * size), 'contour');
  for (let k = -3; k <= 3; k++) s.line([at(k * 4.6, -10 + abs(k)), at(k * 3.2, 10 - abs(k))], 'fine');
  return s;
};
