// Semmelweis: a hand, and the rings it makes in the water.
import { bezier, clipTo, isolines } from './lines.mjs';
import { clamp, mix, mixP, polar, range } from './numbers.mjs';
import { Sheet } from './sheet.mjs';

const { PI, sin, cos, hypot, min, max, sqrt, atan2 } = Math;

export const semmelweis = (small = false) => {
  const s = new Sheet(600, 800, 1847, small),
    { noise } = s;
  const cap = (p, a, b, r0, r1) => {
    const dx = b[0] - a[0],
      dy = b[1] - a[1],
      t = clamp(((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy));
    return hypot(p[0] - a[0] - dx * t, p[1] - a[1] - dy * t) - mix(r0, r1, t);
  };
  const smin = (a, b, k) => {
    const h = clamp(0.5 + (0.5 * (b - a)) / k);
    return mix(b, a, h) - k * h * (1 - h);
  };
  const fingers = [
    [[256, 452], [212, 268], 26, 17.5],
    [[296, 440], [284, 222], 26, 18],
    [[335, 450], [354, 252], 25, 17],
    [[368, 478], [422, 326], 22, 14.5],
  ];
  const f = (x, y) => {
    const p = [x, y];
    let d = cap(p, [276, 505], [292, 572], 60, 58);
    d = smin(d, cap(p, [330, 512], [316, 590], 54, 46), 20);
    d = smin(d, cap(p, [300, 590], [304, 840], 55, 60), 40);
    let q = 1e9;
    for (const [a, b, r0, r1] of fingers) q = min(q, smin(q, cap(p, a, b, r0, r1), 7));
    d = smin(d, q, 16);
    const thumb = smin(cap(p, [252, 566], [182, 492], 34, 25), cap(p, [182, 492], [146, 420], 23, 16.5), 14);
    return smin(d, thumb, 20);
  };
  // rings outside: wider and calmer with distance, hindered a little by the water
  let d = 9,
    gap = 7;
  for (let k = 0; d < 330; k++) {
    const w = (x, y) => f(x, y) + noise(x * 0.011, y * 0.011) * min(9, d * 0.07);
    s.lines(
      isolines(w, d, 600, 800, 7)
        .flatMap((l) => clipTo(l, (p) => p[0] > 34 && p[0] < 566 && p[1] > 34 && p[1] < 766, 6))
        .filter((l) => l.length > 9),
      k % 5 === 0 ? 'main' : d > 170 ? 'ghost' : 'fine',
      0.4,
    );
    d += gap;
    gap = min(14.5, gap + 0.34);
  }
  // the hand: lines across the form, lifted by its depth
  const depth = (x, y) => {
    const v = f(x, y);
    return v > 0 ? 0 : sqrt(clamp(1 - ((max(v, -30) + 30) / 30) ** 2)) * 26;
  };
  for (let y = 190, k = 0; y < 800; y += 6.1, k++) {
    const pts = range(180, (_, t) => {
        const x = 110 + t * 350;
        return [x, y];
      }),
      runs = clipTo(pts, (p) => f(p[0], p[1]) < -2.2 && p[1] < 770, 2);
    for (const r of runs)
      s.line(
        r
          .map(([x, yy]) => [x, yy - depth(x, yy) * 0.5 + 8])
          .filter((p) => f(p[0], p[1]) < -1.4 && p[1] < 766),
        k % 4 ? 'fine' : 'main',
        0.25,
      );
  }
  for (const l of isolines(f, 0, 600, 800, 4))
    s.lines(
      clipTo(l, (p) => p[1] < 766, 4),
      'contour',
      0.2,
    );
  // lines of the palm
  for (const q of [
    [
      [226, 520],
      [262, 548],
      [276, 596],
      [258, 640],
    ],
    [
      [222, 506],
      [270, 510],
      [326, 530],
      [358, 566],
    ],
    [
      [240, 478],
      [286, 490],
      [330, 488],
      [372, 500],
    ],
  ]) {
    const b = bezier(...q, 24);
    s.knock([...b.map(([x, y]) => [x - 1, y - 2.6]), ...b.map(([x, y]) => [x + 1, y + 2.6]).reverse()]).line(
      b,
      'contour',
    );
  }
  for (const [a, b, r0, r1] of fingers)
    for (const t of [0.36, 0.68]) {
      const p = mixP(a, b, t),
        g = atan2(b[1] - a[1], b[0] - a[0]) + PI / 2,
        w = mix(r0, r1, t) * 0.72;
      for (const o of [-2, 2.5]) {
        const m = [p[0] + cos(g - PI / 2) * o, p[1] + sin(g - PI / 2) * o];
        s.line(
          bezier(
            polar(m, -w, g),
            [polar(m, -w * 0.3, g)[0], m[1] + 4],
            [polar(m, w * 0.3, g)[0], m[1] + 4],
            polar(m, w, g),
            8,
          ),
          'bright',
        );
      }
    }
  return s;
};
