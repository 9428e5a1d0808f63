// Lines are lists of points; these make, cut, hatch and thin them.
import { clamp, mix, mixP, range, TAU } from './numbers.mjs';

const { sin, cos, abs, hypot, min, max, sqrt, floor } = Math;

export const bezier = (a, b, c, d, n = 24) =>
  range(n + 1, (_, t) => {
    const u = 1 - t;
    return [0, 1].map(
      (k) => u * u * u * a[k] + 3 * u * u * t * b[k] + 3 * u * t * t * c[k] + t * t * t * d[k],
    );
  });
export const spline = (pts, n = 10, closed = false) => {
  // Catmull-Rom through all points
  const g = (i) => (closed ? pts[(i + pts.length) % pts.length] : pts[clamp(i, 0, pts.length - 1)]);
  const out = [];
  for (let i = 0; i < pts.length - (closed ? 0 : 1); i++)
    for (let k = 0; k < n; k++) {
      const t = k / n,
        [p0, p1, p2, p3] = [g(i - 1), g(i), g(i + 1), g(i + 2)];
      out.push(
        [0, 1].map(
          (d) =>
            0.5 *
            (2 * p1[d] +
              (p2[d] - p0[d]) * t +
              (2 * p0[d] - 5 * p1[d] + 4 * p2[d] - p3[d]) * t * t +
              (3 * p1[d] - p0[d] - 3 * p2[d] + p3[d]) * t ** 3),
        ),
      );
    }
  out.push(closed ? out[0] : pts[pts.length - 1]);
  return out;
};
export const ellipse = (c, rx, ry, a0 = 0, a1 = TAU, n = 72, rot = 0) =>
  range(n + 1, (_, t) => {
    const a = mix(a0, a1, t),
      x = rx * cos(a),
      y = ry * sin(a);
    return [c[0] + x * cos(rot) - y * sin(rot), c[1] + x * sin(rot) + y * cos(rot)];
  });
export const circle = (c, r, a0 = 0, a1 = TAU) =>
  ellipse(c, r, r, a0, a1, max(10, floor((sqrt(r) * 5 * abs(a1 - a0)) / TAU)));
