// The print workshop: three gouges above a block on which one cut follows the other.
import { hatchLines, spline } from './lines.mjs';
import { polar, TAU } from './numbers.mjs';
import { Sheet } from './sheet.mjs';

const { PI, cos, sin, hypot, atan2 } = Math;

export const printWorkshop = (small = false) => {
  const s = new Sheet(600, 600, 1922, small),
    { rnd } = s;
  // the block, its edge in the light
  const block = [
    [84, 262],
    [516, 262],
    [516, 540],
    [84, 540],
  ];
  const edge = [
    [84, 540],
    [516, 540],
    [530, 556],
    [98, 556],
  ];
  s.knock(edge)
    .lines(hatchLines(edge, 0.1, 3.4, rnd, 10), 'fine')
    .line([...edge, edge[0]], 'main');
  s.knock(block).line([...block, block[0]], 'contour');
  // a sun of gouge marks, broad near its heart and thinning to the margin
  const heart = [300, 402],
    rings = small ? 6 : 11;
  for (let ring = 0; ring < rings; ring++) {
    const r = 34 + (ring * 200) / rings,
      n = small ? 10 + ring * 4 : 14 + ring * 7;
    for (let k = 0; k < n; k++) {
      const a = (k * TAU) / n + ring * 0.37 + (rnd() - 0.5) * 0.1,
        length = (small ? 24 : 13) + rnd() * 6,
        p = polar(heart, r, a),
        q = polar(heart, r + length, a + 0.05);
      if ([p, q].some(([x, y]) => x < 98 || x > 502 || y < 276 || y > 526)) continue;
      s.cut(
        p,
        q,
        (small ? 4.5 : 3.4) * (1 - ring / (rings + 3)),
        (rnd() - 0.5) * 2,
        ring < rings / 2 ? 'light' : 'gold',
      );
    }
  }
  for (let k = 0; k < 22; k++)
    s.cut(polar(heart, 6, (k * TAU) / 22), polar(heart, 26, (k * TAU) / 22), 2, 0, 'light');
  // three gouges: handle, ferrule, blade
  for (const [x, y, angle, wide] of [
    [150, 70, 1.16, 15],
    [300, 50, 1.57, 20],
    [450, 70, 1.98, 12],
  ]) {
    const along = (t, side) => [
      x + cos(angle) * t - sin(angle) * side,
      y + sin(angle) * t + cos(angle) * side,
    ];
    const handle = (sg) =>
      spline(
        [along(-18, 0), along(-10, sg * 19), along(20, sg * 27), along(56, sg * 18), along(82, sg * 15)],
        10,
      );
    const outline = [...handle(1), ...handle(-1).reverse()];
    s.knock(outline);
    for (let k = -4; k <= 4; k++)
      s.line(
        spline(
          [along(-10 + 2 * k * k * 0.3, k * 3.6), along(20, k * 5.2), along(56, k * 3.6), along(80, k * 3)],
          6,
        ),
        k === 0 ? 'main' : 'fine',
      );
    s.line([...outline, outline[0]], 'contour');
    const ferrule = [along(82, 14), along(100, 12), along(100, -12), along(82, -14)];
    s.knock(ferrule)
      .lines(hatchLines(ferrule, atan2(sin(angle), cos(angle)) + PI / 2, 3, rnd), 'fine')
      .line([...ferrule, ferrule[0]], 'contour');
    const blade = [
      along(100, 7),
      along(172, wide),
      along(190, wide * 0.8),
      along(196, 0),
      along(190, -wide * 0.8),
      along(172, -wide),
      along(100, -7),
    ];
    s.knock(blade)
      .line([...blade, blade[0]], 'contour')
      .line([along(104, 0), along(192, 0)], 'main');
    for (let k = 0; k < 9; k++)
      s.line(
        [along(112 + k * 8, wide * 0.16 * hypot(1, k / 4)), along(112 + k * 8, wide * (0.5 + k * 0.045))],
        'fine',
      );
  }
  return s;
};
