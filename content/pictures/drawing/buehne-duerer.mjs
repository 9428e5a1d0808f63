// The stage drawing of the home page: the same room as Dürer's poster, twice as wide.
import { spline } from './lines.mjs';
import { camera, perspective } from './perspective.mjs';
import { Sheet } from './sheet.mjs';

export const stage = () => {
  // 16:9, opening of the home page
  const s = new Sheet(1600, 900, 1525);
  const n = perspective(s, {
    cam: camera([7.6, -6.6, 3.4], [1.5, 0.6, 1.9], 930, 1085, 450),
    nail: [4.75, 1.5, 5.2],
    frameX: 2.3,
    y0: -0.55,
    y1: 2.2,
    z0: 1.0,
    z1: 4.2,
    floor: [-16.8, 5.6, -6.4, 11.2],
  });
  s.line([n, [n[0], n[1] + 150]], 'fine').shape(
    spline(
      [
        [n[0], n[1] + 148],
        [n[0] + 13, n[1] + 172],
        [n[0], n[1] + 194],
        [n[0] - 13, n[1] + 172],
      ],
      8,
      true,
    ),
    'main',
  );
  return s;
};
