// The Masterpass: an admission ticket with its guilloche and the stub that is not torn off.
import { circle } from './lines.mjs';
import { range, TAU } from './numbers.mjs';
import { Sheet } from './sheet.mjs';

const { PI, sin, cos } = Math;

export const ticket = (small = false) => {
  const s = new Sheet(600, 600, 180, small),
    L = 52,
    R = 548,
    T = 168,
    B = 432,
    tear = 412,
    notch = 20;
  const outline = [
    ...circle([L, T], notch, PI / 2, 0),
    ...circle([tear, T], notch, PI, 0),
    ...circle([R, T], notch, PI, PI / 2),
    ...circle([R, B], notch, -PI / 2, -PI),
    ...circle([tear, B], notch, 0, -PI),
    ...circle([L, B], notch, 0, -PI / 2),
  ];
  const band = (k, n, edge) =>
    range(181, (_, t) => [
      L + 34 + t * (tear - L - 64),
      300 +
        (62 + 20 * sin(t * TAU * 2)) *
          sin(t * TAU * 2.5 + (k * TAU) / n) *
          (0.6 + 0.4 * cos(t * TAU + k * 0.06)) *
          edge,
    ]);
  s.knock(outline);
  const n = small ? 5 : 24;
  for (let k = 0; k < n; k++) s.line(band(k, n, 1), small ? 'main' : k % 6 ? 'fine' : 'main', 0.25);
  s.line([...outline, outline[0]], 'contour');
  for (const x of range(small ? 9 : 19, (i) => i)) {
    const y = T + notch + 12 + (x * (B - T - 2 * notch - 24)) / (small ? 8 : 18);
    s.line(
      [
        [tear, y - 3],
        [tear, y + 3],
      ],
      'bright',
    );
  }
  // twelve months on the stub, four rows of three
  for (let i = 0; i < 12; i++) {
    const c = [tear + 38 + (i % 3) * 31, T + 66 + Math.floor(i / 3) * 44];
    s.line(circle(c, 11), i === 0 ? 'contour' : 'main');
    for (let k = 0; k < 12; k++)
      if (k <= i)
        s.line(
          [
            [c[0] + 6 * sin((k * TAU) / 12), c[1] - 6 * cos((k * TAU) / 12)],
            [c[0] + 10 * sin((k * TAU) / 12), c[1] - 10 * cos((k * TAU) / 12)],
          ],
          'fine',
        );
  }
  const frame = [
    [L + 30, T + 26],
    [tear - 26, T + 26],
    [tear - 26, B - 26],
    [L + 30, B - 26],
  ];
  s.line([...frame, frame[0]], 'fine');
  for (const y of [132, 126, 468, 474])
    s.line(
      [
        [120 + (y % 4) * 8, y],
        [480 - (y % 4) * 8, y],
      ],
      y === 132 || y === 468 ? 'main' : 'fine',
    );
  return s;
};
