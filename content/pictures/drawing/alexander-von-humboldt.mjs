// Humboldt: the mountain in section, with its heights.
import { bezier, circle, clipTo } from './lines.mjs';
import { clamp, mix, polar, range, TAU } from './numbers.mjs';
import { Sheet } from './sheet.mjs';

const { PI, sin, abs, max, sqrt, floor, exp } = Math;

export const humboldt = (small = false) => {
  const s = new Sheet(600, 800, 1769, small),
    { rnd, noise } = s,
    rows = 46,
    x0 = 84,
    x1 = 516;
  // sun of the tropics and the layers of air
  const sun = [404, 150];
  s.line(circle(sun, 44), 'bright');
  for (let k = 1; k < 12; k++) {
    const y = sun[1] - 44 + k * 7.4,
      w = sqrt(max(0, 44 ** 2 - (y - sun[1]) ** 2));
    s.line(
      [
        [sun[0] - w, y],
        [sun[0] + w, y],
      ],
      'fine',
    );
  }
  for (let k = 0; k < 64; k++) {
    const a = (k * TAU) / 64;
    s.line(
      [polar(sun, 52 + (k % 2) * 3, a), polar(sun, 60 + (k % 4 ? 6 : 20) + rnd() * 3, a)],
      k % 4 ? 'ghost' : 'fine',
    );
  }
  // plume
  for (let i = 0; i < 15; i++)
    s.line(
      range(60, (_, t) => [
        256 - 150 * t ** 1.2 + noise(t * 4, i * 0.2) * 20 * t + (i - 7) * t * 2.5,
        196 - 78 * t ** 0.7 - (i - 7) * (2 + 9 * t) * 0.6 + sin(t * 15 + i * 0.42) * 7 * t,
      ]).slice(0, 60 - floor(rnd() * 18)),
      i % 3 ? 'ghost' : 'fine',
      0.3,
    );
  const ridge = (x, z) => 1 - abs(noise(x, z));
  const height = (x, d) => {
    // x 0..1 across, d 0 (far) .. 1 (near)
    const cone = (cx, cd, wx, wd, h) => h * exp(-((abs(x - cx) / wx) ** 1.25)) * exp(-(((d - cd) / wd) ** 2));
    const crater = 16 * exp(-(((x - 0.4) / 0.028) ** 2)) * exp(-(((d - 0.38) / 0.1) ** 2));
    const m =
        cone(0.4, 0.38, 0.2, 0.26, 330) +
        cone(0.8, 0.26, 0.13, 0.2, 150) +
        cone(0.1, 0.5, 0.12, 0.2, 90) -
        crater,
      edge = sin(PI * clamp(x)) ** 0.9;
    return (
      (m * (0.8 + 0.24 * ridge(x * 9 + d * 2, d * 7)) +
        20 * ridge(x * 16, d * 12) * (0.35 + m / 300) +
        8 * noise(x * 40, d * 30)) *
      edge
    );
  };
  for (let j = 0; j < rows; j++) {
    const d = j / (rows - 1),
      base = 452 + d * 236,
      w = mix(0.9, 1, d),
      L = mix(300, x0, w),
      R = mix(300, x1, w);
    const pts = range(92, (_, t) => [mix(L, R, t), base - height(t, d)]);
    s.knock([[L, base + 30], ...pts, [R, base + 30]]);
    const snow = (p) => p[1] < 292 + noise(p[0] * 0.05, j) * 14,
      low = clipTo(pts, (p) => !snow(p), 3),
      high = clipTo(pts, snow, 3);
    s.lines(low, j % 5 === 0 ? 'main' : 'fine', 0.95).lines(high, 'bright', 0.7);
  }
  // section: the cut rock under the land
  const cut = range(80, (_, t) => [mix(x0, x1, t), 688 - height(t, 1)]);
  for (let k = 1; k < 9; k++)
    s.line(
      cut.map(([x, y], _i) => [x, mix(y, 742, k / 8.6) + noise(x * 0.012, k * 0.7) * 9 * sin((k / 9) * PI)]),
      k % 3 ? 'ghost' : 'fine',
      0.3,
    );
  s.line(cut, 'contour').line(
    [
      [x0, 688],
      [x0, 744],
      [x1, 744],
      [x1, 688],
    ],
    'contour',
  );
  // scales of height left and right
  for (const [x, sg] of [
    [52, 1],
    [548, -1],
  ]) {
    s.line(
      [
        [x, 120],
        [x, 744],
      ],
      'main',
    );
    for (let k = 0; k <= 52; k++) {
      const y = 744 - k * 12;
      s.line(
        [
          [x, y],
          [x + sg * (k % 10 === 0 ? 18 : k % 5 === 0 ? 12 : 6), y],
        ],
        k % 10 === 0 ? 'bright' : 'fine',
      );
    }
  }
  for (const y of [292, 408, 528])
    for (let x = 76; x < 524; x += 9)
      if (abs(noise(x, y)) > -1 && (x < 130 || x > 470))
        s.line(
          [
            [x, y],
            [x + 4, y],
          ],
          'fine',
        );
  // palms and trees of the low land, smaller with height
  for (let k = 0; k < (s.small ? 0 : 34); k++) {
    const t = clamp(0.03 + (k / 33) * 0.94 + (rnd() - 0.5) * 0.02),
      x = mix(x0, x1, t),
      y = 688 - height(t, 1),
      h = 11 + rnd() * 13;
    s.line(
      [
        [x, y],
        [x + 1, y - h],
      ],
      'main',
    );
    const palm = k % 3 === 0;
    if (k % 2 && k % 3) continue;
    for (let a = 0; a < (palm ? 7 : 5); a++) {
      const q = -PI / 2 + (a - (palm ? 3 : 2)) * (palm ? 0.5 : 0.42),
        l = palm ? 9 : 7;
      s.line(
        palm
          ? bezier(
              [x + 1, y - h],
              polar([x + 1, y - h], l * 0.7, q),
              polar([x + 1, y - h + 2], l, q),
              polar([x + 1, y - h + 5], l * 1.15, q),
              5,
            )
          : [[x + 1, y - h * 0.5], polar([x + 1, y - h * 0.6], l, q)],
        'bright',
      );
    }
  }
  return s;
};
