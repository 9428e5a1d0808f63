// Dürer: the solid of Melencolia, measured with threads through a frame.
import { spline } from './lines.mjs';
import { camera, perspective } from './perspective.mjs';
import { Sheet } from './sheet.mjs';

export const duerer = (small = false) => {
  const s = new Sheet(600, 800, 1471, small);
  const n = perspective(s, {
    cam: camera([7.6, -6.6, 3.6], [1.5, 0.6, 1.9], 735, 278, 420),
    nail: [4.55, 1.5, 5.5],
    frameX: 2.25,
    y0: -0.55,
    y1: 2.2,
    z0: 1.0,
    z1: 4.4,
    floor: [-5.6, 4.8, -2.4, 5.6],
  });
  s.line([n, [n[0], n[1] + 118]], 'fine').shape(
    spline(
      [
        [n[0], n[1] + 116],
        [n[0] + 11, n[1] + 136],
        [n[0], n[1] + 154],
        [n[0] - 11, n[1] + 136],
      ],
      8,
      true,
    ),
    'main',
  );
  return s;
};
