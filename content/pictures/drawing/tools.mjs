// Tools of the trades, in front of a portrait: light contours that hide what lies behind. `at` is the middle, `turn` the lean.
import { bezier, circle, ellipse, spline } from './lines.mjs';
import { range } from './numbers.mjs';

const { cos, sin, PI } = Math;
const put = ([ax, ay], turn = 0) => (pts) => pts.map(([x, y]) => [ax + x * cos(turn) - y * sin(turn), ay + x * sin(turn) + y * cos(turn)]);
const box = (x, y, w, h) => [[x, y], [x + w, y], [x + w, y + h], [x, y + h]];

export function compasses(s, at, turn) {
  const p = put(at, turn);
  for (const side of [-1, 1]) s.shape(p([[side * 3, -110], [side * 14, -104], [side * 46, 96], [side * 44, 138], [side * 36, 98]]));
  s.shape(p(circle([0, -118], 17)));
  s.line(p(circle([0, -118], 6)), 'bright');
  s.shape(p(box(-5, -160, 10, 26)));
  s.line(p(ellipse([0, -110], 90, 130, 1.15, 1.99)), 'contour');
}
export function barometer(s, at, turn) {
  const p = put(at, turn);
  s.shape(p([...ellipse([0, -140], 24, 24, PI, 2 * PI, 20), ...ellipse([0, 118], 24, 30, 0, PI, 20)]));
  s.shape(p([...ellipse([0, -128], 6, 6, PI, 2 * PI, 10), ...circle([0, 112], 15, -1, PI + 1)]), 'bright');
  for (const k of range(22, (i) => i)) s.line(p([[9, -118 + k * 9], [k % 5 === 0 ? 20 : 15, -118 + k * 9]]), 'bright');
  s.fill(p(box(-3, -30, 6, 130)), 'gold');
}
export function whisk(s, at, turn) {
  const p = put(at, turn);
  for (const wide of [52, 36, 18, 4])
    s.line(p(spline([[-7, 30], [-wide * 0.8, -30], [-wide, -90], [0, -142], [wide, -90], [wide * 0.8, -30], [7, 30]], 10)), 'contour');
  s.shape(p([[-9, 24], [9, 24], [12, 140], [0, 150], [-12, 140]]));
  s.lines([36, 48, 128].map((y) => p([[-9, y], [9, y]])), 'bright');
}
export function spanner(s, at, turn) {
  const p = put(at, turn);
  const jaw = (y, side, size) => spline([[-13, y], [-size, y + side * 22], [-size * 0.94, y + side * 62]], 6);
  s.shape(p([
    ...jaw(-74, -1, 40), [-16, -128], [-16, -104], [16, -104], [16, -128], ...jaw(-74, -1, 40).map(([x, y]) => [-x, y]).reverse(),
    ...jaw(80, 1, 32).map(([x, y]) => [-x, y]), [13, 132], [13, 112], [-13, 112], [-13, 132], ...jaw(80, 1, 32).reverse(),
  ]));
  s.line(p([[-6, -60], [-6, 66]]), 'bright');
  s.line(p([[6, -60], [6, 66]]), 'bright');
}
export function tuningFork(s, at, turn) {
  const p = put(at, turn);
  s.shape(p([
    [-26, -150], [-14, -150], [-14, 4], ...ellipse([0, 4], 14, 18, PI, 0, 16), [14, -150], [26, -150], [26, 6],
    ...spline([[26, 6], [16, 34], [7, 44]], 6), [7, 130], ...ellipse([0, 132], 12, 12, -0.6, PI + 0.6, 18), [-7, 44], ...spline([[-7, 44], [-16, 34], [-26, 6]], 6),
  ]));
  for (const k of [1, 2, 3]) for (const side of [-1, 1]) s.line(p(ellipse([0, -100], 34 + k * 9, 60, side > 0 ? -0.5 : PI - 0.5, side > 0 ? 0.5 : PI + 0.5)), 'main');
}
export function triangle(s, at, turn) {
  const p = put(at, turn);
  const corner = (k, r) => [r * sin((k * 2 * PI) / 3), -r * cos((k * 2 * PI) / 3)];
  s.shape(p([0, 1, 2].map((k) => corner(k, 120))));
  for (const k of [0, 1, 2]) {
    s.line(p([corner(k, 120), corner(k + 1.5, 60)]), 'main');
    s.line(p(circle([0, 0], 36, k * 2.094 - 1.4, k * 2.094 + 0.1)), 'bright');
    s.line(p([[36 * cos(k * 2.094 + 0.1) - 9, 36 * sin(k * 2.094 + 0.1) - 6], [36 * cos(k * 2.094 + 0.1), 36 * sin(k * 2.094 + 0.1)]]), 'bright');
  }
}
export function sprig(s, at, turn) {
  const p = put(at, turn);
  const stem = bezier([-20, 150], [-6, 60], [4, -20], [0, -130], 30);
  s.line(p(stem), 'contour');
  for (const k of range(9, (i) => i)) {
    const [x, y] = stem[4 + k * 3];
    for (const side of [-1, 1]) {
      const long = 74 - k * 5;
      const leaf = [...bezier([x, y], [x + side * long * 0.4, y - 34], [x + side * long * 0.9, y - 32], [x + side * long, y - 12], 12), ...bezier([x + side * long, y - 12], [x + side * long * 0.8, y + 6], [x + side * long * 0.4, y + 6], [x, y], 12)];
      s.shape(p(leaf), 'bright');
      s.line(p(bezier([x, y], [x + side * long * 0.4, y - 12], [x + side * long * 0.7, y - 14], [x + side * long * 0.94, y - 12], 10)), 'main');
    }
  }
}
export function basin(s, at) {
  const p = put(at);
  s.shape(p([...ellipse([0, 0], 112, 26, PI, 2 * PI, 30), ...bezier([112, 0], [104, 70], [60, 92], [0, 92], 16), ...bezier([0, 92], [-60, 92], [-104, 70], [-112, 0], 16)]));
  s.line(p(ellipse([0, 0], 112, 26)), 'contour');
  for (const k of [0.86, 0.6, 0.34]) s.line(p(ellipse([6, 3], 100 * k, 20 * k)), 'main');
  s.lines(range(12, (k) => p(bezier([-96 + k * 10, 30 + k * 2.4], [-80 + k * 11, 58 + k], [-60 + k * 9, 76], [-30 + k * 6, 86], 10))), 'fine');
  for (const [x, y, r] of [[-50, -46, 11], [-22, -74, 7], [14, -58, 9], [44, -82, 6]]) {
    s.shape(p(circle([x, y], r)), 'bright');
    s.dot(p([[x - r * 0.35, y - r * 0.35]])[0]);
  }
}
export function quill(s, at, turn) {
  const p = put(at, turn);
  const shaft = bezier([0, 180], [-6, 80], [0, -40], [46, -160], 40);
  const vane = (side, wide) => shaft.slice(10).map(([x, y], k) => [x + side * wide * sin((k / 30) ** 0.7 * PI) * (side > 0 ? 0.7 : 1), y + 10 * sin((k / 30) * PI)]);
  s.shape(p([...vane(-1, 46), ...vane(1, 46).reverse()]));
  s.line(p(shaft), 'contour');
  for (const k of range(26, (i) => i)) for (const side of [-1, 1]) {
    const [a, b] = [shaft[13 + k], vane(side, 44)[Math.max(0, k - 3)]];
    if (b) s.line(p([a, b]), 'main');
  }
  s.shape(p([[-4, 168], [5, 168], [1, 200]]));
}
export function type(s, at, turn) {
  const p = put(at, turn);
  s.shape(p([[-40, -70], [40, -70], [40, 140], [-40, 140]]));
  s.shape(p([[40, -70], [78, -100], [78, 110], [40, 140]]));
  s.shape(p([[-40, -70], [-2, -100], [78, -100], [40, -70]]));
  // The letter stands on the upper face, reversed as on every type.
  const face = (x, y) => [x + 0.9 * y, -72 - y];
  s.line(p([face(26, 4), face(8, 25), face(-14, 4)]), 'contour');
  s.line(p([face(18, 12), face(-4, 12)]), 'contour');
  s.line(p([[-40, 84], [40, 84], [78, 54]]), 'bright');
  s.line(p([[-40, 96], [40, 96], [78, 66]]), 'bright');
  s.lines(range(9, (k) => p([[46 + k * 3.6, -66 - k * 2.8], [46 + k * 3.6, 50 - k * 2.8]])), 'fine');
}
export function gouge(s, at, turn) {
  const p = put(at, turn);
  s.shape(p([[-8, -20], [-15, -140], ...ellipse([0, -140], 15, 9, PI, 0, 14), [8, -20]]));
  s.line(p(ellipse([0, -140], 15, 9, 0, PI)), 'bright');
  s.line(p([[0, -130], [0, -24]]), 'bright');
  s.shape(p(box(-12, -26, 24, 16)));
  s.shape(p([...bezier([-12, -10], [-34, 30], [-10, 60], [-24, 110], 16), ...ellipse([0, 112], 24, 30, PI, 0, 20), ...bezier([24, 110], [10, 60], [34, 30], [12, -10], 16)]));
  s.lines([-8, 2, 12].map((x) => p(bezier([x, 8], [x - 5, 40], [x + 3, 70], [x - 2, 120], 12))), 'main');
}
export function moth(s, at) {
  const p = put(at, -0.2);
  for (const side of [-1, 1]) {
    const m = (pts) => pts.map(([x, y]) => [x * side, y]);
    const lower = spline([[6, 6], [50, 4], [78, 40], [60, 84], [24, 76], [6, 26]], 8, true);
    const upper = spline([[6, -14], [46, -70], [116, -84], [122, -46], [86, 8], [8, 14]], 8, true);
    for (const wing of [lower, upper]) s.shape(p(m(wing)));
    for (const k of range(7, (i) => i)) {
      const tip = upper[14 + k * 4];
      s.line(p(m(bezier([8, -4], [30 + k * 3, -30 + k * 5], [tip[0] * 0.7, tip[1] * 0.8], tip, 10))), 'main');
    }
    for (const k of range(4, (i) => i)) s.line(p(m([[10, 14], lower[12 + k * 6]])), 'main');
    s.shape(p(m(circle([84, -44], 11))), 'bright');
    s.line(p(m(circle([48, 46], 8))), 'bright');
    s.line(p(m(bezier([3, -34], [10, -62], [22, -74], [36, -84], 10))), 'contour');
  }
  s.shape(p(spline([[0, -38], [9, -22], [8, 30], [0, 70], [-8, 30], [-9, -22]], 6, true)));
  s.lines([-12, 0, 12, 24, 36, 48].map((y) => p([[-7, y], [7, y]])), 'bright');
}
