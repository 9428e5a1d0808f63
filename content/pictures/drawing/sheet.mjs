// The sheet that motifs draw on, its pens, and how it becomes SVG.
import { simplify } from './lines.mjs';
import { mixP, noise2, random, range } from './numbers.mjs';

const { hypot } = Math;

export const INK = { ground: '#1f1a14', light: '#e3b94f', gold: '#BA8904', dim: '#7d6018' };
// A little darker than the page, which shines through where nothing is drawn. Without any ground the file weighs two
// and a half times as much, since the lines stand in its transparency once more.
export const STAGE = '#12100c';
export const PAPER = { ground: '#f6f1e7', light: '#14110d', gold: '#3b3225', dim: '#a2957f' };
const num = (x) => {
  const s = (Math.round(x * 10) / 10).toString();
  return s.replace(/^(-?)0\./, '$1.');
};
const pathOf = (pts, close) => {
  const q = pts.map((p) => [Math.round(p[0] * 10), Math.round(p[1] * 10)]);
  let d = `M${num(q[0][0] / 10)} ${num(q[0][1] / 10)}`,
    sep = 'l';
  for (let i = 1; i < q.length; i++) {
    const dx = num((q[i][0] - q[i - 1][0]) / 10),
      dy = num((q[i][1] - q[i - 1][1]) / 10);
    if (dx === '0' && dy === '0') continue;
    d +=
      sep +
      (sep === ' ' && dx[0] === '-' ? '' : sep === 'l' ? '' : '') +
      dx +
      (dy[0] === '-' ? '' : ' ') +
      dy;
    sep = ' ';
  }
  return (d + (close ? 'z' : '')).replaceAll(' -', '-');
};
const PENS = {
  contour: ['light', 2.2, 1],
  main: ['gold', 1.4, 1],
  bright: ['light', 1.1, 1],
  fine: ['gold', 0.85, 0.9],
  ghost: ['dim', 0.85, 0.8],
  dot: ['gold', 2.2, 1],
  seed: ['light', 3.2, 1],
  cut1: ['dim', 1.3, 1],
  cut2: ['gold', 1.7, 1],
  cut3: ['light', 1.9, 1],
};
/** Below 200 px a drawing keeps only its bearing lines, drawn heavier; the rest would be grey. */
const SMALL_PENS = {
  contour: ['light', 7, 1],
  main: ['gold', 4.6, 1],
  bright: ['light', 4.2, 1],
  dot: ['gold', 6, 1],
  seed: ['light', 8, 1],
  cut2: ['gold', 5, 1],
  cut3: ['light', 6, 1],
};
const TOLERANCE = { contour: 0.15, main: 0.22, bright: 0.22, fine: 0.32, ghost: 0.4 }; // bytes where the eye does not look
/** A sheet of w by h; `small` asks for the variant with fewer, heavier lines. Motifs read it as `s.small`. */
export class Sheet {
  constructor(w, h, seed, small = false) {
    const pens = small ? SMALL_PENS : PENS;
    Object.assign(this, { w, h, small, pens, items: [], rnd: random(seed), noise: noise2(seed) });
  }
  push(kind, d) {
    if (kind in PENS && !(kind in this.pens)) return this;
    // strokes of one pen share a path as far back as nothing was covered
    for (let i = this.items.length - 1; i >= 0; i--) {
      const it = this.items[i];
      if (it.kind === kind) {
        it.d += d;
        return this;
      }
      if (kind === 'knock' || it.kind === 'knock') break;
    }
    this.items.push({ kind, d });
    return this;
  }
  line(pts, pen = 'main', tol = TOLERANCE[pen]) {
    return pts.length < 2 ? this : this.push(pen, pathOf(simplify(pts, tol)));
  }
  lines(list, pen, tol) {
    for (const one of list) this.line(one, pen, tol);
    return this;
  }
  echo(transforms, draw) {
    // draw once, repeat by symmetry
    const kept = this.items;
    this.items = [];
    draw();
    const items = this.items;
    this.items = kept;
    kept.push({ kind: 'knock', echo: transforms, items });
    return this;
  }
  /** Puts another sheet, with its own pens, on this one. */
  place({ items, pens }, transform) {
    this.items.push({ kind: 'knock', items, pens, transform });
    return this;
  }
  turns(n, c, draw) {
    return this.echo(
      range(n - 1, (k) => `rotate(${(((k + 1) * 360) / n).toFixed(3)} ${c[0]} ${c[1]})`),
      draw,
    );
  }
  knock(poly) {
    const d = pathOf(simplify(poly, 0.2), true),
      last = this.items[this.items.length - 1];
    if (last && last.kind === 'knock' && last.d !== undefined) last.d += d;
    else this.items.push({ kind: 'knock', d });
    return this;
  }
  dot(p, pen = 'dot') {
    return this.push(pen, `M${num(p[0])} ${num(p[1])}h0`);
  }
  shape(poly, pen = 'contour') {
    this.knock(poly);
    return this.line([...poly, poly[0]], pen);
  }
  cut(a, b, wide, bend = 0, pen = 'light') {
    // one gouge of the woodcutter: a lens from a to b
    const m = mixP(a, b, 0.45),
      dx = b[0] - a[0],
      dy = b[1] - a[1],
      l = hypot(dx, dy) || 1,
      nx = -dy / l,
      ny = dx / l;
    const r = (x, y) => `${num(x)} ${num(y)}`,
      ex = dx,
      ey = dy,
      mx = m[0] - a[0],
      my = m[1] - a[1];
    return this.push(
      `cut-${pen}`,
      `M${r(a[0], a[1])}q${r(mx + nx * (bend + wide), my + ny * (bend + wide))} ${r(ex, ey)}q${r(mx - ex + nx * (bend - wide), my - ey + ny * (bend - wide))} ${r(-ex, -ey)}`.replaceAll(
        ' -',
        '-',
      ),
    );
  }
  /** A filled form. */
  fill(poly, pen = 'light') {
    return this.push(`cut-${pen}`, pathOf(simplify(poly, 0.28), true));
  }
  /** A stroke that begins and ends in nothing and is widest at two fifths. */
  tapered(pts, wide, pen = 'light') {
    const edge = (side) =>
      pts.map(([x, y], k) => {
        const [a, b] = [pts[Math.max(0, k - 1)], pts[Math.min(pts.length - 1, k + 1)]];
        const l = hypot(b[0] - a[0], b[1] - a[1]) || 1;
        const t = k / (pts.length - 1);
        const half = (side * wide * Math.sin(Math.PI * t ** 0.75)) / 2;
        return [x - ((b[1] - a[1]) / l) * half, y + ((b[0] - a[0]) / l) * half];
      });
    return this.fill([...edge(1), ...edge(-1).reverse()], pen);
  }
  svg(title, ink, { ground, crop: [x, y, w, h] = [0, 0, this.w, this.h] }) {
    let id = 0;
    const draw = (items, pens = this.pens) =>
        items
          .map(({ kind, d, echo, items: inner, transform, pens: own }) => {
            if (transform) return `<g transform="${transform}">\n${draw(inner, own)}\n</g>`;
            if (echo) {
              const n = `e${id++}`;
              return `<g id="${n}">\n${draw(inner, pens)}\n</g>\n${echo.map((t) => `<use href="#${n}" transform="${t}"/>`).join('')}`;
            }
            if (kind === 'knock') return `<path fill="${ink.ground}" d="${d}"/>`;
            if (kind.startsWith('cut-')) return `<path fill="${ink[kind.slice(4)]}" d="${d}"/>`;
            const [c, w, o] = pens[kind];
            return `<path fill="none" stroke="${ink[c]}" stroke-width="${w}"${o < 1 ? ` opacity="${o}"` : ''} d="${d}"/>`;
          })
          .join('\n'),
      body = draw(this.items);
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" role="img"><title>${title}</title>\n${ground ? `<path fill="${ground}" d="M0 0h${w}v${h}H0z"/>\n` : ''}<g stroke-linecap="round" stroke-linejoin="round"${x || y ? ` transform="translate(${-x} ${-y})"` : ''}>\n${body}\n</g></svg>\n`;
  }
}
