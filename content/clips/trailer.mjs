// A trailer is the poster's drawing seen from near: a camera travels over it while its lines come, then steps back until
// the whole sheet is seen and the master's name is written beside it.
import { mix, mixP } from '../pictures/drawing/numbers.mjs';
import { outlines, widthOf } from '../pictures/lettering.mjs';
import { GROUND, HEIGHT, partOf, pathOf, Scene, SCALE, WIDTH } from './scene.mjs';

const { PI, abs, cos, hypot, max, min, sin, sqrt } = Math;

/** Pens of the sheet as they are on film: colour, width, opacity. */
const PENS = {
  contour: ['#e3b94f', 2.3, 1],
  main: ['#BA8904', 1.6, 1],
  bright: ['#e3b94f', 1.3, 1],
  fine: ['#a1780a', 1, 1],
  ghost: ['#6b5318', 1, 1],
  dot: ['#BA8904', 2.4, 1],
  seed: ['#e3b94f', 3.2, 1],
  cut1: ['#7d6018', 1.4, 1],
  cut2: ['#BA8904', 1.8, 1],
  cut3: ['#e3b94f', 2, 1],
  paper: ['#f6f1e7', 2.6, 1],
};
/** The window at the end: the sheet of 600 by 800 on the right, room for the name on the left. */
const WHOLE = [-120, 400, 1560];
/** The window of the picture shown before it plays. */
const POSTER = [300, 400, 1240];
/** Seconds that one line takes. */
const STROKE = 0.9;

const smooth = (t) => t * t * (3 - 2 * t);

/** Turns what a sheet holds into strokes in the order they were laid. */
function strokesOf(sheet) {
  const strokes = [];
  const collect = (items, turn) => {
    for (const { kind, d, echo, items: inner } of items) {
      if (echo) {
        collect(inner, turn);
        for (const one of echo) {
          const step = transformOf(one);
          collect(inner, (p) => turn(step(p)));
        }
      } else {
        for (const pts of polylines(d)) {
          const placed = pts.map(turn);
          if (kind === 'knock') strokes.push({ knock: placed, pts: placed });
          else if (kind.startsWith('cut-')) strokes.push({ fill: '#e3b94f', pts: placed });
          else strokes.push({ pen: kind, pts: placed });
        }
      }
    }
  };
  collect(sheet.items, (p) => p);
  return strokes;
}

/** The transforms that sheets use: a turn round a point, a matrix. */
function transformOf(text) {
  const [, name, numbers] = /^(\w+)\(([^)]*)\)$/.exec(text);
  const n = numbers.split(' ').map(Number);
  if (name === 'matrix') return ([x, y]) => [n[0] * x + n[2] * y + n[4], n[1] * x + n[3] * y + n[5]];
  if (name !== 'rotate') throw new Error(`No transform "${name}"`);
  const [turn, cx, cy] = [(n[0] * PI) / 180, n[1], n[2]];
  return ([x, y]) => [
    cx + (x - cx) * cos(turn) - (y - cy) * sin(turn),
    cy + (x - cx) * sin(turn) + (y - cy) * cos(turn),
  ];
}

/** Points of each part of a path of M, l, h, q and z, as sheets write them. */
function polylines(d) {
  const tokens = d.match(/[Mlhqz]|-?(?:\d+\.?\d*|\.\d+)/g) ?? [];
  const parts = [];
  let command = 'M';
  let at = [0, 0];
  for (let i = 0; i < tokens.length; ) {
    if (/[a-zA-Z]/.test(tokens[i])) {
      command = tokens[i++];
      if (command === 'z') continue;
    }
    const next = () => Number(tokens[i++]);
    if (command === 'M') {
      at = [next(), next()];
      parts.push([at]);
    } else if (command === 'h') {
      at = [at[0] + next(), at[1]];
      parts.at(-1).push([at[0] + 0.1, at[1]]);
    } else if (command === 'l') {
      at = [at[0] + next(), at[1] + next()];
      parts.at(-1).push(at);
    } else {
      const from = at;
      const by = [from[0] + next(), from[1] + next()];
      at = [from[0] + next(), from[1] + next()];
      for (let k = 1; k <= 6; k++) parts.at(-1).push(mixP(mixP(from, by, k / 6), mixP(by, at, k / 6), k / 6));
    }
  }
  return parts.filter((pts) => pts.length > 1);
}

/**
 * `sheet` is the poster's drawing, `views` are the camera's windows [centre x, centre y, width], one at the start of each
 * phase; the last phase ends with the whole. A line comes with the first window that shows it, there in the `order` of
 * its middle (any scale, early first).
 */
