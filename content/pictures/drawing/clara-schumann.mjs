// Schumann: the grand piano from above, strings sounding.
import { along, bezier, circle, clipTo, hatchLines, inside } from './lines.mjs';
import { mix, mixP, range } from './numbers.mjs';
import { Sheet } from './sheet.mjs';

const { PI, sin, abs, hypot, min, max } = Math;

export const schumann = (small = false) => {
  const s = new Sheet(600, 800, 1819, small),
    { rnd } = s,
    top = 640,
    L = 86,
    R = 514;
  const rim = [
    [L, top],
    [L, 170],
    ...bezier([L, 170], [L, 62], [262, 50], [290, 150], 40),
    ...bezier([290, 150], [312, 268], [R - 6, 286], [R, 452], 40),
    [R, top],
  ];
  const inset = (k) => {
    const _c = [mix(L, R, 0.42), 430];
    return rim.map(([x, y], i) => {
      const p = rim[max(0, i - 1)],
        q = rim[min(rim.length - 1, i + 1)],
        l = hypot(q[0] - p[0], q[1] - p[1]) || 1;
      return [x - ((q[1] - p[1]) / l) * k, y + ((q[0] - p[0]) / l) * k];
    });
  };
  const outer = inset(0),
    inner = inset(15),
    plate = inset(30);
  for (let i = 0; i < 150; i++) {
    const t = i / 149,
      a = along(outer, t),
      b = along(inner, t);
    s.line([mixP(a, b, 0.12), mixP(a, b, 0.45 + 0.5 * rnd())], 'fine');
  }
  s.line(outer, 'contour').line(inner, 'main').line(plate, 'ghost');
  const room = [...plate, [plate[0][0], top]],
    within = (p) => inside(p, room) && p[1] < 604;
  // soundboard ribs, far below the strings
  for (let k = -9; k < 26; k++)
    s.lines(
      clipTo(
        [
          [60, 90 + k * 34],
          [560, 290 + k * 34],
        ],
        (p) => within(p) && p[1] < 560,
        4,
      ),
      'ghost',
    );
  // strings: cross-strung bass over the treble; some of them sound
  const bridge = bezier([150, 230], [176, 380], [330, 372], [486, 520], 60);
  const loud = new Map([
    [9, 3],
    [17, 2],
    [26, 4],
    [38, 3],
    [52, 5],
  ]);
  for (let i = 0; i < 62; i++) {
    const t = i / 61,
      foot = [mix(128, 490, t), 604],
      b = along(bridge, 0.02 + t * 0.96),
      head = mixP(foot, b, 1.12 + 0.05 * (1 - t));
    if (loud.has(i))
      for (let m = -4; m <= 4; m++) {
        const A = (m / 4) * 6.5;
        s.line(
          range(61, (_, u) => {
            const p = mixP(foot, b, u);
            return [p[0] + A * sin(u * PI * loud.get(i)), p[1]];
          }),
          abs(m) === 4 ? 'bright' : 'fine',
        );
      }
    else s.line([foot, head], i % 3 ? 'fine' : 'main');
    s.line(circle(head, 1.5), 'fine');
  }
  for (let k = -2; k <= 2; k++)
    s.line(
      bridge.map(([x, y]) => [x + k * 0.6, y + k * 2]),
      abs(k) === 2 ? 'bright' : 'fine',
    );
  for (let i = 0; i < 16; i++) {
    const t = i / 15;
    s.lines(
      clipTo(
        [
          [mix(132, 268, t), 604],
          [mix(110, 176, t), mix(150, 128, t)],
        ],
        within,
        3,
      ),
      'main',
    );
  }
  for (let k = -2; k <= 2; k++)
    s.lines(
      clipTo(
        bezier([100, 214 + k * 2], [140, 170 + k * 2], [190, 165 + k * 2], [262, 196 + k * 2], 20),
        within,
        4,
      ),
      abs(k) === 2 ? 'bright' : 'fine',
    );
  // tuning pins, two rows
  for (let i = 0; i < 62; i++) {
    const x = mix(128, 490, i / 61);
    s.line(circle([x, 611 + (i % 2) * 8], 2.1), 'main');
  }
  s.line(
    [
      [L + 15, 627],
      [R - 15, 627],
    ],
    'main',
  ).line(
    [
      [L, top],
      [R, top],
    ],
    'contour',
  );
  // keyboard
  const n = 29,
    kw = (R - L - 16) / n,
    kx = L + 8,
    ky = 648,
    kh = 92;
  s.line(
    [
      [L, top],
      [L, 752],
      [R, 752],
      [R, top],
    ],
    'contour',
  );
  for (let i = 0; i <= n; i++)
    s.line(
      [
        [kx + i * kw, ky],
        [kx + i * kw, ky + kh],
      ],
      'main',
    );
  s.line(
    [
      [kx, ky + kh],
      [kx + n * kw, ky + kh],
    ],
    'main',
  ).line(
    [
      [kx, ky],
      [kx + n * kw, ky],
    ],
    'main',
  );
  for (let i = 0; i < n - 1; i++)
    if (![2, 6].includes((i + 5) % 7)) {
      const x = kx + (i + 1) * kw,
        w = kw * 0.3,
        q = [
          [x - w, ky],
          [x + w, ky],
          [x + w, ky + 57],
          [x - w, ky + 57],
        ];
      s.knock(q)
        .lines(hatchLines(q, PI / 2, 1.9), 'fine')
        .line([...q, q[0]], 'bright');
    }
  for (const i of [7, 11, 14, 18, 22])
    s.lines(
      hatchLines(
        [
          [kx + i * kw + 2, ky + 60],
          [kx + (i + 1) * kw - 2, ky + 60],
          [kx + (i + 1) * kw - 2, ky + kh - 3],
          [kx + i * kw + 2, ky + kh - 3],
        ],
        0,
        2.6,
      ),
      'fine',
    );
  return s;
};
