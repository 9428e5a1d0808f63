// A course as a gift: its drawing in a frame of waves, tied with a bow.
import { bow } from './bow.mjs';
import { range, TAU } from './numbers.mjs';
import { Sheet } from './sheet.mjs';

const { sin } = Math;

const box = ([x, y, w, h]) => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
  [x, y],
];

/** `draw` is the drawing of the course; its lines are the heavy ones, because it is shown half as large. */
export const courseGift = (draw, waves, small = false) => {
  const s = new Sheet(600, 600, 41, small);
  const [w, h] = small ? [372, 496] : [333, 444];
  const [x, y] = [(600 - w) / 2, 586 - h - (small ? 0 : 34)];
  s.place(draw(true), `translate(${x} ${y}) scale(${w / 600})`);
  // What reaches beyond its edge is cut off.
  for (const strip of [[0, 0, x, 600], [x + w, 0, 600 - x - w, 600], [x, 0, w, y], [x, y + h, w, 600 - y - h]])
    s.knock(box(strip));
  if (!small) {
    const [wide, high] = [26, 26];
    for (let k = 0; k < 5; k++) {
      const wave = (t, n) => 13 + (6 + k) * sin(t * n * TAU + (k * TAU) / 5);
      for (const side of [-1, 1]) {
        const edge = (from, to) => (side < 0 ? from - wide : to);
        s.line(
          range(241, (_, t) => [x - wide + t * (w + 2 * wide), edge(y, y + h) + wave(t, waves)]),
          k ? 'fine' : 'main',
        );
        s.line(
          range(301, (_, t) => [edge(x, x + w) + wave(t, waves + 3), y - high + t * (h + 2 * high)]),
          k ? 'fine' : 'main',
        );
      }
    }
    s.line(box([x - wide, y - high, w + 2 * wide, h + 2 * high]), 'contour');
  }
  s.line(box([x, y, w, h]), small ? 'main' : 'bright');
  return bow(s, [300, y - (small ? 4 : 30)], small ? 0.85 : 0.8);
};
