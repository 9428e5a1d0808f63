// Escoffier: the copper pan and its steam.
import { bezier, circle, clipTo, ellipse, inside, spline } from './lines.mjs';
import { clamp, mix, mixP, range } from './numbers.mjs';
import { Sheet } from './sheet.mjs';

const { PI, sin, cos, floor, exp } = Math;

export const escoffier = (small = false) => {
  const s = new Sheet(600, 800, 1846, small),
    { rnd, noise } = s,
    cx = 262,
    rim = 506,
    rx = 176,
    ry = 42,
    bot = 690,
    bx = 158,
    by = 36;
  // steam first: twisting ribbons that leave the pan
  const ribbon = (x0, amp, turns, phase, n, top, lean) => {
    for (let i = 0; i < n; i++) {
      const u = i / (n - 1) - 0.5;
      s.line(
        range(110, (_, t) => {
          const y = mix(rim + 6, top, t),
            w =
              (8 + 66 * t ** 0.8) * (1 - 0.82 * clamp((t - 0.72) / 0.28) ** 2) * cos(phase + turns * t * PI),
            drift = amp * sin(phase * 0.7 + t * 5.2) * t ** 0.7;
          return [x0 + drift + lean * t + u * w * 1.5 + noise(t * 3, i * 0.13) * 5 * t, y - u * u * 30 * t];
        }).slice(0, 110 - floor(rnd() * 9)),
        i === 0 || i === n - 1 ? 'bright' : i % 2 ? 'fine' : 'ghost',
        0.3,
      );
    }
  };
  ribbon(206, 40, 2.3, 0.4, 17, 64, 26);
  ribbon(322, -46, 2.7, 2.2, 15, 118, 44);
  ribbon(264, 34, 3.1, 4.1, 13, 196, -40);
  // handle behind the body
  const _hA = [
      [cx + rx - 6, 548],
      [cx + rx + 46, 530],
      [572, 492],
    ],
    up = spline(
      [
        [cx + rx - 10, 540],
        [cx + rx + 40, 524],
        [520, 494],
        [566, 476],
      ],
      12,
    ),
    dn = spline(
      [
        [cx + rx - 14, 572],
        [cx + rx + 42, 546],
        [522, 510],
        [572, 492],
      ],
      12,
    );
  const hp = [...up, ...[...dn].reverse()];
  s.knock(hp);
  for (let k = 1; k < 6; k++)
    s.line(
      up.map((p, i) => mixP(p, dn[i], 0.35 + k * 0.11)),
      'fine',
    );
  s.line(up, 'contour')
    .line(dn, 'contour')
    .line(circle([558, 485], 5), 'main')
    .line([up.at(-1), ...bezier(up.at(-1), [580, 474], [584, 488], dn.at(-1), 8)], 'contour');
  // body: engraved by its light, lines follow the turning
  const _body = [
    ...ellipse([cx, rim], rx, ry, PI, 0, 60)
      .map(([x, y]) => [x, 2 * rim - y])
      .reverse(),
    ...ellipse([cx, bot], bx, by, 0, PI, 60),
  ];
  s.knock([...ellipse([cx, rim], rx, ry), cx - rx, rim].slice(0, -2));
  s.knock([[cx - rx, rim], ...ellipse([cx, bot], bx, by, PI, 0, 60), [cx + rx, rim]]);
  const pt = (a, v) => [cx + mix(rx, bx, v) * cos(a), mix(rim, bot, v) + mix(ry, by, v) * sin(a)];
  for (let i = 0; i <= 42; i++) {
    const v = i / 42;
    let run = [];
    for (let k = 0; k <= 130; k++) {
      const a = PI - (k / 130) * PI,
        lit = exp(-(((a - 2.15) / 0.34) ** 2)) + 0.45 * exp(-(((a - 0.62) / 0.16) ** 2)),
        on = lit < 0.34 + 0.5 * noise(i * 1.7, a * 9) * 0.55 + (i % 2 ? 0 : 0.28) - (i % 4 === 1 ? 0.14 : 0);
      if (on) run.push(pt(a, v));
      else {
        s.line(run, 'fine', 0.2);
        run = [];
      }
    }
    s.line(run, 'fine', 0.2);
  }
  for (let k = 0; k < 44; k++) {
    const a = mix(1.18, 0.12, k / 43),
      l = 0.2 + 0.75 * sin((k / 43) * PI) ** 0.5;
    s.line(
      range(9, (_, t) => pt(a, mix(0.5 - l / 2, 0.5 + l / 2, t))),
      'fine',
    );
  }
  for (let k = 0; k < 15; k++) {
    const a = mix(3.06, 2.62, k / 14);
    s.line(
      range(9, (_, t) => pt(a, mix(0.05 + 0.2 * rnd(), 0.95 - 0.25 * rnd(), t))),
      'fine',
    );
  }
  s.line(
    range(40, (_, t) => pt(mix(PI, 0, t), 1)),
    'contour',
  )
    .line([pt(PI, 0), pt(PI, 1)], 'contour')
    .line([pt(0, 0), pt(0, 1)], 'contour');
  s.line(
    range(40, (_, t) => pt(mix(PI, 0, t), 0.055)),
    'bright',
  );
  // rim, inside, simmering surface
  const mouth = ellipse([cx, rim], rx, ry);
  s.knock(mouth);
  for (let k = 0; k < 40; k++) {
    const a = PI + (k / 39) * PI,
      p = [cx + (rx - 7) * cos(a), rim + (ry - 5) * sin(a)];
    s.line([p, [p[0], p[1] + 9 + 7 * sin(k * 0.9) * rnd()]], 'fine');
  }
  const soup = ellipse([cx, rim + 9], rx - 15, ry - 11);
  s.knock(soup).line(soup, 'main');
  for (const [dx, dy, r] of [
    [-70, 4, 34],
    [40, 12, 44],
    [92, -4, 24],
    [-8, -8, 26],
  ])
    for (let k = 1; k < 5; k++)
      s.lines(
        clipTo(ellipse([cx + dx, rim + 9 + dy], r * k * 0.3, r * k * 0.085), (p) => inside(p, soup), 3),
        k === 1 ? 'bright' : 'fine',
      );
  s.line(mouth, 'contour').line(ellipse([cx, rim + 1], rx - 7, ry - 5), 'main');
  // rivets and the bracket
  const br = spline(
    [
      [cx + rx - 32, 540],
      [cx + rx - 4, 532],
      [cx + rx + 4, 556],
      [cx + rx - 10, 584],
      [cx + rx - 34, 578],
    ],
    8,
    true,
  );
  s.shape(br, 'main');
  for (const p of [
    [cx + rx - 24, 552],
    [cx + rx - 22, 570],
  ])
    s.line(circle(p, 3.6), 'bright');
  // the stove
  for (let k = 0; k < 9; k++)
    s.line(
      [
        [54 + rnd() * 26 + k * 6, 728 + k * 5],
        [546 - rnd() * 40 - k * 7, 728 + k * 5],
      ],
      k ? 'ghost' : 'main',
    );
  for (let k = 0; k < 60; k++) {
    const x = mix(cx - bx - 20, cx + bx + 60, k / 59);
    s.line(
      [
        [x, 730],
        [x + 8, 738 + 14 * sin((k / 59) * PI)],
      ],
      'fine',
    );
  }
  return s;
};
