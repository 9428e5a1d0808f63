// Bodies as signed distances: soft unions of simple solids, and what light does on them. A point is [x, y, z] with y
// downwards and z towards the viewer; sizes are those of the sheet.
import { clamp } from './numbers.mjs';

const { sqrt, min, max, abs, hypot } = Math;

/** An ellipsoid, turned by `turn` about the line of sight. */
export const ball =
  ([cx, cy, cz], [rx, ry, rz] = [1, 1, 1], turn = 0) => {
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    return (x, y, z) => {
      const [u, v] = [x - cx, y - cy];
      const [a, b, d] = [(u * c + v * s) / rx, (v * c - u * s) / ry, (z - cz) / rz];
      const near = sqrt(a * a + b * b + d * d);
      const steep = sqrt((a / rx) ** 2 + (b / ry) ** 2 + (d / rz) ** 2);
      return steep < 1e-9 ? -min(rx, ry, rz) : (near * (near - 1)) / steep;
    };
  };
/** A rod from a to b whose radius goes from ra to rb. */
export const rod = ([ax, ay, az], [bx, by, bz], ra, rb = ra) => {
  const [dx, dy, dz] = [bx - ax, by - ay, bz - az];
  const l = dx * dx + dy * dy + dz * dz || 1;
  return (x, y, z) => {
    const t = clamp(((x - ax) * dx + (y - ay) * dy + (z - az) * dz) / l);
    return hypot(x - ax - dx * t, y - ay - dy * t, z - az - dz * t) - ra - (rb - ra) * t;
  };
};
/** The same solid on both sides. */
export const both = (solid) => (x, y, z) => solid(abs(x), y, z);
const soft = (a, b, k) => {
  const h = max(k - abs(a - b), 0) / k;
  return min(a, b) - h * h * k * 0.25;
};
/** Solids grown together; each is [solid, k], k how soft it joins those before it. */
export const grown = (...parts) => {
  const [[first], ...others] = parts;
  return (x, y, z) => {
    let d = first(x, y, z);
    for (const [solid, k] of others) d = soft(d, solid(x, y, z), k);
    return d;
  };
};
/** One solid without another. */
export const without = (solid, cut, k = 8) => (x, y, z) => -soft(-solid(x, y, z), cut(x, y, z), k);

/** A solid turned about the upright axis, then bowed towards the viewer. */
export const posed = (solid, { yaw = 0, nod = 0, lean = 0, size = 1, at: [ax, ay] }) => {
  const [cy, sy] = [Math.cos(yaw), Math.sin(yaw)];
  const [cn, sn] = [Math.cos(nod), Math.sin(nod)];
  const [cl, sl] = [Math.cos(lean), Math.sin(lean)];
  return (px, py, pz) => {
    const [u, v, w] = [(px - ax) / size, (py - ay) / size, pz / size];
    const [x, y] = [u * cl + v * sl, v * cl - u * sl];
    const [y1, z1] = [y * cn + w * sn, w * cn - y * sn];
    return solid(x * cy - z1 * sy, y1, x * sy + z1 * cy) * size;
  };
};
/** The reverse for one point: where a point of the solid is on the sheet, and how near. */
export const place = ([x, y, z], { yaw = 0, nod = 0, lean = 0, size = 1, at: [ax, ay] }) => {
  const [x1, z1] = [x * Math.cos(yaw) + z * Math.sin(yaw), z * Math.cos(yaw) - x * Math.sin(yaw)];
  const [y2, z2] = [y * Math.cos(nod) - z1 * Math.sin(nod), z1 * Math.cos(nod) + y * Math.sin(nod)];
  const [cl, sl] = [Math.cos(lean), Math.sin(lean)];
  return [(x1 * cl - y2 * sl) * size + ax, (y2 * cl + x1 * sl) * size + ay, z2 * size];
};

const NEAR = 250;
const FAR = -140;
/** What the viewer sees at a place: { z, n, kind } or null. `scene` is a list of { kind, solid }. */
export const look = (scene, x, y) => {
  let z = NEAR;
  for (let step = 0; step < 64; step++) {
    const [d, kind] = nearest(scene, x, y, z);
    if (d < 0.4) return { z, kind, n: slope(scene, x, y, z) };
    z -= max(d * 0.8, 0.6);
    if (z < FAR) return null;
  }
  return null;
};
const nearest = (scene, x, y, z) => {
  let best = 1e9;
  let kind = null;
  for (const part of scene) {
    const d = part.solid(x, y, z);
    if (d < best) {
      best = d;
      kind = part.kind;
    }
  }
  return [best, kind];
};
const slope = (scene, x, y, z) => {
  const e = 1.2;
  const at = (a, b, c) => nearest(scene, a, b, c)[0];
  const n = [
    at(x + e, y, z) - at(x - e, y, z),
    at(x, y + e, z) - at(x, y - e, z),
    at(x, y, z + e) - at(x, y, z - e),
  ];
  const l = hypot(...n) || 1;
  return n.map((v) => v / l);
};
const unit = (v) => v.map((q) => q / hypot(...v));
const LIGHT = unit([-0.55, -0.42, 0.72]);
/** How bright a place is, 0 to 1: the lamp from the left above with its shadow, corners darker, and a rim on the right. */
export const brightness = (scene, x, y, { z, n }) => {
  const lit = max(0, n[0] * LIGHT[0] + n[1] * LIGHT[1] + n[2] * LIGHT[2]);
  let shade = 1;
  for (let t = 5; lit > 0 && t < 130; ) {
    const d = nearest(scene, x + n[0] * 2 + LIGHT[0] * t, y + n[1] * 2 + LIGHT[1] * t, z + n[2] * 2 + LIGHT[2] * t)[0];
    shade = min(shade, 0.55 + (3.4 * d) / t);
    if (shade < 0.1) break;
    t += clamp(d, 3, 18);
  }
  let corner = 0;
  for (const t of [5, 12, 24]) corner += max(0, t - nearest(scene, x + n[0] * t, y + n[1] * t, z + n[2] * t)[0]) / t;
  const rim = n[0] > 0.2 ? (1 - n[2]) ** 2 * 0.4 * (n[0] - 0.2) : 0;
  return clamp((0.1 + 0.16 * max(0, n[2]) + 0.78 * lit * clamp(shade, 0.12)) * (1 - 0.3 * corner) + rim);
};