export const along = (pts, t) => {
  const L = [0];
  for (let i = 1; i < pts.length; i++)
    L.push(L[i - 1] + hypot(pts[i][0] - pts[i - 1][0], pts[i][1] - pts[i - 1][1]));
  const s = clamp(t) * L[L.length - 1];
  let i = 1;
  while (i < L.length - 1 && L[i] < s) i++;
  return mixP(pts[i - 1], pts[i], (s - L[i - 1]) / (L[i] - L[i - 1] || 1));
};
export const part = (pts, a, b, n = 24) => range(n + 1, (_, t) => along(pts, mix(a, b, t)));
export const inside = (p, poly) => {
  let r = false;
  for (let i = 0, j = poly.length - 1; i < poly.length; j = i++) {
    const [xi, yi] = poly[i],
      [xj, yj] = poly[j];
    if (yi > p[1] !== yj > p[1] && p[0] < ((xj - xi) * (p[1] - yi)) / (yj - yi) + xi) r = !r;
  }
  return r;
};
export const clipTo = (pts, test, step = 2.5) => {
  // pieces of a line where test(point) holds
  const out = [];
  let run = [];
  const add = (p) => {
    if (test(p)) run.push(p);
    else if (run.length) {
      if (run.length > 1) out.push(run);
      run = [];
    }
  };
  for (let i = 1; i < pts.length; i++) {
    const n = max(1, Math.ceil(hypot(pts[i][0] - pts[i - 1][0], pts[i][1] - pts[i - 1][1]) / step));
    for (let k = i === 1 ? 0 : 1; k <= n; k++) add(mixP(pts[i - 1], pts[i], k / n));
  }
  if (run.length > 1) out.push(run);
  return out;
};
export const hatchLines = (poly, angle, gap, rnd = () => 0.5, jitter = 0) => {
  // exact scanline hatching of a polygon
  const c = cos(-angle),
    s = sin(-angle),
    R = poly.map(([x, y]) => [x * c - y * s, x * s + y * c]);
  const ys = R.map((p) => p[1]),
    lines = [];
  for (let y = min(...ys) + gap * 0.5; y < max(...ys); y += gap) {
    const yy = y + (rnd() - 0.5) * gap * 0.25,
      xs = [];
    for (let i = 0, j = R.length - 1; i < R.length; j = i++) {
      const [xi, yi] = R[i],
        [xj, yj] = R[j];
      if (yi > yy !== yj > yy) xs.push(((xj - xi) * (yy - yi)) / (yj - yi) + xi);
    }
    xs.sort((a, b) => a - b);
    for (let k = 0; k + 1 < xs.length; k += 2) {
      const a = xs[k] + rnd() * jitter,
        b = xs[k + 1] - rnd() * jitter;
      if (b - a > 1.5)
        lines.push([
          [a * c + yy * s, -a * s + yy * c],
          [b * c + yy * s, -b * s + yy * c],
        ]);
    }
  }
  return lines;
};
export const isolines = (f, level, w, h, step) => {
  // marching squares, chained
  const nx = Math.ceil(w / step),
    ny = Math.ceil(h / step),
    v = range(ny + 1, (j) => range(nx + 1, (i) => f(i * step, j * step) - level));
  const next = new Map(),
    key = (p) => `${Math.round(p[0] * 50)},${Math.round(p[1] * 50)}`;
  const link = (p, q) => {
    for (const [a, b] of [
      [p, q],
      [q, p],
    ]) {
      const k = key(a);
      if (!next.has(k)) next.set(k, { p: a, to: [] });
      next.get(k).to.push(key(b));
    }
  };
  for (let j = 0; j < ny; j++)
    for (let i = 0; i < nx; i++) {
      const e = [],
        q = [
          [i, j, v[j][i]],
          [i + 1, j, v[j][i + 1]],
          [i + 1, j + 1, v[j + 1][i + 1]],
          [i, j + 1, v[j + 1][i]],
        ];
      for (let k = 0; k < 4; k++) {
        const a = q[k],
          b = q[(k + 1) % 4];
        if (a[2] < 0 !== b[2] < 0) {
          const t = a[2] / (a[2] - b[2]);
          e.push([mix(a[0], b[0], t) * step, mix(a[1], b[1], t) * step]);
        }
      }
      if (e.length >= 2) link(e[0], e[1]);
      if (e.length === 4) link(e[2], e[3]);
    }
  const lines = [],
    seen = new Set(),
    edge = (a, b) => (a < b ? a + b : b + a);
  const walk = (from) => {
    let k = from;
    const line = [next.get(k).p];
    for (;;) {
      const n = next.get(k).to.find((m) => !seen.has(edge(k, m)));
      if (!n) break;
      seen.add(edge(k, n));
      k = n;
      line.push(next.get(k).p);
    }
    if (line.length > 2) lines.push(line);
  };
  for (const [k, o] of next) if (o.to.length === 1) walk(k);
  for (const [k] of next) walk(k);
  return lines;
};
export const simplify = (pts, tol) => {
  if (pts.length < 3) return pts;
  const keep = new Uint8Array(pts.length);
  keep[0] = keep[pts.length - 1] = 1;
  const stack = [[0, pts.length - 1]];
  while (stack.length) {
    const [a, b] = stack.pop(),
      [ax, ay] = pts[a],
      dx = pts[b][0] - ax,
      dy = pts[b][1] - ay,
      l = hypot(dx, dy);
    let m = tol,
      at = 0;
    for (let i = a + 1; i < b; i++) {
      const d =
        l < 1e-6
          ? hypot(pts[i][0] - ax, pts[i][1] - ay)
          : abs((pts[i][0] - ax) * dy - (pts[i][1] - ay) * dx) / l;
      if (d > m) {
        m = d;
        at = i;
      }
    }
    if (at) {
      keep[at] = 1;
      stack.push([a, at], [at, b]);
    }
  }
  return pts.filter((_, i) => keep[i]);
};
