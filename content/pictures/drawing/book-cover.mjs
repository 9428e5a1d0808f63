// The boards that all book covers share: edge, joint of the spine and a ruled frame.
import { hatchLines } from './lines.mjs';
import { Sheet } from './sheet.mjs';

/** A cover of 600 by 900 with its inner frame drawn; the motif has the room from [110, 70] to [550, 830]. */
export const bookCover = (seed, small) => {
  const s = new Sheet(600, 900, seed, small);
  const box = (x0, y0, x1, y1) => [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
    [x0, y0],
  ];
  s.line(box(20, 20, 580, 880), 'contour');
  s.lines(hatchLines(box(24, 24, 58, 876).slice(0, 4), 0.78, 5, s.rnd, 2), 'fine');
  s.line(
    [
      [62, 20],
      [62, 880],
    ],
    'main',
  ).line(
    [
      [70, 20],
      [70, 880],
    ],
    'fine',
  );
  s.line(box(92, 50, 556, 850), 'main').line(box(100, 58, 548, 842), 'fine');
  return s;
};

/** Whether a point lies within the ruled frame. */
export const onCover = ([x, y]) => x > 100 && x < 548 && y > 58 && y < 842;
