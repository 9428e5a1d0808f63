// Seeded chance, noise and the arithmetic of points. A point is [x, y].

const { PI, sin, cos, min, max, floor } = Math;

export const TAU = PI * 2;
/** Seeded chance: the same seed gives the same numbers from 0 to 1. */
export const random = (seed) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
};
/** Smooth noise over the plane, from -1 to 1. */
export const noise2 = (seed) => {
  const h = (x, y) => {
    const r = random(x * 374761393 + y * 668265263 + seed * 69069);
    r();
    return r();
  };
  const s = (t) => t * t * (3 - 2 * t);
  return (x, y) => {
    const i = floor(x),
      j = floor(y),
      u = s(x - i),
      v = s(y - j);
    const a = h(i, j),
      b = h(i + 1, j),
      c = h(i, j + 1),
      d = h(i + 1, j + 1);
    return (a + (b - a) * u + (c - a) * v + (a - b - c + d) * u * v) * 2 - 1;
  };
};
export const mix = (a, b, t) => a + (b - a) * t;
export const mixP = (p, q, t) => [mix(p[0], q[0], t), mix(p[1], q[1], t)];
export const clamp = (x, a = 0, b = 1) => max(a, min(b, x));
export const range = (n, f) => Array.from({ length: n }, (_, i) => f(i, n > 1 ? i / (n - 1) : 0));
export const polar = (c, r, a) => [c[0] + r * cos(a), c[1] + r * sin(a)];
