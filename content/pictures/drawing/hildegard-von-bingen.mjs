// Hildegard: the garden as a wheel.
import { leaf } from './leaf.mjs';
import { along, bezier, circle } from './lines.mjs';
import { mix, polar, range, TAU } from './numbers.mjs';
import { Sheet } from './sheet.mjs';

const { PI, sin, cos, abs, sqrt } = Math;

export const hildegard = (small = false) => {
  const s = new Sheet(600, 800, 1151, small),
    { rnd } = s,
    c = [300, 400],
    ring = (r, pen) => s.line(circle(c, r), pen);
  // outer fire
  s.turns(6, c, () => {
    for (let i = 0; i < 12; i++) {
      const a = (i * TAU) / 72,
        w = TAU / 72,
        l = i % 6 === 0 ? 27 : i % 2 ? 12 : 19,
        tip = polar(c, 252 + l, a + w * 0.35),
        p = polar(c, 252, a - w * 0.5),
        q = polar(c, 252, a + w * 0.5);
      s.line(bezier(p, polar(c, 262, a - w * 0.6), polar(c, 252 + l * 0.5, a), tip, 7), 'main').line(
        bezier(tip, polar(c, 252 + l * 0.55, a + w * 0.5), polar(c, 260, a + w * 0.4), q, 7),
        'main',
      );
      if (i % 6 === 0) s.line([polar(c, 256, a), polar(c, 252 + l * 0.72, a + w * 0.2)], 'fine');
    }
  });
  ring(252, 'contour');
  ring(243, 'fine');
  for (let i = 0; i < 180; i++) {
    const a = (i * TAU) / 180;
    s.line([polar(c, 243, a), polar(c, 252, a + 0.02)], 'fine');
  }
  ring(236, 'main');
  // twelve plants: six with broad leaves, six umbels
  s.turns(6, c, () => {
    for (let i = 0; i < 2; i++) {
      const a = -PI / 2 + (i * TAU) / 12;
      if (i % 2) {
        const stem = range(20, (_, t) => polar(c, mix(76, 168, t), a + 0.035 * sin(t * 5)));
        s.line(stem, 'main');
        for (let k = 0; k < 4; k++)
          for (const sg of [-1, 1]) {
            const p = along(stem, 0.1 + k * 0.18),
              q0 = a + sg * 0.75,
              l = 21 - k * 3;
            for (let f = -2; f <= 2; f++)
              s.line(
                bezier(
                  p,
                  polar(p, l * 0.5, q0),
                  polar(p, l * 0.8, q0 + f * 0.18),
                  polar(p, l, q0 + f * 0.26),
                  5,
                ),
                'fine',
              );
          }
        const top = stem.at(-1);
        for (let k = -4; k <= 4; k++) {
          const e = polar(top, 46 - abs(k) * 1.8, a + k * 0.175);
          s.line(bezier(top, polar(top, 18, a + k * 0.05), polar(top, 34, a + k * 0.14), e, 7), 'main');
          for (let m = -3; m <= 3; m++) {
            const q = polar(e, 12, a + k * 0.175 + m * 0.4);
            s.line([e, q], 'fine').dot(q, 'seed');
          }
        }
      } else {
        const stem = range(16, (_, t) => polar(c, mix(76, 150, t), a));
        s.line(stem, 'main');
        for (const sg of [-1, 1]) {
          leaf(s, polar(c, 92, a), a + sg * 0.62, 58, 13, { bend: -sg * 0.5, veins: 5, fold: sg > 0 });
          leaf(s, polar(c, 122, a), a + sg * 0.5, 64, 14, { bend: -sg * 0.42, veins: 5, fold: sg > 0 });
        }
        leaf(s, polar(c, 140, a), a, 88, 21, { bend: 0, veins: 8 });
      }
    }
    for (const i of [0, 3]) {
      const a = -PI / 2 + ((i + 0.5) * TAU) / 24;
      leaf(s, polar(c, 192, a), a + (i % 2 ? 0.2 : -0.2), 40, 8.5, {
        bend: i % 2 ? 0.5 : -0.5,
        veins: 3,
        fold: false,
        pen: 'fine',
      });
      s.dot(polar(c, 184, a), 'seed');
    }
  });
  // heart: a flower of golden angles
  s.knock(circle(c, 80));
  ring(80, 'contour');
  ring(73, 'fine');
  for (let i = 0; i < 48; i++) {
    const a = (i * TAU) / 48;
    s.line([polar(c, 73, a), polar(c, 80, a)], 'main');
  }
  for (let i = 0; i < 18; i++) {
    const a = (i * TAU) / 18;
    s.line(
      [
        ...bezier(polar(c, 48, a), polar(c, 56, a - 0.3), polar(c, 66, a - 0.14), polar(c, 69, a), 8),
        ...bezier(polar(c, 69, a), polar(c, 66, a + 0.14), polar(c, 56, a + 0.3), polar(c, 48, a), 8),
      ],
      'main',
    ).line([polar(c, 50, a), polar(c, 63, a)], 'fine');
  }
  ring(47, 'bright');
  for (let i = 1; i < 190; i++) {
    const r = 3.28 * sqrt(i),
      a = i * 2.399963;
    s.dot(polar(c, r, a), i % 5 ? 'dot' : 'seed');
  }
  // four herbs for the corners of the page
  for (const [x, y, a] of [
    [78, 62, 0.78],
    [522, 62, PI - 0.78],
    [78, 738, -0.78],
    [522, 738, PI + 0.78],
  ]) {
    for (const [da, l, w] of [
      [-0.75, 42, 10],
      [0.75, 42, 10],
      [-0.36, 56, 11],
      [0.36, 56, 11],
      [0, 70, 13],
    ])
      leaf(s, [x - 26 * cos(a), y - 26 * sin(a)], a + da, l, w, { bend: 0, veins: 5 });
  }
  for (let i = 0; i < 160; i++) {
    const a = rnd() * TAU,
      r = 100 + rnd() * 130;
    if (abs((((a * 12) / TAU + 24.5) % 1) - 0.5) > 0.44) s.dot(polar(c, r, a));
  }
  return s;
};
