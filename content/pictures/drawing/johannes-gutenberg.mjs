// Gutenberg: Textura, each stroke a nib of seven lines, each letter on its sort.
import { bezier, circle, hatchLines } from './lines.mjs';
import { polar, range, TAU } from './numbers.mjs';
import { Sheet } from './sheet.mjs';
import { TEXTURA } from './textura.mjs';

const { PI, sin, cos, abs, floor } = Math;

export const gutenberg = (small = false) => {
  const s = new Sheet(600, 800, 1455, small),
    { rnd } = s,
    cw = 116,
    ch = 133,
    ox = 68,
    oy = 62,
    text = '*imanfangwardaswort.',
    na = 0.7,
    nib = [cos(na) * 0.92, sin(na) * 0.92];
  [...text].forEach((g, i) => {
    const col = i % 4,
      row = floor(i / 4),
      x = ox + col * cw,
      y = oy + row * ch,
      w = cw - 14,
      h = ch - 15;
    rnd();
    // sort: a metal block, lit from the upper left
    s.lines(
      hatchLines(
        [
          [x + w, y + 8],
          [x + w + 8, y + 16],
          [x + w + 8, y + h + 7],
          [x + 10, y + h + 7],
          [x + 4, y + h],
          [x + w, y + h],
        ],
        0.78,
        3.2,
        rnd,
        2,
      ),
      'fine',
    );
    s.knock([
      [x, y],
      [x + w, y],
      [x + w, y + h],
      [x, y + h],
    ]).line(
      [
        [x, y],
        [x + w, y],
        [x + w, y + h],
        [x, y + h],
        [x, y],
      ],
      'main',
    );
    s.line(
      [
        [x + 6, y + 6],
        [x + w - 6, y + 6],
        [x + w - 6, y + h - 6],
        [x + 6, y + h - 6],
        [x + 6, y + 6],
      ],
      'ghost',
    );
    const u = 12.6,
      lines = 7;
    if (g === '*' || g === '.') {
      const q = [x + w / 2, y + h / 2];
      const arms = g === '*' ? 8 : 4;
      if (g === '*')
        for (let k = 0; k < arms; k++) {
          const a = (k * TAU) / arms + PI / 8;
          for (let m = -3; m <= 3; m++)
            s.line(
              bezier(
                polar(q, 6, a),
                polar(q, 16, a + m * 0.16),
                polar(q, 28, a + m * 0.12),
                polar(q, 40, a),
                10,
              ),
              abs(m) === 3 ? 'bright' : 'fine',
            );
        }
      else
        for (let k = 1; k <= 7; k++)
          s.line(
            range(5, (j) => polar(q, k * 3.6, (j * TAU) / 4)),
            k === 7 ? 'contour' : 'fine',
          );
      if (g === '*') s.shape(circle(q, 7), 'bright').line(circle(q, 3), 'main');
      return;
    }
    const [adv, strokes] = TEXTURA[g],
      k = g === 'm' || g === 'w' ? 0.86 : 1,
      to = ([a, b]) => [
        x + w / 2 + (a - adv / 2) * u * k * 1.12,
        y + h * 0.77 - b * u + (g === 'g' ? -7 : 0) + ('fdi'.includes(g) ? 5 : 0),
      ];
    strokes.forEach((st) => {
      const off = (m) => st.map(([a, b]) => to([a + nib[0] * m, b + nib[1] * m]));
      s.knock([...off(-0.5), ...off(0.5).reverse()]);
    });
    strokes.forEach((st) => {
      const off = (m) => st.map(([a, b]) => to([a + nib[0] * m, b + nib[1] * m]));
      for (let m = 0; m < lines; m++)
        s.line(off(m / (lines - 1) - 0.5), m === 0 || m === lines - 1 ? 'contour' : 'fine');
      s.line([off(-0.5)[0], off(0.5)[0]], 'bright').line([off(-0.5).at(-1), off(0.5).at(-1)], 'bright');
    });
  });
  // the chase that holds the forme
  for (const [k, pen] of [
    [0, 'contour'],
    [5, 'fine'],
    [20, 'main'],
  ])
    s.line(
      [
        [44 - k + 4, 38 - k + 8],
        [552 + k - 4, 38 - k + 8],
        [552 + k - 4, 738 + k - 8],
        [44 - k + 4, 738 + k - 8],
        [44 - k + 4, 38 - k + 8],
      ],
      pen,
    );
  return s;
};
