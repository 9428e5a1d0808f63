// The monthly pass: a calendar sheet of thirty days, crossed by one long wave.
import { circle, clipTo, hatchLines } from './lines.mjs';
import { range, TAU } from './numbers.mjs';
import { Sheet } from './sheet.mjs';

const { sin, floor } = Math;

export const monthlyPass = (small = false) => {
  const s = new Sheet(600, 600, 30, small),
    L = 96,
    T = 150,
    cell = 68,
    gap = 2,
    wave = (x, k) => 320 + 92 * sin(((x - L) / 408) * TAU + 0.5) + (k - 8) * 7;
  const sheet = [
    [L - 22, 88],
    [L + 6 * cell + 22, 88],
    [L + 6 * cell + 22, T + 5 * cell + 22],
    [L - 22, T + 5 * cell + 22],
  ];
  // the sheets below
  for (let k = 4; k > 0; k--)
    s.line(sheet.map(([x, y]) => [x + k * 5, y + k * 6]).slice(1, 4), k === 4 ? 'main' : 'fine');
  s.shape(sheet, 'contour');
  const head = [
    [L - 22, 88],
    [L + 6 * cell + 22, 88],
    [L + 6 * cell + 22, 132],
    [L - 22, 132],
  ];
  s.lines(hatchLines(head, 0.78, 5, s.rnd, 2), 'fine').line([head[3], head[2]], 'main');
  for (const x of range(7, (i) => 118 + i * 60))
    s.shape(circle([x, 88], 11), 'contour').line(
      [
        [x, 62],
        [x, 92],
      ],
      'bright',
    );
  for (let i = 0; i < 30; i++) {
    const x = L + (i % 6) * cell + gap,
      y = T + floor(i / 6) * cell + gap,
      q = [
        [x, y],
        [x + cell - 2 * gap - 2, y],
        [x + cell - 2 * gap - 2, y + cell - 2 * gap - 2],
        [x, y + cell - 2 * gap - 2],
      ];
    s.line([...q, q[0]], 'main');
    if (i % 7 === 6) s.lines(hatchLines(q, -0.78, 7, s.rnd, 3), 'ghost');
  }
  const within = ([x, y]) => x > L && x < L + 6 * cell && y > T && y < T + 5 * cell;
  for (let k = 0; k < 17; k++)
    s.lines(
      clipTo(
        range(120, (_, t) => [L + t * 408, wave(L + t * 408, k)]),
        within,
        6,
      ),
      k === 0 || k === 16 ? 'contour' : small ? 'ghost' : k % 4 ? 'fine' : 'bright',
      0.25,
    );
  return s;
};
