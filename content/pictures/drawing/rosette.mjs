// Rosettes as on securities, for gifts and vouchers.
import { circle } from './lines.mjs';
import { polar, range, TAU } from './numbers.mjs';
import { Sheet } from './sheet.mjs';

const { PI, sin, cos } = Math;

export const rosette = (seed, petals, rings, small = false) => {
  const s = new Sheet(600, 600, seed, small),
    c = [300, 300];
  for (let k = 0; k < rings; k++) {
    const b = 60 + k * (170 / rings);
    s.line(
      range(361, (_, t) =>
        polar(c, b + (26 + 18 * sin((k / rings) * PI)) * cos(petals * t * TAU + k * 0.32), t * TAU),
      ),
      k === rings - 1 ? 'contour' : k % 4 ? 'fine' : 'main',
      0.2,
    );
  }
  s.line(circle(c, 250), 'main')
    .line(circle(c, 258), 'fine')
    .shape(circle(c, 62), 'contour')
    .line(circle(c, 55), 'fine');
  for (let k = 0; k < 120; k++)
    s.line([polar(c, 250, (k * TAU) / 120), polar(c, 258, (k * TAU) / 120)], 'fine');
  return s;
};