export class Trailer extends Scene {
  constructor(sheet, { name, order, views, phases }) {
    super(1);
    this.isMoving = true;
    for (const [de, en] of phases) this.phase(de, en, () => undefined);
    this.views = views;
    this.strokes = strokesOf(sheet);
    const timing = this.timing();
    const shown = views.map(([x, y, wide]) => (p) => 2 * abs(p[0] - x) < wide && 2 * abs(p[1] - y) < (wide * HEIGHT) / WIDTH);
    const groups = views.map(() => []);
    for (const stroke of this.strokes) {
      const middle = stroke.pts[stroke.pts.length >> 1];
      const view = shown.findIndex((sees) => sees(middle));
      groups[view === -1 ? views.length - 1 : view].push([order(...middle), stroke]);
    }
    for (const [k, group] of groups.entries()) {
      const { begin, end } = timing[k];
      group.sort(([a], [b]) => a - b);
      // The first window is filled slowly; the last lines come as the camera steps back.
      const span = (end - begin) * (k === 0 ? 0.7 : k === groups.length - 1 ? 0.3 : 0.55);
      for (const [i, [, stroke]] of group.entries()) stroke.at = begin - (k === 0 ? 0 : 0.8) + (span * i) / group.length;
    }
    // What is covered stays covered: a cover comes with the line that follows it.
    for (let i = this.strokes.length - 2; i >= 0; i--)
      if (this.strokes[i].knock) this.strokes[i].at = min(this.strokes[i].at, this.strokes[i + 1].at);
    const lines = name.split('\n');
    const size = min(176, 740 / max(...lines.map((line) => widthOf(line, 1))));
    this.letters = lines.flatMap((line, row) => outlines(line, size, [-830, 400 + size * (1.12 * (row - lines.length / 2) + 0.9)]));
  }
  /** The window at a moment: [centre x, centre y, width]. */
  window(seconds) {
    const timing = this.timing();
    const stops = [...this.views.map((view, i) => [timing[i].begin, view]), [timing.at(-1).begin + 2.4, WHOLE]];
    const next = stops.findIndex(([at]) => at > seconds);
    if (next === -1) return WHOLE;
    if (next === 0) return stops[0][1];
    const [[a, from], [b, to]] = [stops[next - 1], stops[next]];
    const t = smooth(((seconds - a) / (b - a)) ** 1.6);
    const wide = from[2] * (to[2] / from[2]) ** t;
    const share = to[2] === from[2] ? t : (wide - from[2]) / (to[2] - from[2]);
    return [mix(from[0], to[0], share), mix(from[1], to[1], share), wide];
  }
  frame(seconds) {
    return this.drawn(seconds, this.window(seconds), this.letters);
  }
  /** Without the name, which stands beside it wherever a trailer is offered, and where the button to play lies. */
  poster() {
    return this.drawn(this.seconds(), POSTER, []);
  }
  drawn(seconds, [x, y, wide], letters) {
    const timing = this.timing();
    const zoom = WIDTH / wide;
    // Lines thin out less than the sheet does, so that the whole is no grey.
    const weight = sqrt(wide / WIDTH) / (wide > WIDTH ? 1 : 1.1);
    const marks = [];
    for (const { pts, knock, fill, pen, at } of this.strokes) {
      const share = min(1, (seconds - at) / STROKE);
      if (share <= 0) continue;
      if (knock) marks.push({ paint: `fill="${GROUND}"`, d: `${pathOf(knock)}z` });
      else if (fill) marks.push({ paint: `fill="${fill}" opacity="${share.toFixed(2)}"`, d: `${pathOf(pts)}z` });
      else marks.push({ paint: paintOf(pen, weight), d: pathOf(share < 1 ? partOf(pts, share) : pts) });
    }
    const written = (seconds - timing.at(-1).begin - 1.2) / 2.2;
    for (const { contours, late } of letters) {
      const share = min(1, (written - late * 0.7) / 0.3);
      if (share <= 0) continue;
      for (const pts of contours) marks.push({ paint: paintOf('paper', 1), d: pathOf(partOf(pts, share)) });
      if (share === 1) marks.push({ paint: 'fill="#f6f1e7" fill-rule="evenodd"', d: contours.map((pts) => `${pathOf(pts)}z`).join('') });
    }
    let body = '';
    for (let i = 0; i < marks.length; ) {
      let d = '';
      const { paint } = marks[i];
      while (i < marks.length && marks[i].paint === paint) d += marks[i++].d;
      body += `<path ${paint} d="${d}"/>`;
    }
    const shift = `scale(${zoom.toFixed(5)}) translate(${(wide / 2 - x).toFixed(2)} ${((wide * HEIGHT) / WIDTH / 2 - y).toFixed(2)})`;
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH * SCALE}" height="${HEIGHT * SCALE}"><path fill="${GROUND}" d="M0 0h${WIDTH}v${HEIGHT}H0z"/><g fill="none" stroke-linecap="round" stroke-linejoin="round" transform="${shift}">${body}</g></svg>\n`;
  }
}

function paintOf(pen, weight) {
  const [colour, width, opacity] = PENS[pen];
  return `stroke="${colour}" stroke-width="${(width * weight).toFixed(2)}"${opacity < 1 ? ` opacity="${opacity}"` : ''}`;
}

/** How far a point is from another; for drawings that grow from a middle. */
export const from = (cx, cy) => (x, y) => hypot(x - cx, y - cy);
/** For drawings that grow upwards. */
export const upwards = (_x, y) => -y;
