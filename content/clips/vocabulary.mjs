// What the drawings of several lessons share: hands, eyes, sheets of paper, clocks, letters, plants. All on 640 by 360.
import { bezier, circle, ellipse, hatchLines, spline } from '../pictures/drawing/lines.mjs';
import { mix, polar, range, TAU } from '../pictures/drawing/numbers.mjs';
import { outlines, widthOf } from '../pictures/lettering.mjs';
import { Scene } from './scene.mjs';

const { PI, atan2, cos, sin } = Math;

/** A scene of phases [German, English, draw]. */
export const scene =
  (seed, ...phases) =>
  () =>
    phases.reduce((s, [de, en, draw]) => s.phase(de, en, draw), new Scene(seed));

export const seg = (...pts) => pts;
export const count = (n) => Array.from({ length: n }, (_, k) => k);
export const curve = (...pts) => spline(pts, 10);
export const loop = (...pts) => spline(pts, 10, true);
export const box = (x, y, w, h) => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
];
/** Closes a polygon. */
export const closed = (poly) => [...poly, poly[0]];
/** A polygon that hides what is behind it, hatched, with its outline. */
export const filled = (s, poly, { angle = 0.8, gap = 4, pen = 'contour', hatch = 'fine' } = {}) =>
  s.knock(poly).lines(hatchLines(poly, angle, gap), hatch).line(closed(poly), pen);
export const arrow = (s, a, b, pen = 'paper', head = 9) => {
  const turn = atan2(b[1] - a[1], b[0] - a[0]);
  return s.line(seg(a, b), pen).line(seg(polar(b, head, turn + PI - 0.5), b, polar(b, head, turn + PI + 0.5)), pen);
};
/** A curved arrow through three points. */
export const sweep = (s, a, b, c, pen = 'paper', head = 9) => {
  const pts = curve(a, b, c);
  const [p, q] = pts.slice(-2);
  const turn = atan2(q[1] - p[1], q[0] - p[0]);
  return s.line(pts, pen).line(seg(polar(c, head, turn + PI - 0.5), c, polar(c, head, turn + PI + 0.5)), pen);
};
export const tick = (s, x, y, k = 1, pen = 'paper') => s.line(seg([x - 8 * k, y], [x - 2 * k, y + 7 * k], [x + 10 * k, y - 10 * k]), pen);
export const cross = (s, x, y, k = 8, pen = 'paper') =>
  s.line(seg([x - k, y - k], [x + k, y + k]), pen).line(seg([x + k, y - k], [x - k, y + k]), pen);
/** Lines of handwriting. */
export const writing = (s, x, y, w, pen = 'fine', seed = 0) =>
  s.line(
    range(Math.round(w / 2), (_, t) => [x + w * t, y - 3.2 * sin(t * w * 0.42 + seed) - 2.4 * sin(t * w * 0.17 + seed * 2)]),
    pen,
  );
