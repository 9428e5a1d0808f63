// Goethe: the circle of colours in the engraver's hatching, and the pen.
import { along, bezier, circle, hatchLines, spline } from './lines.mjs';
import { clamp, mix, mixP, polar, TAU } from './numbers.mjs';
import { Sheet } from './sheet.mjs';

const { PI, sin, cos, hypot, min, max, floor } = Math;

export const goethe = (small = false) => {
  const s = new Sheet(600, 800, 1749, small),
    { rnd, noise } = s,
    c = [300, 306],
    R = 216;
  const sector = (r0, r1, a0, a1) => [...circle(c, r1, a0, a1), ...circle(c, r0, a0, a1).reverse()];
  // tinctures: lines stand for colours as in engraved arms
  const tinct = [
    [PI / 2, 0],
    [PI / 2 + PI / 4, 0],
    [null, 0],
    [PI / 4, 0],
    [0, 0],
    [-PI / 4, 1],
  ];
  for (let i = 0; i < 6; i++) {
    const a0 = -PI / 2 - PI / 6 + (i * TAU) / 6,
      a1 = a0 + TAU / 6 - 0.035,
      poly = sector(112, R, a0 + 0.0175, a1),
      mid = (a0 + a1) / 2,
      [ang, cross] = tinct[i];
    if (ang === null) {
      for (let r = 118; r < R; r += 7.5)
        for (let a = a0 + 0.05 + ((r / 7.5) % 2 ? 0.012 : 0); a < a1 - 0.02; a += 7.5 / r)
          s.dot(polar(c, r, a));
    } else {
      s.lines(hatchLines(poly, mid + PI / 2 + ang, 4.2, rnd, 1.5), 'fine');
      if (cross) s.lines(hatchLines(poly, mid + PI / 2 - ang, 4.2, rnd, 1.5), 'fine');
    }
    s.line([...poly, poly[0]], 'main');
    const inner = sector(60, 104, a0 + 0.03, a1 - 0.012);
    if (i % 2) for (let k = 1; k < 12; k++) s.line(circle(c, 60 + k * 3.7, a0 + 0.03, a1 - 0.012), 'fine');
    else s.lines(hatchLines(inner, mid, 5.2, rnd, 3), 'fine');
    s.line([...inner, inner[0]], 'main');
  }
  for (const r of [R + 9, R + 13]) s.line(circle(c, r), r === R + 9 ? 'contour' : 'fine');
  for (let i = 0; i < 144; i++) {
    const a = (i * TAU) / 144;
    s.line(
      [polar(c, R + 13, a), polar(c, R + (i % 24 === 12 ? 32 : i % 6 === 0 ? 24 : 18), a)],
      i % 6 === 0 ? 'main' : 'fine',
    );
  }
  for (let k = 0; k < 6; k++) {
    const p = polar(c, 52, -PI / 2 + (k * TAU) / 6);
    for (const j of [2, 3, 4])
      s.line([p, polar(c, 52, -PI / 2 + ((k + j) * TAU) / 6)], j === 3 ? 'bright' : 'fine');
  }
  s.line(circle(c, 53), 'main');
  // the line of writing: loops that run, as a hand warms up
  const row = (y, x0, x1) => {
    // loops of uneven height, slanted, in words
    const words = [];
    let x = x0,
      out = [];
    while (x < x1) {
      const letters = 3 + floor(rnd() * 6);
      out = [[x - 4, y - 1]];
      for (let k = 0; k < letters && x < x1; k++) {
        const r = rnd(),
          up = r < 0.2 ? 30 : r < 0.8 ? 10.5 : 8,
          down = r > 0.88 ? 15 : 0,
          wide = 9.5 + rnd() * 3.5;
        for (let j = 0; j < 22; j++) {
          const t = j / 22,
            a = t * TAU,
            h = (1 - cos(a)) / 2,
            yy = y - h * up + down * max(0, sin(a - PI * 0.98)) ** 1.5;
          out.push([x + t * wide + sin(a) * (up > 20 ? 5.4 : 4.1) + (y - yy) * 0.42, yy]);
        }
        x += wide;
      }
      out.push([x + 9, y - 4]);
      words.push(spline(out, 2));
      x += 17 + rnd() * 6;
    }
    return words;
  };
  const l1 = row(668, 86, 300),
    l2 = row(718, 86, 492);
  const ink = (w) =>
    s.small ||
    s.line(w, 'main', 0.25).line(
      w.map(([x, y]) => [x + 1, y + 0.4]),
      'fine',
      0.3,
    );
  for (const word of l2) ink(word);
  for (const y of [624, 672, 722, 764])
    s.line(
      [
        [70, y],
        [530, y],
      ],
      'ghost',
    );
  // the quill across everything, its point where the second line still grows
  const nib = [336, 668],
    quill = bezier([...nib], [372, 560], [430, 330], [548, 66], 60),
    nrm = (i) => {
      const p = quill[max(0, i - 1)],
        q = quill[min(60, i + 1)],
        l = hypot(q[0] - p[0], q[1] - p[1]);
      return [-(q[1] - p[1]) / l, (q[0] - p[0]) / l];
    };
  const width = (t, sg) =>
    t < 0.3 ? 0 : (sg > 0 ? 30 : 46) * sin(PI * clamp((t - 0.3) / 0.7) ** 0.7) ** 0.62 + 0.01;
  const vane = (sg) =>
    quill.map((p, i) => {
      const t = i / 60,
        n = nrm(i),
        k = sg * width(t, sg) * (1 + 0.08 * noise(i * 0.35, sg * 5));
      return [p[0] + n[0] * k, p[1] + n[1] * k - width(t, sg) * 0.42];
    });
  const A = vane(1),
    B = vane(-1);
  s.knock([...A.slice(17), ...B.slice(17).reverse()]);
  for (const [V, sg] of [
    [A, 1],
    [B, -1],
  ]) {
    for (let k = 0; k < 170; k++) {
      const t = 0.315 + (k / 170) * 0.675,
        p = along(quill, t),
        q = along(V, t + 0.012);
      if (noise(k * 0.19, sg * 7) > 0.8) continue;
      const m = mixP(p, q, 0.55);
      s.line(
        bezier(
          p,
          [mix(p[0], m[0], 0.7), mix(p[1], m[1], 0.5)],
          [m[0], m[1] - 3],
          mixP(p, q, 0.86 + rnd() * 0.14),
          5,
        ),
        k % 6 ? 'fine' : 'main',
        0.2,
      );
    }
    s.line(V.slice(18), 'fine', 0.3);
  }
  const thick = quill.map((p, i) => {
      const n = nrm(i),
        k = 4.6 * (1 - i / 62) ** 0.6;
      return [
        [p[0] + n[0] * k, p[1] + n[1] * k],
        [p[0] - n[0] * k, p[1] - n[1] * k],
      ];
    }),
    sh = [
      ...thick.slice(4).map((q) => q[0]),
      ...thick
        .slice(4)
        .map((q) => q[1])
        .reverse(),
    ];
  s.knock(sh)
    .line([nib, ...sh, nib], 'contour')
    .line(quill.slice(5, 44), 'fine');
  for (const word of l1) ink(word);
  if (s.small)
    s.line(
      [
        [70, 700],
        [530, 700],
      ],
      'main',
    );
  else s.line([...[l1.at(-1).at(-1)], nib], 'main');
  return s;
};
