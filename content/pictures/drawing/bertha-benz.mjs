// Benz: wheel, crank and the many places of one rod.
import { circle, hatchLines } from './lines.mjs';
import { mixP, polar, range, TAU } from './numbers.mjs';
import { Sheet } from './sheet.mjs';

const { PI, sin, cos, sqrt, atan2 } = Math;

export const benz = (small = false) => {
  const s = new Sheet(600, 800, 1888, small),
    { rnd } = s,
    c = [300, 494],
    R = 232,
    crank = 88,
    rod = 262,
    top = 92;
  // road
  for (let k = 0; k < 8; k++)
    s.line(
      [
        [40 + rnd() * 30, 744 + k * 5],
        [560 - rnd() * 30, 744 + k * 5],
      ].map(([x, y], i) => [x + k * (i ? -14 : 14), y]),
      k ? 'ghost' : 'main',
    );
  // tyre and rim
  s.line(circle(c, R + 14), 'contour')
    .line(circle(c, R), 'contour')
    .line(circle(c, R - 9), 'main')
    .line(circle(c, R - 13), 'fine');
  for (let i = 0; i < 300; i++) {
    const a = (i * TAU) / 300,
      lit = 0.5 + 0.5 * cos(a - 0.9);
    if (rnd() > 1.05 - lit * 0.75 - 0.2)
      s.line([polar(c, R + 12.5, a), polar(c, R + 1.5 + 7 * (1 - lit), a + 0.012)], 'fine');
  }
  // spokes, laced tangentially in two crossings
  for (let i = 0; i < 64; i++) {
    const a = (i * TAU) / 64,
      d = i % 2 ? 0.98 : -0.98;
    s.line([polar(c, 31, a + d), polar(c, R - 13, a)], s.small && i % 8 < 2 ? 'main' : 'fine');
    if (!s.small) s.line([polar(c, R - 13, a), polar(c, R - 20, a + (i % 2 ? 0.006 : -0.006))], 'bright');
  }
  // the rod in seventy-two places
  const pin = (th) => polar(c, crank, th),
    head = (th) => {
      const p = pin(th),
        dx = p[0] - c[0];
      return [c[0], p[1] - sqrt(rod * rod - dx * dx)];
    };
  for (let i = 0; i < 72; i++) {
    const th = (i * TAU) / 72;
    s.line([pin(th), head(th)], i % 6 ? 'ghost' : 'fine');
    s.line(circle(pin(th), 2), 'fine');
  }
  for (const f of [0.25, 0.5, 0.75])
    s.line(
      range(91, (_, t) => mixP(pin(t * TAU), head(t * TAU), f)),
      'main',
      0.1,
    );
  s.line(circle(c, crank), 'main');
  // cylinder with its fins
  const w = 66,
    y0 = top - 26,
    y1 = 306;
  for (const sg of [-1, 1]) {
    const wall = [
      [c[0] + sg * w, y0],
      [c[0] + sg * (w + 13), y0],
      [c[0] + sg * (w + 13), y1],
      [c[0] + sg * w, y1],
    ];
    s.knock(wall)
      .lines(hatchLines(wall, sg * 0.8, 3.6, rnd), 'fine')
      .line([...wall, wall[0]], 'contour');
    for (let k = 0; k < 13; k++) {
      const y = y0 + 16 + k * 16.5,
        l = 30 + 8 * sin((k / 12) * PI);
      const fin = [
        [c[0] + sg * (w + 13), y],
        [c[0] + sg * (w + 13 + l), y + 1.5],
        [c[0] + sg * (w + 13 + l), y + 6],
        [c[0] + sg * (w + 13), y + 7.5],
      ];
      s.knock(fin)
        .line(fin, 'main')
        .line(
          [
            [fin[0][0], y + 3.8],
            [fin[1][0] - sg * 5, y + 3.8],
          ],
          'fine',
        );
    }
  }
  const lid = [
    [c[0] - w - 22, y0 - 15],
    [c[0] + w + 22, y0 - 15],
    [c[0] + w + 22, y0],
    [c[0] - w - 22, y0],
  ];
  s.knock(lid)
    .lines(hatchLines(lid, 0.8, 3.2, rnd), 'fine')
    .line([...lid, lid[0]], 'contour');
  // piston now, its rod and its crank now
  const th = -0.92,
    p = pin(th),
    h = head(th),
    py = h[1] - 34,
    ps = [
      [c[0] - w + 3, py],
      [c[0] + w - 3, py],
      [c[0] + w - 3, py + 72],
      [c[0] - w + 3, py + 72],
    ];
  for (let k = 0; k < 26; k++) {
    const x = c[0] - w + 8 + rnd() * (2 * w - 16),
      y = y0 + 5 + rnd() * (py - y0 - 10),
      q = rnd() * TAU;
    s.line(
      [
        [x, y],
        [x + 5 * cos(q), y + 5 * sin(q)],
      ],
      'fine',
    );
  }
  s.knock(ps);
  for (let k = 0; k < 34; k++) {
    const t = k / 33,
      x = c[0] - (w - 4) * cos(t * PI);
    s.line(
      [
        [x, py + 30],
        [x, py + 71],
      ],
      'fine',
    );
  }
  s.line([...ps, ps[0]], 'contour');
  for (const k of [9, 17, 25])
    s.line(
      [
        [ps[0][0], py + k],
        [ps[1][0], py + k],
      ],
      'bright',
    );
  const a = atan2(h[1] - p[1], h[0] - p[0]),
    n = [-sin(a), cos(a)],
    arm = [
      [p, 13],
      [h, 8],
    ].flatMap(([q, k], i) =>
      (i ? [1, -1] : [-1, 1]).map((sg) => [q[0] + n[0] * k * sg, q[1] + n[1] * k * sg]),
    );
  s.knock(arm)
    .lines(hatchLines(arm, a + 0.7, 4, rnd, 2), 'fine')
    .line([...arm, arm[0]], 'contour');
  s.shape(circle(h, 15)).line(circle(h, 7), 'main');
  const b = atan2(p[1] - c[1], p[0] - c[0]),
    web = [...circle(c, 30, b + 1.2, b + TAU - 1.2), ...circle(p, 23, b - 1.35, b + 1.35)];
  s.knock(web)
    .lines(hatchLines(web, b + 0.8, 3.4, rnd, 1), 'fine')
    .line([...web, web[0]], 'contour');
  s.shape(circle(p, 14))
    .line(circle(p, 6), 'main')
    .shape(circle(c, 25))
    .line(circle(c, 17), 'main')
    .line(circle(c, 8), 'bright');
  for (let k = 0; k < 8; k++) s.line(circle(polar(c, 21, (k * TAU) / 8), 1.6), 'fine');
  return s;
};
