// A solid measured with threads through a frame, in true perspective: Dürer's poster and stage.
import { circle, hatchLines } from './lines.mjs';
import { clamp, mix, range, TAU } from './numbers.mjs';

const { sin, cos, hypot, atan2 } = Math;

export const camera = (eye, at, focal, cx, cy) => {
  const sub = (a, b) => a.map((v, i) => v - b[i]),
    norm = (a) => {
      const l = hypot(...a);
      return a.map((v) => v / l);
    };
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const f = norm(sub(at, eye)),
    r = norm(cross(f, [0, 0, 1])),
    u = cross(r, f);
  const to = (p) => {
    const d = sub(p, eye),
      z = dot(d, f);
    return [cx + (focal * dot(d, r)) / z, cy - (focal * dot(d, u)) / z, z];
  };
  return Object.assign(to, { eye, sub, cross, dot, norm });
};
export const solid = (scale, turn, lift) => {
  // truncated rhombohedron, face angle 72 degrees
  const h = 0.734,
    r = 0.679,
    t = 0.38,
    a = range(3, (i) => [r * cos(turn + (i * TAU) / 3), r * sin(turn + (i * TAU) / 3), h]);
  const add = (...v) => v.reduce((p, q) => p.map((x, i) => x + q[i])),
    mul = (v, k) => v.map((x) => x * k),
    S = add(...a),
    faces = [];
  for (const [i, j, k] of [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
  ]) {
    faces.push([
      add(S, mul(a[i], -t)),
      add(S, mul(a[i], -1)),
      a[k],
      add(S, mul(a[j], -1)),
      add(S, mul(a[j], -t)),
    ]);
    faces.push([mul(a[i], t), a[i], add(a[i], a[j]), a[j], mul(a[j], t)]);
  }
  faces.push(
    a.map((v) => add(S, mul(v, -t))),
    a.map((v) => mul(v, t)),
  );
  const floorZ = t * h;
  return faces.map((f) => f.map((p) => [p[0] * scale, p[1] * scale, (p[2] - floorZ) * scale + lift]));
};
export const perspective = (
  s,
  { cam, nail, frameX, y0, y1, z0, z1, floor: [fx0, fx1, fy0, fy1], turn = 0.62, size = 1.75 },
) => {
  const { rnd } = s,
    at = (p) => cam(p).slice(0, 2),
    faces = solid(size, turn, 0),
    mid = [0, 0, size * 0.8];
  // floor tiles, further lines fainter
  for (let x = fx0; x <= fx1 + 1e-6; x += 0.8) s.line([at([x, fy0, 0]), at([x, fy1, 0])], 'ghost');
  for (let y = fy0; y <= fy1 + 1e-6; y += 0.8) s.line([at([fx0, y, 0]), at([fx1, y, 0])], 'ghost');
  const tile = (x, y) =>
    [
      [x, y],
      [x + 0.8, y],
      [x + 0.8, y + 0.8],
      [x, y + 0.8],
    ].map(([a, b]) => at([a, b, 0]));
  for (let x = fx0, i = 0; x < fx1 - 0.01; x += 0.8, i++)
    for (let y = fy0, j = 0; y < fy1 - 0.01; y += 0.8, j++)
      if ((i + j) % 2 === 0) s.lines(hatchLines(tile(x, y), 0.02, 5.2, rnd, 3), 'ghost');
  if (s.small) for (let y = fy0; y <= fy1; y += 1.6) s.line([at([fx0, y, 0]), at([fx1, y, 0])], 'main');
  // cast shadow of the solid
  const L = [-0.75, 0.38, -1],
    hull = (points) => {
      const pts = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      const half = (q) => {
        const o = [];
        for (const p of q) {
          while (
            o.length > 1 &&
            (o[o.length - 1][0] - o[o.length - 2][0]) * (p[1] - o[o.length - 2][1]) -
              (o[o.length - 1][1] - o[o.length - 2][1]) * (p[0] - o[o.length - 2][0]) <=
              0
          )
            o.pop();
          o.push(p);
        }
        o.pop();
        return o;
      };
      return [...half(pts), ...half(pts.reverse())];
    };
  const all = faces.flat(),
    shadow = hull(all.map((p) => at([p[0] - (L[0] / L[2]) * p[2], p[1] - (L[1] / L[2]) * p[2], 0])));
  s.knock(shadow)
    .lines(hatchLines(shadow, 0.06, 3.4, rnd, 5), 'fine')
    .lines(hatchLines(shadow, 0.5, 6, rnd, 8), 'ghost');
  // faces seen from the eye, hatched by their light
  const light = cam.norm([0.75, -0.5, 0.72]),
    seen = [];
  for (const f of faces) {
    let n = cam.norm(cam.cross(cam.sub(f[1], f[0]), cam.sub(f[2], f[0])));
    const c = f.reduce((p, q) => p.map((v, i) => v + q[i] / f.length), [0, 0, 0]);
    if (cam.dot(n, cam.sub(c, mid)) < 0) n = n.map((v) => -v);
    if (cam.dot(n, cam.sub(cam.eye, c)) > 0) seen.push({ f, n, poly: f.map(at) });
  }
  s.knock(hull(all.map(at)));
  seen.forEach(({ n, poly }) => {
    const tone = clamp(cam.dot(n, light)),
      e = [poly[1][0] - poly[0][0], poly[1][1] - poly[0][1]],
      a = atan2(e[1], e[0]);
    s.lines(hatchLines(poly, a, mix(2.9, 8.5, tone ** 0.9), rnd, mix(2, 26, tone)), 'fine');
    if (tone < 0.6) s.lines(hatchLines(poly, a + 0.62, mix(3.6, 7, tone), rnd, 7), 'fine');
    if (tone < 0.25) s.lines(hatchLines(poly, a - 0.7, 4.6, rnd, 9), 'ghost');
  });
  for (const { poly } of seen) s.line([...poly, poly[0]], 'contour');
  // frame, veil of threads, and the picture that the threads find in it
  const hit = (p) => {
    const t = (frameX - nail[0]) / (p[0] - nail[0]);
    return nail.map((v, i) => v + (p[i] - v) * t);
  };
  const verts = [
    ...new Map(seen.flatMap(({ f }) => f).map((p) => [p.map((v) => v.toFixed(3)).join(), p])).values(),
  ];
  const thread = s.small ? 'main' : 'fine';
  for (const [i, p] of verts.entries()) if (!s.small || i % 3 === 0) s.line([at(p), at(hit(p))], thread);
  const bar = 0.09,
    F = (y, z) => at([frameX, y, z]),
    quad = (a, b, c, d) => [F(a, c), F(b, c), F(b, d), F(a, d)];
  for (let k = 1; k < 8; k++) {
    s.line([F(mix(y0, y1, k / 8), z0), F(mix(y0, y1, k / 8), z1)], 'ghost');
    s.line([F(y0, mix(z0, z1, k / 8)), F(y1, mix(z0, z1, k / 8))], 'ghost');
  }
  seen.forEach(({ f }) => {
    const g = f.map((p) => at(hit(p)));
    s.line([...g, g[0]], 'bright');
  });
  for (const [i, p] of verts.entries()) if (!s.small || i % 3 === 0) s.line([at(hit(p)), at(nail)], thread);
  for (const q of [
    quad(y0 - bar, y1 + bar, z1, z1 + bar * 1.6),
    quad(y0 - bar, y0, z0 - 0.5, z1),
    quad(y1, y1 + bar, z0 - 0.5, z1),
    quad(y0 - bar, y1 + bar, z0 - bar, z0),
  ]) {
    s.knock(q)
      .lines(hatchLines(q, 1.4, 3.2, rnd, 1), 'fine')
      .line([...q, q[0]], 'main');
  }
  for (const p of verts) s.line(circle(at(hit(p)), 2.4), 'bright');
  const n = at(nail);
  s.shape(circle(n, 7)).line(circle(n, 2.4), 'main');
  return n;
};
