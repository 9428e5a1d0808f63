// A clip is one drawing that grows: a scene of phases, each with the sentence that is read while its lines appear.
// Lines are kept as points in the order they were drawn, so that a frame can stop in the middle of a stroke.
import { mixP, noise2, random } from '../pictures/drawing/numbers.mjs';

const { hypot, max, min, round } = Math;

/** Scenes draw on 640 by 360; films are half as large again. */
export const WIDTH = 640;
export const HEIGHT = 360;
export const SCALE = 1.5;
export const GROUND = '#14110d';
const PENS = {
  contour: ['#e3b94f', 2.4],
  main: ['#BA8904', 1.7],
  bright: ['#e3b94f', 1.4],
  fine: ['#a1780a', 1.1],
  ghost: ['#5f4a16', 1],
  paper: ['#f6f1e7', 1.8],
};
/** Seconds before the first line and after the last. */
const LEAD = 0.6;
const REST = 2.4;
/** A caption stays at least this long, and long enough to be read at this many characters a second. */
const SHORTEST = 3.6;
const READING = 14;

const lengthOf = (pts) => {
  let sum = 0;
  for (let i = 1; i < pts.length; i++) sum += hypot(pts[i][0] - pts[i - 1][0], pts[i][1] - pts[i - 1][1]);
  return sum;
};
const upTo = (pts, length) => {
  const out = [pts[0]];
  let left = length;
  for (let i = 1; i < pts.length; i++) {
    const step = hypot(pts[i][0] - pts[i - 1][0], pts[i][1] - pts[i - 1][1]);
    if (step >= left) return [...out, mixP(pts[i - 1], pts[i], step === 0 ? 1 : left / step)];
    out.push(pts[i]);
    left -= step;
  }
  return out;
};
export const pathOf = (pts) =>
  pts.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${round(x * 10) / 10} ${round(y * 10) / 10}`).join('');

/** The first part of a line, by its share of the length. */
export const partOf = (pts, share) => upTo(pts, lengthOf(pts) * share);

/** 640 by 360 to draw on; `phase` begins the next caption. Same seed, same drawing. */
export class Scene {
  constructor(seed) {
    Object.assign(this, { phases: [], rnd: random(seed), noise: noise2(seed) });
  }
  /** `de` and `en` are read while what `draw` draws appears. */
  phase(de, en, draw) {
    this.phases.push({ de, en, strokes: [] });
    draw(this);
    return this;
  }
  add(stroke) {
    this.phases.at(-1).strokes.push(stroke);
    return this;
  }
  line(pts, pen = 'main') {
    if (!(pen in PENS)) throw new Error(`No pen "${pen}"`);
    return pts.length < 2 ? this : this.add({ pen, pts, length: max(lengthOf(pts), 0.5) });
  }
  lines(list, pen) {
    for (const one of list) this.line(one, pen);
    return this;
  }
  dot([x, y], pen = 'contour', r = 1.6) {
    return this.line(
      [
        [x - r / 2, y],
        [x + r / 2, y],
      ],
      pen,
    );
  }
  /** Hides what lies behind a polygon. */
  knock(poly) {
    return this.add({ knock: poly, length: 0 });
  }
  shape(poly, pen = 'contour') {
    return this.knock(poly).line([...poly, poly[0]], pen);
  }
  /** When each phase begins and ends, in seconds. */
  timing() {
    let at = LEAD;
    return this.phases.map((phase) => {
      const begin = at;
      at += max(SHORTEST, max(phase.de.length, phase.en.length) / READING);
      return { begin, end: at };
    });
  }
  seconds() {
    return this.timing().at(-1).end + REST;
  }
  /** The drawing at a moment, as SVG; after the end it is whole. */
  frame(seconds) {
    const timing = this.timing();
    let body = '';
    let tip = null;
    for (const [index, { strokes }] of this.phases.entries()) {
      const { begin, end } = timing[index];
      if (seconds < begin) break;
      // The hand stops a little before the sentence does.
      const share = min(1, (seconds - begin) / ((end - begin) * 0.86));
      let left = strokes.reduce((sum, stroke) => sum + stroke.length, 0) * share + (share === 1 ? 1 : 0);
      for (const stroke of strokes) {
        if (left <= 0) break;
        if (stroke.knock) body += `<path fill="${GROUND}" d="${pathOf(stroke.knock)}z"/>`;
        else {
          const pts = left >= stroke.length ? stroke.pts : upTo(stroke.pts, left);
          const [colour, width] = PENS[stroke.pen];
          body += `<path stroke="${colour}" stroke-width="${width}" d="${pathOf(pts)}"/>`;
          if (left < stroke.length) tip = pts.at(-1);
        }
        left -= stroke.length;
      }
    }
    const nib =
      tip === null
        ? ''
        : `<circle cx="${tip[0].toFixed(1)}" cy="${tip[1].toFixed(1)}" r="2.6" fill="#f6f1e7"/>`;
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH * SCALE}" height="${HEIGHT * SCALE}"><path fill="${GROUND}" d="M0 0h${WIDTH}v${HEIGHT}H0z"/><g fill="none" stroke-linecap="round" stroke-linejoin="round">${body}</g>${nib}</svg>\n`;
  }
  /** What is shown before the film plays: the finished drawing. */
  poster() {
    return this.frame(this.seconds());
  }
  /** Captions as WebVTT; `sounds` are the sounds in words, by the phase with whose sentence they are shown. */
  captions(locale, sounds = {}) {
    const timing = this.timing();
    const time = (s) => `00:00:${s.toFixed(3).padStart(6, '0')}`;
    const cues = this.phases.map((phase, index) => {
      const sound = sounds[index] === undefined ? '' : `${sounds[index][locale]}\n`;
      return `${time(timing[index].begin)} --> ${time(timing[index].end)}\n${sound}${phase[locale]}`;
    });
    return `WEBVTT\n\n${cues.join('\n\n')}\n`;
  }
}
