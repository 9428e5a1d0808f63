// The gift box with its bow.
import { bow } from './bow.mjs';
import { hatchLines } from './lines.mjs';
import { mixP } from './numbers.mjs';
import { Sheet } from './sheet.mjs';

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
  return bow(s, P(0, 0, 208));
};
