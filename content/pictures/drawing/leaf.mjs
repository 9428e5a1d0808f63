// A leaf with its veins, shared by Merian and Hildegard.
import { along, bezier, part } from './lines.mjs';
import { mixP, polar } from './numbers.mjs';

const { PI, sin, hypot, min, max } = Math;

export const leaf = (
  s,
  base,
  angle,
  len,
  wide,
  { bend = 0.25, veins = 7, fold = true, pen = 'main', teeth = 0 } = {},
) => {
  const tip = polar(base, len, angle + bend * 0.5),
    c1 = polar(base, len * 0.38, angle - bend * 0.6),
    c2 = polar(base, len * 0.72, angle),
    rib = bezier(base, c1, c2, tip, 26);
  const normal = (i) => {
    const p = rib[max(0, i - 1)],
      q = rib[min(rib.length - 1, i + 1)],
      l = hypot(q[0] - p[0], q[1] - p[1]) || 1;
    return [-(q[1] - p[1]) / l, (q[0] - p[0]) / l];
  };
  const prof = (t) => sin(PI * t ** 0.72) ** 0.9 * (1 - 0.15 * t),
    side = (sg) =>
      rib.map((p, i) => {
        const t = i / 26,
          n = normal(i),
          k = sg * wide * prof(t) * (1 + (teeth && i % 2 ? teeth : 0));
        return [p[0] + n[0] * k, p[1] + n[1] * k];
      });
  const a = side(1),
    b = side(-1),
    poly = [...a, ...[...b].reverse()];
  s.knock(poly);
  for (let v = 1; v <= veins; v++) {
    const t = 0.06 + (v / (veins + 1)) * 0.86;
    for (const [edge, sg] of [
      [a, 1],
      [b, -1],
    ]) {
      const p = along(rib, t),
        q = along(edge, min(0.985, t + 0.17)),
        m = mixP(p, q, 0.5),
        n = [(q[1] - p[1]) * 0.1 * sg, -(q[0] - p[0]) * 0.1 * sg];
      const vein = bezier(
        p,
        mixP(p, [m[0] + n[0], m[1] + n[1]], 0.8),
        mixP([m[0] + n[0], m[1] + n[1]], q, 0.3),
        q,
        4,
      );
      s.line(part(vein, 0, 0.94, 3), 'fine', 0.5);
      if (fold && sg === 1)
        for (let h = 1; h < (wide > 30 ? 4 : 3); h++) {
          const u = t + (h / 4) * (0.86 / (veins + 1)),
            p2 = along(rib, u),
            q2 = along(edge, min(0.985, u + 0.17));
          s.line(part([p2, q2], 0.06, 0.55 + 0.3 * s.rnd(), 2), 'fine');
        }
    }
  }
  s.line(rib, pen).line(a, pen).line(b, pen);
  return { rib, tip };
};
