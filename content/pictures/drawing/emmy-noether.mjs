// Noether: reflections without end, the (2,3,7) group in the disc.
import { circle } from './lines.mjs';
import { clamp, mix, polar, range, TAU } from './numbers.mjs';
import { Sheet } from './sheet.mjs';

const { PI, sin, cos, abs, hypot, max, sqrt, floor, atan2 } = Math;

export const noether = (small = false) => {
  const s = new Sheet(600, 800, 1918, small),
    c = [300, 400],
    R = 246;
  const mink = (a, b) => a[0] * b[0] + a[1] * b[1] - a[2] * b[2],
    unit = (n) => {
      const k = sqrt(mink(n, n));
      return n.map((v) => v / k);
    };
  const crossM = (a, b) => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    -(a[0] * b[1] - a[1] * b[0]),
  ];
  const point = (a, b) => {
    let p = crossM(a, b);
    const k = sqrt(-mink(p, p));
    p = p.map((v) => v / k);
    return p[2] < 0 ? p.map((v) => -v) : p;
  };
  // mirrors: two through the centre at pi/7, the third meets them at pi/2 and pi/3
  const m0 = [0, 1, 0],
    m1 = [sin(PI / 7), -cos(PI / 7), 0];
  const nx = (() => {
    const A = -cos(PI / 3),
      ny = 0;
    const x = (A + ny * cos(PI / 7)) / sin(PI / 7);
    return [x, ny, sqrt(x * x + ny * ny - 1)];
  })();
  const m2 = [nx[0], nx[1], nx[0] < 0 ? -nx[2] : nx[2]],
    mirrors = [m0, m1, unit(m2)];
  const reflect = (m, p) => {
    const k = 2 * mink(m, p);
    return p.map((v, i) => v - k * m[i]);
  };
  const first = [point(m0, m1), point(m0, mirrors[2]), point(m1, mirrors[2])],
    disc = (p) => [c[0] + (R * p[0]) / (1 + p[2]), c[1] - (R * p[1]) / (1 + p[2])];
  const seen = new Set(),
    queue = [{ t: first, odd: 0, w: mirrors }],
    list = [];
  const middle = (t) => {
    const q = [0, 1, 2].map((i) => t[0][i] + t[1][i] + t[2][i]),
      k = sqrt(-mink(q, q));
    return q.map((v) => v / k);
  };
  while (queue.length && list.length < 2200) {
    const g = queue.shift(),
      m = disc(middle(g.t)),
      k = m.map((v) => Math.round(v * 4)).join();
    if (seen.has(k) || hypot(m[0] - c[0], m[1] - c[1]) > R * 0.962) continue;
    seen.add(k);
    list.push(g);
    for (const mm of g.w)
      queue.push({ t: g.t.map((p) => reflect(mm, p)), odd: 1 - g.odd, w: g.w.map((v) => reflect(mm, v)) });
  }
  const geo = (p, q, n) =>
    range(n + 1, (_, t) => {
      const k = [0, 1, 2].map((i) => mix(p[i], q[i], t)),
        l = sqrt(-mink(k, k));
      return disc(k.map((v) => v / l));
    });
  const between = (p, q, t) => {
    const k = [0, 1, 2].map((i) => mix(p[i], q[i], t)),
      l = sqrt(-mink(k, k));
    return k.map((v) => v / l);
  };
  s.turns(7, c, () => {
    for (const {
      t: [a, b, d],
      odd,
    } of list) {
      const [mx, my] = disc(middle([a, b, d])),
        turn = (atan2(my - c[1], mx - c[0]) + TAU + 1e-6) % TAU;
      if (turn >= TAU / 7) continue;
      const A = disc(a),
        B = disc(b),
        D = disc(d),
        size = max(hypot(A[0] - B[0], A[1] - B[1]), hypot(A[0] - D[0], A[1] - D[1])),
        n = size > 40 ? 6 : size > 18 ? 3 : size > 9 ? 2 : 1;
      if (odd && size > 5) {
        const h = clamp(floor(size / 4.1), 1, 16);
        for (let i = 1; i <= h; i++)
          s.line(geo(between(a, b, i / (h + 0.6)), between(a, d, i / (h + 0.6)), n), 'fine');
      }
      if (size > 4.5) {
        if (odd)
          s.line(geo(a, b, n), size > 26 ? 'main' : 'fine').line(geo(a, d, n), size > 26 ? 'main' : 'fine');
        if (odd) s.line(geo(b, d, n), size > 15 ? 'contour' : 'bright', 0.15);
      }
    }
  });
  s.knock([...circle(c, R * 0.958), ...circle(c, R + 5).reverse()]).line(circle(c, R * 0.958), 'main');
  for (let i = 0; i < 126; i++)
    s.line([polar(c, R * 0.966, (i * TAU) / 126), polar(c, R - 3, ((i + 0.75) * TAU) / 126)], 'fine');
  // rings: what stays the same when everything turns
  s.line(circle(c, R), 'contour')
    .line(circle(c, R + 7), 'main')
    .line(circle(c, R + 26), 'fine');
  for (let i = 0; i < 336; i++) {
    const a = (i * TAU) / 336,
      l = i % 48 === 0 ? 19 : i % 12 === 0 ? 11 : i % 4 === 0 ? 6 : 3.4;
    s.line([polar(c, R + 7, a - PI / 2), polar(c, R + 7 + l, a - PI / 2)], i % 12 === 0 ? 'main' : 'fine');
  }
  for (let i = 0; i < 7; i++) {
    const p = polar(c, R + 26, -PI / 2 + (i * TAU) / 7);
    s.shape(circle(p, 6), 'bright').line(circle(p, 2), 'main');
  }
  if (s.small) return s;
  // the turn and the mirror below and above, as a small table
  for (const [y, n, star] of [
    [72, 7, 3],
    [728, 7, 2],
  ])
    for (let k = 0; k < n; k++) {
      const q = [300 + (k - 3) * 62, y],
        r = 20,
        at = (i) => polar(q, r, -PI / 2 + (i * TAU) / 7);
      s.line(circle(q, r), 'ghost');
      for (let i = 0; i < 7; i++)
        s.line(
          [at(i), at(i + (star === 2 ? (k % 3) + 1 : k === 3 ? 3 : (abs(k - 3) % 3) + 1))],
          i === k ? 'bright' : 'fine',
        );
      const e = at(k);
      s.shape(circle(e, 3), 'bright');
    }
  return s;
};
