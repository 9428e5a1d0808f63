// The gift box with its bow.
import { bezier, ellipse, hatchLines, spline } from './lines.mjs';
import { mixP } from './numbers.mjs';
import { Sheet } from './sheet.mjs';

const { abs } = Math;

export const giftBox = (small = false) => {
  const s = new Sheet(600, 600, 31, small),
    { rnd } = s,
    P = (x, y, z) => [300 + (x - y) * 0.866, 400 + (x + y) * 0.46 - z],
    w = 132;
  const face = (q, a, g) =>
    s
      .knock(q)
      .lines(hatchLines(q, a, g, rnd, 3), 'fine')
      .line([...q, q[0]], 'contour');
  for (let k = 0; k < 46; k++) {
    const t = k / 45;
    s.line([P(-w + t * 2 * w, w + 4, 0), P(-w + t * 2 * w + 26, w + 66 - 26 * rnd(), 0)], 'ghost');
  }
  face([P(-w, w, 0), P(w, w, 0), P(w, w, 168), P(-w, w, 168)], 0.49, 5.2);
  face([P(w, w, 0), P(w, -w, 0), P(w, -w, 168), P(w, w, 168)], -0.49, 2.9);
  const m = w + 11;
  face([P(-m, m, 160), P(m, m, 160), P(m, m, 206), P(-m, m, 206)], 0.49, 4.4);
  face([P(m, m, 160), P(m, -m, 160), P(m, -m, 206), P(m, m, 206)], -0.49, 2.5);
  face([P(-m, m, 206), P(m, m, 206), P(m, -m, 206), P(-m, -m, 206)], 0.49, 13);
  const band = (q, pen = 'bright') => {
    s.knock(q);
    for (let k = 0; k <= 6; k++)
      s.line([mixP(q[0], q[1], k / 6), mixP(q[3], q[2], k / 6)], k % 6 ? 'fine' : pen);
  };
  band([P(-20, w, 0), P(20, w, 0), P(20, w, 160), P(-20, w, 160)]);
  band([P(w, 20, 0), P(w, -20, 0), P(w, -20, 160), P(w, 20, 160)]);
  band([P(-20, m, 160), P(20, m, 160), P(20, m, 206), P(-20, m, 206)]);
  band([P(m, 20, 160), P(m, -20, 160), P(m, -20, 206), P(m, 20, 206)]);
  band([P(-20, m, 206), P(20, m, 206), P(20, -m, 206), P(-20, -m, 206)]);
  band([P(m, 20, 206), P(m, -20, 206), P(-m, -20, 206), P(-m, 20, 206)]);
  const k0 = P(0, 0, 208);
  for (const sg of [-1, 1]) {
    const loop = (r) =>
      spline(
        [
          k0,
          [k0[0] + sg * 46 * r, k0[1] - 56 * r],
          [k0[0] + sg * 108 * r, k0[1] - 74 * r],
          [k0[0] + sg * 132 * r, k0[1] - 38 * r],
          [k0[0] + sg * 78 * r, k0[1] - 8 * r],
          k0,
        ],
        12,
      );
    s.knock(loop(1));
    for (let k = 0; k < 9; k++)
      s.line(loop(1 - k * 0.075), k === 0 ? 'contour' : k === 8 ? 'bright' : 'fine');
    const tail = (o) =>
      bezier(
        [k0[0], k0[1]],
        [k0[0] + sg * (30 + o), k0[1] + 10],
        [k0[0] + sg * (52 + o), k0[1] + 34],
        [k0[0] + sg * (92 + o * 1.5), k0[1] + 62 - o],
        14,
      );
    for (let k = 0; k < 6; k++) s.line(tail(k * 5), k % 5 ? 'fine' : 'contour');
  }
  s.shape(ellipse(k0, 19, 15), 'contour');
  for (let k = -3; k <= 3; k++)
    s.line(
      [
        [k0[0] + k * 4.6, k0[1] - 10 + abs(k)],
        [k0[0] + k * 3.2, k0[1] + 10 - abs(k)],
      ],
      'fine',
    );
  return s;
};
