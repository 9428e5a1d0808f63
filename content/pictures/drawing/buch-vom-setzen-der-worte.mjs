// On setting words: one page, its type area found by diagonals, and the lines that fill it.
import { bookCover, onCover } from './book-cover.mjs';
import { clipTo, hatchLines } from './lines.mjs';

const { min } = Math;

export const settingBook = (small = false) => {
  const s = bookCover(1455, small),
    { rnd } = s,
    L = 130,
    R = 518,
    T = 159,
    B = 741,
    w = (R - L) / 9,
    h = (B - T) / 9;
  const box = (x0, y0, x1, y1) => [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ];
  const through = (a, b, pen) => s.lines(clipTo([a, b], onCover, 4), pen);
  // the page in ninths
  for (let k = 1; k < 9; k++)
    s.line(
      [
        [L + k * w, T],
        [L + k * w, B],
      ],
      'ghost',
    ).line(
      [
        [L, T + k * h],
        [R, T + k * h],
      ],
      'ghost',
    );
  // the diagonal of the page, and the one that comes over from the page beside it
  through([L - w, B + h], [R + w, T - h], 'main');
  through([2 * L - R, T], [R + w, B + h / 2], 'main');
  const page = box(L, T, R, B);
  s.line([...page, page[0]], 'contour');
  // inner and upper margin one ninth, outer and lower two
  const area = box(L + w, T + h, R - 2 * w, B - 2 * h),
    [x0, top] = area[0],
    [x1, bottom] = area[2];
  s.knock(area).line([...area, area[0]], 'bright');
  const rows = small ? 11 : 30,
    step = (bottom - top) / rows;
  for (let row = 0; row < rows; row++) {
    const y = top + (row + 0.66) * step,
      end = row === rows - 1 ? x1 - 90 : x1 - 6;
    let x = x0 + 6 + (row * step < 92 ? 94 : 0);
    while (x < end - 3) {
      const word = min(end - x, 12 + rnd() * 40);
      s.line(
        [
          [x, y],
          [x + word, y],
        ],
        small ? 'main' : row % 2 ? 'fine' : 'main',
      );
      if (!small && rnd() < 0.5)
        s.line(
          [
            [x + word * rnd(), y],
            [x + word * 0.5, y - 4],
          ],
          'fine',
        );
      x += word + 7;
    }
  }
  // the initial, a block of its own
  const initial = box(x0 + 6, top + 6, x0 + 90, top + 90);
  s.knock(initial).lines(hatchLines(initial, 0.78, small ? 16 : 4, rnd), small ? 'main' : 'fine');
  s.line([...initial, initial[0]], 'contour');
  for (let k = 0; k < 5; k++)
    s.line(
      [
        [x0 + 24 + k * 4, top + 24],
        [x0 + 34 + k * 4, top + 72],
      ],
      k % 4 ? 'fine' : 'bright',
    );
  s.line(
    [
      [x0 + 24, top + 72],
      [x0 + 72, top + 72],
    ],
    'bright',
  ).line(
    [
      [x0 + 72, top + 72],
      [x0 + 72, top + 58],
    ],
    'bright',
  );
  // the measuring stick above and below
  for (const y of [96, 778]) {
    s.line(
      [
        [L, y],
        [R, y],
      ],
      'main',
    );
    for (let k = 0; k <= 54; k++) {
      const x = L + (k * (R - L)) / 54;
      s.line(
        [
          [x, y],
          [x, y + (k % 6 === 0 ? 24 : k % 3 === 0 ? 15 : 8)],
        ],
        k % 6 === 0 ? 'bright' : 'fine',
      );
    }
  }
  return s;
};
