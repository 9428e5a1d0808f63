// The herb crate: slats of larch, and what wants to grow out of it.
import { hatchLines } from './lines.mjs';
import { leaf } from './leaf.mjs';
import { bezier } from './lines.mjs';
import { polar } from './numbers.mjs';
import { Sheet } from './sheet.mjs';

const { PI } = Math;

export const herbCrate = (small = false) => {
  const s = new Sheet(600, 600, 1150, small),
    { rnd } = s,
    at = (x, y, z) => [300 + (x - y) * 0.866, 430 + (x + y) * 0.44 - z],
    w = 150,
    d = 108;
  const board = (q, angle) =>
    s
      .knock(q)
      .lines(hatchLines(q, angle, 4.6, rnd, 6), 'fine')
      .line([...q, q[0]], 'contour');
  // inside of the far walls
  for (const z of [16, 68, 120]) {
    board([at(-w, -d, z), at(w, -d, z), at(w, -d, z + 40), at(-w, -d, z + 40)], 0.47);
    board([at(-w, -d, z), at(-w, d, z), at(-w, d, z + 40), at(-w, -d, z + 40)], -0.47);
  }
  // herbs, the far ones first
  const stems = [
    [-90, -60, 250, -0.3, 46],
    [20, -70, 286, 0.1, 40],
    [100, -50, 222, 0.42, 48],
    [-30, 0, 240, -0.12, 52],
    [60, 10, 262, 0.22, 44],
    [-100, 40, 190, -0.5, 50],
    [10, 60, 196, 0.02, 52],
    [110, 50, 176, 0.55, 46],
  ];
  for (const [x, y, tall, lean, size] of stems) {
    const foot = at(x, y, 90),
      top = [foot[0] + lean * tall * 0.5, foot[1] - tall + 60],
      stem = bezier(foot, [foot[0], foot[1] - tall * 0.4], [top[0] - lean * 30, top[1] + 50], top, 24);
    s.line(stem, 'contour');
    for (const [t, side] of [
      [0.34, 1],
      [0.46, -1],
      [0.58, 1],
      [0.7, -1],
      [0.82, 1],
      [0.9, -1],
    ]) {
      const p = stem[Math.round(t * 24)];
      leaf(s, p, -PI / 2 + lean * 0.5 + side * (0.95 - t * 0.3), size * (1.25 - t * 0.5), size * 0.24, {
        bend: -side * 0.35,
        veins: 5,
        fold: side > 0,
      });
    }
    leaf(s, top, -PI / 2 + lean * 0.6, size * 0.8, size * 0.2, { bend: 0, veins: 5 });
    s.dot(polar(top, size * 0.86, -PI / 2 + lean * 0.6), 'seed');
  }
  // near walls and their posts
  for (const z of [16, 68, 120]) {
    board([at(-w, d, z), at(w, d, z), at(w, d, z + 40), at(-w, d, z + 40)], 0.47);
    board([at(w, d, z), at(w, -d, z), at(w, -d, z + 40), at(w, d, z + 40)], -0.47);
  }
  for (const [x, y] of [
    [-w, d],
    [w, -d],
    [w, d],
  ])
    board([at(x - 9, y + 9, 0), at(x + 9, y - 9, 0), at(x + 9, y - 9, 176), at(x - 9, y + 9, 176)], 1.5);
  for (let k = 0; k < 38; k++) {
    const p = at(-w + (k / 37) * 2 * w, d + 6, 0);
    s.line([p, [p[0] + 22, p[1] + 30 - 14 * rnd()]], 'ghost');
  }
  return s;
};