/** Letters or figures as outlines, centred at a point of the base line. */
export const letters = (s, text, size, [x, y], pen = 'bright') => {
  for (const { contours } of outlines(text, size, [x - widthOf(text, size) / 2, y])) s.lines(contours, pen);
  return s;
};
/** Letters with their insides hatched. */
export const blackLetters = (s, text, size, [x, y], pen = 'bright', gap = 2.2) => {
  for (const { contours } of outlines(text, size, [x - widthOf(text, size) / 2, y])) {
    // One line through all contours leaves the counters open; the joins lie on the outline.
    const whole = contours.flatMap((pts) => [contours[0][0], ...pts, contours[0][0]]);
    if (whole.length > 0) s.lines(hatchLines(whole, 0.5, gap), 'main').lines(contours, pen);
  }
  return s;
};
const OPEN_HAND = [
  [-20, 64], [-25, 24], [-42, 2], [-54, -20], [-47, -29], [-36, -18], [-27, -10], [-27, -24], [-29, -58], [-22, -68],
  [-15, -58], [-12, -24], [-9, -26], [-8, -70], [-1, -80], [6, -70], [7, -24], [10, -24], [14, -62], [20, -70],
  [26, -61], [23, -18], [26, -14], [34, -44], [40, -50], [45, -42], [38, 0], [27, 36], [23, 64],
];
/** An open hand, palm to us, its middle at a point; `k` is its size, -1 in `side` mirrors it, `turn` leans it. */
export const hand = (s, [x, y], k = 1, { side = 1, turn = 0, pen = 'contour', covers = true } = {}) => {
  const place = ([a, b]) => [
    x + k * (side * a * cos(turn) - b * sin(turn)),
    y + k * (side * a * sin(turn) + b * cos(turn)),
  ];
  const outline = curve(...OPEN_HAND.map(place));
  if (covers) s.knock(outline);
  s.line(outline, pen);
  s.line(curve(...[[-24, 6], [-6, 8], [6, 30], [4, 56]].map(place)), 'fine');
  return s.line(curve(...[[34, -4], [12, -6], [-8, 0], [-18, 10]].map(place)), 'fine');
};
/** A closed hand that holds something thin, seen from the side, knuckles towards the tip. */
export const grip = (s, [x, y], k = 1, turn = 0) => {
  const place = ([a, b]) => [x + k * (a * cos(turn) - b * sin(turn)), y + k * (a * sin(turn) + b * cos(turn))];
  const outline = loop(...[[-8, 4], [-26, -6], [-34, -24], [-20, -36], [6, -38], [34, -34], [44, -18], [40, 4], [20, 14], [4, 12]].map(place));
  s.knock(outline).line(outline, 'contour');
  for (const k2 of count(3)) s.line(curve(...[[-22 + k2 * 15, -32], [-28 + k2 * 15, -18], [-18 + k2 * 15, -8]].map(place)), 'main');
  return s.line(curve(...[[42, -26], [80, -34], [120, -30]].map(place)), 'contour').line(curve(...[[38, 8], [80, 6], [120, 12]].map(place)), 'contour');
};
/** A pencil, pen or stick whose tip is at a point. */
export const pencil = (s, tip, turn = -0.9, long = 130, wide = 5) => {
  const at = (d, off) => {
    const p = polar(tip, d, turn);
    return [p[0] - off * sin(turn), p[1] + off * cos(turn)];
  };
  const body = [at(18, -wide), at(long, -wide), at(long, wide), at(18, wide)];
  s.knock([tip, ...body]).line(closed(body), 'bright').line(seg(at(18, -wide), tip, at(18, wide)), 'bright');
  return s.line(seg(at(18, 0), at(long, 0)), 'fine');
};
export const paper = (s, x, y, w, h, pen = 'main') => s.shape(box(x, y, w, h), pen);
/** A person from the front: head and shoulders, the middle of the head at a point. */
export const person = (s, x, y, k = 1, pen = 'contour') => {
  const body = [...bezier([x - 34 * k, y + 76 * k], [x - 34 * k, y + 20 * k], [x + 34 * k, y + 20 * k], [x + 34 * k, y + 76 * k], 24)];
  return s.knock(body).line(body, pen).shape(ellipse([x, y], 15 * k, 19 * k), pen);
};
/** A person walking to the right, feet at a point. */
export const walker = (s, x, y, k = 1, pen = 'contour') =>
  s
    .line(ellipse([x + 2 * k, y - 82 * k], 8 * k, 10 * k), pen)
    .line(curve([x, y - 70 * k], [x - 3 * k, y - 52 * k], [x, y - 36 * k]), pen)
    .line(curve([x, y - 36 * k], [x + 12 * k, y - 18 * k], [x + 16 * k, y]), pen)
    .line(curve([x, y - 36 * k], [x - 6 * k, y - 16 * k], [x - 18 * k, y - 2 * k]), pen)
    .line(curve([x - 1 * k, y - 64 * k], [x + 12 * k, y - 52 * k], [x + 20 * k, y - 40 * k]), pen)
    .line(curve([x - 1 * k, y - 64 * k], [x - 14 * k, y - 50 * k], [x - 16 * k, y - 38 * k]), pen);
export const eye = (s, [x, y], w, pen = 'contour') => {
  const h = w * 0.32;
  s.line(bezier([x - w, y], [x - w * 0.4, y - h * 1.6], [x + w * 0.4, y - h * 1.6], [x + w, y], 30), pen);
  s.line(bezier([x - w, y], [x - w * 0.4, y + h * 1.2], [x + w * 0.4, y + h * 1.2], [x + w, y], 30), pen);
  s.line(circle([x, y - 1], h * 0.82), 'main').line(circle([x, y - 1], h * 0.36), 'bright');
  return s.lines(range(18, (k) => seg(polar([x, y - 1], h * 0.4, (k * TAU) / 18), polar([x, y - 1], h * 0.78, (k * TAU) / 18))), 'fine');
};
/** A clock face with its hands; hours and minutes as numbers. */
export const clock = (s, c, r, hours, minutes, pen = 'contour') => {
  s.knock(circle(c, r)).line(circle(c, r), pen).lines(range(12, (k) => seg(polar(c, r * 0.86, (k * TAU) / 12), polar(c, r * 0.96, (k * TAU) / 12))), 'main');
  const at = (turns) => turns * TAU - PI / 2;
  return s.line(seg(c, polar(c, r * 0.52, at((hours + minutes / 60) / 12))), 'paper').line(seg(c, polar(c, r * 0.78, at(minutes / 60))), 'paper');
};
export const sun = (s, c, r, rays = 22, pen = 'bright') =>
  s.line(circle(c, r), pen).lines(range(rays, (k) => seg(polar(c, r * 1.25, (k * TAU) / rays), polar(c, r * (k % 2 ? 1.5 : 1.8), (k * TAU) / rays))), pen);
