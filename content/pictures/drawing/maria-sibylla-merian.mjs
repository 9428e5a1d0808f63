// Merian: the moth, its leaf, its caterpillar.
import { leaf } from './leaf.mjs';
import { along, bezier, circle, ellipse, spline } from './lines.mjs';
import { clamp, mix, mixP, polar, range, TAU } from './numbers.mjs';
import { Sheet } from './sheet.mjs';

const { PI, sin, cos, abs, sqrt, floor, atan2 } = Math;

export const merian = (small = false) => {
  const s = new Sheet(600, 800, 1647, small),
    { rnd } = s,
    _C = [300, 292];
  // plant below
  const stem = bezier([92, 770], [210, 690], [330, 640], [470, 506], 40);
  leaf(s, along(stem, 0.2), 0.32, 176, 40, { bend: 0.35, veins: 9 });
  leaf(s, along(stem, 0.36), -2.5, 178, 44, { bend: -0.35, veins: 9 });
  leaf(s, along(stem, 0.66), 0.5, 150, 36, { bend: 0.4, veins: 8 });
  leaf(s, along(stem, 0.97), -0.95, 96, 25, { bend: 0.3, veins: 6 });
  leaf(s, along(stem, 0.8), -2.25, 96, 25, { bend: -0.3, veins: 6 });
  s.line(stem, 'contour').line(
    stem.map(([x, y]) => [x + 2.2, y + 3.6]),
    'main',
  );
  // caterpillar on the stem
  for (let i = 0; i < 12; i++) {
    const t = 0.4 + i * 0.023,
      p = along(stem, t),
      q = along(stem, t + 0.012),
      a = atan2(q[1] - p[1], q[0] - p[0]),
      c = [p[0] + sin(a) * 14, p[1] - cos(a) * 14 - 3 * sin(i * 0.6)],
      r = 13.5 - abs(i - 6) * 0.55;
    s.shape(ellipse(c, r * 0.72, r, 0, TAU, 28, a), 'main');
    for (let k = -3; k <= 3; k++)
      s.line(
        ellipse(
          c,
          (r * 0.72 * abs(k)) / 3.2,
          r * 0.92,
          k < 0 ? PI / 2 : -PI / 2,
          k < 0 ? 1.5 * PI : PI / 2,
          8,
          a,
        ),
        'fine',
      );
    s.line([polar(c, r, a - PI / 2), polar(c, r + 6 + rnd() * 5, a - PI / 2 + (rnd() - 0.5) * 0.7)], 'fine');
  }
  // wings: a margin, veins from the root, rows of scales between them
  const wing = (root, margin, n, bands, spot) => {
    const M = spline(margin, 14),
      poly = [root, ...M];
    const vein = (t, f = 1) => {
      const q = along(M, t),
        b = 0.12 * (0.5 - t),
        m = mixP(root, q, 0.5);
      return bezier(
        root,
        [m[0] + (q[1] - root[1]) * b, m[1] - (q[0] - root[0]) * b],
        mixP(m, q, 0.6),
        q,
        14,
      ).slice(0, Math.ceil(15 * f));
    };
    const at = (t, f) => along(vein(t), f),
      out = [];
    out.push(['knock', poly]);
    for (const [f0, f1, rows, pen] of bands)
      for (let r = 0; r < rows; r++) {
        // scales, row by row
        const f = mix(f0, f1, (r + 0.5) / rows),
          cnt = floor(n * 6 * (0.45 + f * 0.55)),
          h = ((f1 - f0) / rows) * 0.92;
        for (let i = 0; i < cnt; i++) {
          const t = (i + (r % 2) * 0.5) / cnt,
            sc = 0.035 * sin(t * n * PI) ** 2;
          if (t < 0.995)
            out.push([
              pen,
              [at(t, clamp(f - sc, 0, 1)), at(t, clamp(f - sc + h * (0.75 + rnd() * 0.25), 0, 0.995))],
            ]);
        }
      }
    for (const f of bands.flatMap((b) => b.slice(0, 2)))
      if (f > 0.05 && f < 0.97)
        out.push(['main', range(n * 6 + 1, (_, t) => at(t, f - 0.035 * sin(t * n * PI) ** 2))]);
    for (let i = 0; i <= n; i++) out.push(['main', vein(i / n)]);
    out.push(['contour', [root, ...M, root]]);
    if (spot) {
      const c = at(spot[0], spot[1]);
      for (const [r, pen] of [
        [spot[2], 'knock'],
        [spot[2], 'bright'],
        [spot[2] * 0.8, 'fine'],
        [spot[2] * 0.62, 'main'],
        [spot[2] * 0.28, 'bright'],
      ])
        out.push([pen, circle(c, r)]);
      for (let k = 0; k < 40; k++)
        out.push([
          'fine',
          [polar(c, spot[2] * 0.64, (k * TAU) / 40), polar(c, spot[2] * 0.98, (k * TAU) / 40)],
        ]);
    }
    s.echo(['matrix(-1 0 0 1 600 0)'], () => {
      for (const [pen, pts] of out) pen === 'knock' ? s.knock(pts) : s.line(pts, pen);
    });
  };
  wing(
    [310, 322],
    [
      [322, 330],
      [392, 346],
      [470, 378],
      [496, 432],
      [462, 492],
      [410, 520],
      [372, 500],
      [340, 440],
      [314, 356],
    ],
    7,
    [
      [0.1, 0.36, 3, 'ghost'],
      [0.5, 0.62, 2, 'fine'],
      [0.72, 0.95, 3, 'fine'],
    ],
    [0.52, 0.6, 22],
  );
  wing(
    [310, 270],
    [
      [316, 262],
      [376, 196],
      [468, 132],
      [556, 112],
      [560, 150],
      [528, 218],
      [500, 290],
      [486, 346],
      [420, 352],
      [352, 336],
      [312, 312],
    ],
    9,
    [
      [0.08, 0.3, 3, 'ghost'],
      [0.42, 0.53, 2, 'fine'],
      [0.62, 0.7, 2, 'fine'],
      [0.8, 0.96, 3, 'fine'],
    ],
    [0.44, 0.55, 21],
  );
  // body and feathered antennae
  for (let i = 9; i >= 0; i--) {
    const t = i / 9,
      c = [300, 336 + t * 112],
      r = 19 * (1 - t * 0.62);
    s.shape(ellipse(c, r, 12, 0, TAU, 26), 'main');
    for (let k = -3; k <= 3; k++)
      s.line(
        [
          [300 + (k / 3.4) * r, c[1] + 2],
          [300 + (k / 3.4) * r * 0.94, c[1] + 10],
        ],
        'fine',
      );
  }
  const thorax = ellipse([300, 292], 24, 46, 0, TAU, 44);
  s.knock(thorax);
  for (let i = 0; i < 110; i++) {
    const a = rnd() * TAU,
      q = sqrt(rnd()),
      p = [300 + cos(a) * 23 * q, 286 + sin(a) * 44 * q];
    s.line([p, [p[0] + (p[0] - 300) * 0.22, p[1] + 11]], i % 4 ? 'fine' : 'bright');
  }
  s.line(thorax, 'contour').shape(ellipse([300, 240], 15, 13), 'contour');
  for (const sg of [-1, 1]) {
    s.line(circle([300 + sg * 8, 238], 4.4), 'main');
    const ant = bezier(
      [300 + sg * 6, 229],
      [300 + sg * 22, 190],
      [300 + sg * 52, 160],
      [300 + sg * 92, 148],
      30,
    );
    s.line(ant, 'main');
    for (let i = 4; i < 30; i++) {
      const p = ant[i],
        l = 15 * sin((i / 30) * PI) ** 0.8;
      s.line([p, [p[0] + sg * l * 0.75, p[1] + l * 0.4]], 'fine').line(
        [p, [p[0] + sg * l * 0.15, p[1] - l * 0.8]],
        'fine',
      );
    }
  }
  return s;
};
