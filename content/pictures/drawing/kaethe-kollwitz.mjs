import { clamp, polar } from './numbers.mjs';
import { Sheet } from './sheet.mjs';

const { PI, sin, cos, hypot, sqrt, atan2 } = Math;

export const kollwitz = (small = false) => {
  const s = new Sheet(600, 800, 1867, small),
    { rnd, noise } = s;
  const E = (x, y, z, rx, ry, rz, rot = 0, k = 1) => ({ x, y, z, rx, ry, rz, c: cos(rot), s: sin(rot), k });
  const bodies = [
    E(306, 700, -60, 250, 300, 130, 0, 0.62),
    E(196, 520, -20, 118, 190, 90, 0.32, 0.72),
    E(424, 520, -30, 112, 200, 90, -0.34, 0.5), // cloak, shoulders
    E(318, 232, 10, 122, 138, 96, 0.28, 0.62),
    { ...E(282, 274, 78, 80, 108, 70, 0.36, 1), fine: true }, // shawl, face
    E(250, 300, 132, 14, 44, 34, 0.4, 1.12),
    E(300, 226, 104, 56, 30, 30, 0.32, 1),
    E(262, 352, 112, 40, 26, 30, 0.36, 1), // nose, brow, chin
    E(372, 462, 84, 88, 94, 70, -0.4, 0.7),
    { ...E(334, 486, 92, 66, 78, 76, -0.45, 1), fine: true }, // child: head, cheek
    E(330, 640, 70, 120, 120, 80, 0.2, 0.66), // child's back
    E(196, 610, 120, 50, 168, 56, -0.5, 0.8),
    { ...E(286, 706, 150, 62, 44, 40, -0.35, 1), fine: true }, // arm, hand
    E(346, 662, 172, 15, 52, 17, 1.02, 1.06),
    E(358, 686, 176, 15, 56, 17, 1.16, 1.06),
    E(356, 712, 174, 14.5, 54, 17, 1.3, 1.06),
    E(344, 736, 168, 13.5, 46, 16, 1.46, 1.04),
    E(306, 662, 172, 15, 40, 17, 0.35, 1.06),
  ];
  const L = (() => {
    const v = [-0.62, -0.56, 0.55],
      l = hypot(...v);
    return v.map((q) => q / l);
  })();
  const look = (x, y) => {
    let best = null;
    for (let i = 0; i < bodies.length; i++) {
      const b = bodies[i],
        dx = x - b.x,
        dy = y - b.y,
        u = (dx * b.c + dy * b.s) / b.rx,
        v = (-dx * b.s + dy * b.c) / b.ry,
        q = 1 - u * u - v * v;
      if (q <= 0) continue;
      const w = sqrt(q),
        z = b.z + b.rz * w;
      if (!best || z > best.z) {
        const nu = u / b.rx,
          nv = v / b.ry,
          nz = w / b.rz,
          n = [nu * b.c - nv * b.s, nu * b.s + nv * b.c, nz],
          l = hypot(...n);
        best = { z, i, n: n.map((t) => t / l), k: b.k, edge: q };
      }
    }
    return best;
  };
  const dark = [
    [236, 278, 17, 6, 0.5],
    [304, 272, 25, 7.5, 0.22],
    [262, 339, 21, 3.6, 0.34],
    [268, 318, 12, 4.5, 0.3],
    [312, 486, 17, 3.6, -0.25],
    [362, 470, 15, 3.4, -0.3],
    [340, 528, 13, 3, -0.3],
    [336, 506, 5, 8, -0.3],
  ];
  const hidden = (x, y) =>
    dark.some(([cx, cy, rx, ry, a]) => {
      const dx = x - cx,
        dy = y - cy;
      return ((dx * cos(a) + dy * sin(a)) / rx) ** 2 + ((-dx * sin(a) + dy * cos(a)) / ry) ** 2 < 1;
    });
  const tone = (h, _x, y) =>
    h
      ? clamp((h.n[0] * L[0] + h.n[1] * L[1] + h.n[2] * L[2]) * h.k * (y > 640 ? 1 - (y - 640) / 260 : 1))
      : 0;
  // background: the block's own marks, thin and even, turning round the figure
  const grid = 11.5;
  for (let y = 40; y < 764; y += grid * 1.25)
    for (let x = 40; x < 562; x += grid * 2.1) {
      const px = x + (rnd() - 0.5) * 9,
        py = y + (rnd() - 0.5) * 6;
      if (look(px, py) || look(px + 9, py) || look(px - 9, py)) continue;
      const a = atan2(py - 320, px - 300) + PI / 2 + noise(px * 0.01, py * 0.01) * 0.5,
        l = 7 + rnd() * 9,
        g = clamp(1.15 - hypot(px - 210, py - 170) / 420);
      if (rnd() > g + 0.12) continue;
      const q = polar([px, py], l, a);
      if (look(q[0], q[1])) continue;
      s.line([[px, py], q], 'cut1');
    }
  // figure: short cuts along the form, broad where light falls
  for (const fine of [false, true])
    for (let cell = fine ? 4.6 : 7.2, y = 60; y < 770; y += cell)
      for (let x = 36; x < 566; x += cell) {
        const px = x + (rnd() - 0.5) * cell * 1.1,
          py = y + (rnd() - 0.5) * cell * 1.1,
          h = look(px, py);
        if (!h || hidden(px, py) || py > 764 || px < 36 || px > 564) continue;
        const b = bodies[h.i],
          small = b.rx < 45;
        if ((b.fine || small) !== fine || h.edge < 0.03) continue;
        const t = tone(h, px, py);
        if (t < 0.2 + 0.1 * rnd() || rnd() > (fine ? 0.34 + t * 0.5 : 0.2 + t * 0.6)) continue;
        const a = atan2(h.n[1], h.n[0]) + PI / 2 + (h.i < 3 ? noise(px * 0.008, py * 0.02) * 0.7 : 0),
          l = fine ? 5 + t * 7 : 8 + t * 15,
          p = polar([px, py], -l / 2, a),
          q = polar([px, py], l / 2, a),
          hp = look(...p),
          hq = look(...q);
        if (!hq || !hp || hq.i !== h.i || hp.i !== h.i || hidden(...q) || hidden(...p)) continue;
        if (t > (fine ? 0.78 : 0.6))
          s.cut(p, q, (fine ? 0.7 : 1) + (fine ? 1.9 : 3.6) * t * t, (rnd() - 0.5) * 1.2, 'light');
        else s.line([p, q], t > 0.5 ? 'cut3' : t > 0.32 ? 'cut2' : 'cut1');
      }
  return s;
};