export const drop = (s, [x, y], k, pen = 'bright') =>
  s.line([...bezier([x, y - 1.7 * k], [x + 0.5 * k, y - 0.8 * k], [x + k, y - 0.3 * k], [x + k, y + 0.2 * k], 10), ...ellipse([x, y + 0.2 * k], k, k, 0, PI, 16), ...bezier([x - k, y + 0.2 * k], [x - k, y - 0.3 * k], [x - 0.5 * k, y - 0.8 * k], [x, y - 1.7 * k], 10)], pen);
export const flame = (s, [x, y], k, pen = 'bright') =>
  s
    .line(closed(loop([x, y], [x - 9 * k, y - 12 * k], [x - 3 * k, y - 26 * k], [x + 1 * k, y - 40 * k], [x + 8 * k, y - 22 * k], [x + 9 * k, y - 10 * k])), pen)
    .line(loop([x, y - 3 * k], [x - 4 * k, y - 11 * k], [x + 1 * k, y - 22 * k], [x + 4 * k, y - 10 * k]), 'main');
/** Ground with short grass. */
export const ground = (s, y, from = 20, to = 620, pen = 'main') => s.line(range(60, (_, t) => [mix(from, to, t), y + 2 * s.noise(t * 9, y)]), pen);
export const grass = (s, x, y, h, lean = 0, pen = 'main') => s.line(bezier([x, y], [x, y - h * 0.5], [x + lean * 0.4, y - h * 0.8], [x + lean, y - h], 14), pen);
/** A broad tree, its foot at a point. */
export const tree = (s, x, y, k = 1, pen = 'main') => {
  const crown = range(40, (_, t) => polar([x, y - 46 * k], (24 + 3 * sin(t * TAU * 7)) * k, t * TAU));
  s.line(seg([x - 3 * k, y], [x - 2 * k, y - 26 * k]), pen).line(seg([x + 3 * k, y], [x + 2 * k, y - 26 * k]), pen);
  return s.knock(crown).lines(hatchLines(crown, 0.6, 5 * k), 'ghost').line(closed(crown), pen);
};
export const fir = (s, x, y, k = 1, pen = 'main') => {
  s.line(seg([x, y], [x, y - 60 * k]), pen);
  return s.lines(range(6, (j) => seg([x - (18 - 2.6 * j) * k, y - (8 + 8 * j) * k], [x, y - (18 + 8 * j) * k], [x + (18 - 2.6 * j) * k, y - (8 + 8 * j) * k])), pen);
};
/** An open book from above. */
export const book = (s, x, y, w, h, pen = 'contour') => {
  for (const side of [-1, 1]) {
    const page = [[x, y], ...bezier([x, y], [x + side * w * 0.15, y - 12], [x + side * w * 0.35, y - 8], [x + (side * w) / 2, y], 16), [x + (side * w) / 2, y + h], ...bezier([x + (side * w) / 2, y + h], [x + side * w * 0.35, y + h - 8], [x + side * w * 0.15, y + h - 12], [x, y + h], 16)];
    s.shape(page, pen);
  }
  return s;
};
export const table = (s, y, from = 30, to = 610) => s.line(seg([from, y], [to, y]), 'contour').line(seg([from + 6, y + 8], [to - 6, y + 8]), 'fine');
/** A lens with its handle. */
export const lens = (s, c, r, turn = 0.8) => {
  s.line(circle(c, r), 'paper').line(circle(c, r + 4), 'bright');
  return s.line(seg(polar(c, r + 4, turn), polar(c, r * 2.1, turn)), 'contour').line(seg(polar(c, r + 10, turn + 0.06), polar(c, r * 2.1, turn + 0.03)), 'contour');
};
