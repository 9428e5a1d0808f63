// The masters, each with a face, hair, clothes and a tool. After portraits of their time where there are any, but only
// as far as an engraver's handful of signs goes. Measures are those of the head: x to the right, y down, z to the viewer.
import { portrait } from './portrait.mjs';
import { ball, both, grown, rod, without } from './solids.mjs';
import { barometer, basin, compasses, gouge, moth, quill, spanner, sprig, triangle, tuningFork, type, whisk } from './tools.mjs';

const opening = grown([ball([0, 40, 92], [88, 118, 100])], [ball([0, -46, 104], [66, 66, 62]), 24]);
/** Hair on the skull, from the brow back. `high` moves its line up the forehead. */
const cap = ({ wide = 1, tall = 1, high = 0 } = {}) =>
  without(ball([0, -52, -30], [110 * wide, 112 * tall, 126]), grown([opening], [ball([0, -46 - high, 100], [74, 66, 66]), 10]), 10);
const parted = ([x, y]) => [(x < 0 ? -1 : 1) * (y < -60 ? 1.2 : 0.25), 0.55 + (y + 150) / 240, -0.35];
const back = ([x]) => [x * 0.006, -0.25, -1];
const down = ([x]) => [x * 0.002, 1, 0.15];
const out = ([x, y]) => [x * 0.012, (y + 60) * 0.01, 0.1];

const shoulders = (broad = 1) =>
  grown(
    [both(rod([0, 176, -56], [132 * broad, 238, -64], 40, 52))],
    [ball([0, 372, -44], [196 * broad, 160, 92]), 50],
    [both(rod([136 * broad, 250, -64], [184 * broad, 420, -50], 50, 66)), 30],
  );
const coat = (broad) => ({ kind: 'cloth', upright: true, solid: shoulders(broad) });
const fur = { kind: 'fur', upright: true, solid: grown([both(rod([44, 182, -6], [74, 480, 70], 50, 58))], [both(rod([40, 184, -50], [128, 236, -66], 52, 58)), 30]) };
const neckcloth = {
  kind: 'linen',
  upright: true,
  solid: grown([ball([0, 172, -34], [66, 44, 60])], [ball([0, 204, 30], [26, 20, 20]), 10], [ball([0, 256, 34], [36, 56, 20]), 8]),
};
const collar = { kind: 'linen', upright: true, solid: grown([ball([0, 178, -40], [70, 26, 62])], [both(rod([20, 192, 24], [58, 222, 20], 14, 8)), 8]) };
/** Two edges of a coat that is open over linen. */
const lapels = (s) => {
  for (const side of [-1, 1]) {
    const at = (pts) => pts.map(([x, y]) => [300 + side * x, y]);
    s.tapered(at([[60, 540], [66, 620], [44, 700], [10, 796]]), 9, 'ground');
    s.tapered(at([[84, 536], [118, 600], [132, 640]]), 6, 'ground');
    s.tapered(at([[132, 640], [96, 652], [108, 668]]), 6, 'ground');
    s.tapered(at([[108, 668], [84, 720], [46, 796]]), 6, 'ground');
  }
  for (const [x, y] of [[300, 600], [292, 606], [309, 608]]) s.tapered([[x, y], [x - 3, y + 40], [x + 2, y + 74]], 3.4, 'ground');
};

const people = {
  'albrecht-duerer': [1471, {
    yaw: 0.03, nod: 0, face: { age: 0.2, long: 1.1, wide: 0.92, nose: 0.95, jaw: 0.94, ridge: 0.6 }, eyes: { lid: 1, size: 1.06 }, mouth: { lips: 1.3, wide: 0.86 },
    solids: [
      coat(), fur,
      { kind: 'hair', solid: grown([cap({ wide: 1.04, high: -4 })], [both(rod([98, -40, -16], [124, 176, -2], 34, 44)), 26]) },
      { kind: 'beard', solid: grown([ball([0, 116, 62], [44, 40, 36])], [both(ball([22, 72, 92], [22, 8, 12], 0.3)), 8], [both(rod([58, 78, 24], [28, 128, 50], 15, 22)), 18]) },
    ],
    strands: { fur: { flow: out, length: 34, gain: 0.95, cell: 13 }, hair: { flow: ([x, y]) => [(x < 0 ? -1 : 1) * (y < -70 ? 1.3 : 0.12), 1, 0], wave: 1.5, length: 74 }, beard: { flow: down, length: 30, wave: 0.8, gain: 1.5 } },
    after: (s) => compasses(s, [470, 640], 0.32),
  }],
  'alexander-von-humboldt': [1769, {
    yaw: -0.28, nod: -0.04, size: 1.03, face: { age: 0.7, long: 0.93, wide: 1.1, jaw: 1.12, cheek: 1.3, nose: 1.02, chin: 1.15 }, eyes: { brow: 1.3 }, mouth: { smile: 6, wide: 1.12 },
    solids: [coat(1.04), neckcloth, { kind: 'hair', solid: grown([cap({ tall: 1.1, wide: 1.13, high: -8 })], [ball([-40, -142, 30], [50, 30, 42]), 16], [ball([44, -138, 14], [46, 26, 42]), 16], [both(ball([112, -18, -6], [24, 60, 42])), 16]) }],
    strands: { hair: { flow: ([x, y]) => [x * 0.01 + 0.3, (y + 90) * 0.008, -0.5], wave: 2.2, length: 44 } },
    after: (s) => { lapels(s); barometer(s, [474, 640], 0.16); },
  }],
  'auguste-escoffier': [1846, {
    yaw: 0.34, size: 0.96, face: { long: 1.08, wide: 0.9, jaw: 0.86, cheek: 1.4, nose: 1.02, chin: 0.95, age: 1.9, neck: 0.86 }, eyes: { lid: 3, brow: 1.5 },
    solids: [
      coat(1), { ...collar, solid: ball([0, 192, -34], [70, 34, 62]) },
      { kind: 'linen', solid: grown([ball([0, -112, -22], [108, 44, 116])], [ball([0, -186, -30], [132, 62, 126]), 14]) },
      { kind: 'hair', solid: both(ball([94, -30, -22], [18, 50, 50])) },
      { kind: 'beard', solid: both(grown([rod([6, 70, 104], [34, 78, 92], 9, 8)], [rod([34, 78, 92], [54, 70, 70], 8, 3), 6])) },
    ],
    strands: { hair: { flow: down, length: 20 }, beard: { flow: ([x]) => [x < 0 ? -1 : 1, 0.12, -0.2], length: 30, gain: 1.2 } },
    after: (s) => {
      for (let k = 0; k < 9; k++) s.tapered([[214 + k * 26 + (k % 2) * 8, 92], [222 + k * 21, 140], [226 + k * 20, 176]], 4, 'ground');
      s.tapered([[330, 576], [338, 680], [332, 798]], 5, 'ground');
      for (const y of [630, 690, 750]) for (const x of [300, 372]) { s.knock(dotted(x, y)); s.dot([x, y], 'seed'); }
      whisk(s, [480, 640], 0.3);
    },
  }],
  'bertha-benz': [1849, {
    yaw: -0.16, nod: -0.02, face: { long: 0.92, wide: 0.99, nose: 0.74, chin: 0.9, lips: 1.3, jaw: 0.94, ridge: 0.2, neck: 0.72, cheek: 1.3 }, eyes: { brow: 0.6, size: 1.14, arch: 2 }, mouth: { smile: 6, lips: 1.7, wide: 0.92 },
    solids: [
      coat(0.9), { kind: 'linen', upright: true, solid: ball([0, 182, -34], [60, 36, 56]) },
      { kind: 'hair', solid: grown([cap({ wide: 1.03, high: -6 })], [both(ball([88, -4, 10], [24, 46, 38])), 18]) },
      { kind: 'hat', solid: grown([ball([4, -132, -24], [140, 15, 130], -0.08)], [ball([0, -160, -34], [80, 46, 78]), 8]) },
    ],
    strands: { hair: { flow: parted, wave: 0.9, gain: 0.5, pens: ['dim', 'dim', 'gold'] }, hat: { flow: ([x, , z]) => [z + 24, 0.02, -x], length: 60, gain: 0.8, pens: ['dim', 'gold', 'gold'] } },
    after: (s) => { ruffle(s); spanner(s, [474, 640], 0.4); },
  }],
  'clara-schumann': [1819, {
    yaw: 0.36, nod: 0.08, lean: -0.05, face: { long: 0.96, wide: 0.92, nose: 0.7, jaw: 0.84, chin: 0.82, lips: 1.3, ridge: 0.2, neck: 0.74, cheek: 1.2 }, eyes: { lid: 0, brow: 0.5, size: 1.16, arch: 3 }, mouth: { lips: 1.7, wide: 0.86, smile: 4 },
    solids: [
      coat(0.86),
      { kind: 'hair', solid: grown([cap({ wide: 1.02, high: -8 })], [both(ball([92, -4, -4], [22, 44, 48])), 16], [ball([-62, 66, -104], [52, 48, 46]), 14]) },
      { kind: 'linen', upright: true, solid: ball([0, 226, -54], [150, 66, 92]) },
    ],
    strands: { hair: { flow: ([x, y, z]) => (z < -70 && y > 10 ? [y - 66, -x - 62, 0] : parted([x, y])), length: 90, gain: 0.5, pens: ['dim', 'dim', 'gold'] } },
    after: (s) => { lace(s); tuningFork(s, [474, 650], 0.24); },
  }],
  'emmy-noether': [1882, {
    yaw: -0.2, lean: 0.05, face: { age: 0.4, long: 0.92, wide: 1.1, nose: 0.88, jaw: 1.04, chin: 0.9, lips: 1.15, cheek: 1.3, ridge: 0.4, neck: 0.86 }, eyes: { brow: 0.7, size: 1.06 }, mouth: { smile: 7, lips: 1.4 },
    solids: [
      coat(0.98), { kind: 'linen', upright: true, solid: grown([ball([0, 198, -34], [66, 26, 60])], [both(rod([14, 208, 30], [52, 250, 30], 14, 8)), 8]) },
      { kind: 'hair', solid: grown([cap({ wide: 1.13, tall: 1.08, high: -16 })], [both(ball([108, -28, -8], [24, 62, 52])), 20], [ball([0, -168, -34], [58, 36, 52]), 12]) },
    ],
    strands: { hair: { flow: back, wave: 1.6, gain: 0.5, pens: ['dim', 'dim', 'gold'] } },
    after: (s, { at }) => { glasses(s, at); triangle(s, [474, 656], 0.2); },
  }],
  'hildegard-von-bingen': [1098, {
    yaw: 0.22, nod: 0.04, face: { long: 1.04, wide: 0.9, nose: 0.82, jaw: 0.86, chin: 0.85, lips: 1.15, age: 0.7, ridge: 0.2, neck: 0.8 }, eyes: { lid: 3, brow: 0.4, size: 1.08, gaze: [0, -1.5] }, mouth: { lips: 1.3, wide: 0.84 },
    solids: [
      { kind: 'linen', solid: without(grown([ball([0, -16, -16], [104, 134, 112])], [rod([0, 120, 0], [0, 300, -10], 78, 122), 40]), ball([0, 22, 104], [80, 116, 96]), 8) },
      { kind: 'cloth', solid: without(grown([ball([0, -38, -34], [124, 134, 124])], [both(rod([96, 20, -40], [176, 420, -50], 48, 96)), 40]), grown([ball([0, 40, 112], [92, 158, 116])], [rod([0, 150, 110], [0, 420, 150], 96, 150), 20]), 8) },
      coat(1),
    ],
    after: (s) => {
      for (const [x, l] of [[252, 90], [274, 120], [300, 132], [326, 120], [350, 90]]) s.tapered([[x, 530], [x + (x - 300) * 0.2, 530 + l / 2], [x + (x - 300) * 0.5, 530 + l]], 4.4, 'ground');
      sprig(s, [478, 650], 0.22);
    },
  }],
  'ignaz-semmelweis': [1818, {
    yaw: 0.22, size: 1.04, face: { age: 0.7, long: 0.9, wide: 1.1, nose: 1.06, jaw: 1.16, cheek: 1.2 }, eyes: { brow: 1.5 },
    solids: [
      coat(1.06), collar, { kind: 'cloth', upright: true, solid: grown([ball([0, 224, 34], [16, 14, 14])], [both(ball([30, 226, 30], [26, 20, 12])), 4]) },
      { kind: 'hair', solid: without(both(ball([88, -14, -26], [26, 66, 66])), opening, 8) },
      { kind: 'beard', solid: grown([both(rod([5, 68, 106], [44, 90, 84], 13, 9))], [both(rod([92, 20, -4], [60, 84, 34], 12, 13)), 6]) },
    ],
    strands: { hair: { flow: ([x]) => [x * 0.004, 0.6, -0.8], wave: 1.2, length: 34, gain: 0.5, pens: ['dim', 'dim', 'gold'] }, beard: { flow: ([x]) => [(x < 0 ? -1 : 1) * 0.8, 1, 0], length: 30, gain: 0.8, pens: ['dim', 'dim', 'gold'] } },
    after: (s) => { lapels(s); basin(s, [466, 690]); },
  }],
  'johann-wolfgang-von-goethe': [1749, {
    yaw: -0.46, nod: -0.06, face: { long: 1.1, wide: 0.95, nose: 1.16, hook: 1.2, age: 1.5, chin: 1.1 }, eyes: { brow: 1.2, size: 1.12 }, mouth: { smile: 1 },
    solids: [coat(1.06), neckcloth, { kind: 'hair', solid: grown([cap({ tall: 1.05, wide: 1.02, high: 12 })], [both(ball([100, 14, -24], [20, 46, 44])), 14]) }],
    strands: { hair: { flow: back, wave: 0.7, length: 80 } },
    after: (s) => { lapels(s); quill(s, [476, 610], 0.3); },
  }],
  'johannes-gutenberg': [1400, {
    yaw: 0.52, nod: 0.06, face: { long: 1.1, wide: 0.92, nose: 1.24, hook: 1.4, cheek: 1.5, age: 1.8 }, eyes: { lid: 3, brow: 1.6 },
    solids: [
      coat(1.06), fur,
      { kind: 'cap', solid: grown([ball([0, -108, -22], [126, 40, 132])], [ball([0, -150, -30], [100, 62, 104]), 16]) },
      { kind: 'hair', solid: both(ball([98, -4, -26], [20, 64, 50])) },
      { kind: 'beard', solid: grown([ball([0, 128, 56], [52, 44, 40])], [both(rod([20, 140, 58], [44, 268, 60], 34, 10)), 18], [both(ball([24, 74, 94], [26, 10, 14], 0.35)), 8], [both(rod([84, 40, 2], [40, 124, 46], 18, 28)), 18]) },
    ],
    strands: { fur: { flow: out, length: 34, gain: 0.9, cell: 13 }, cap: { flow: out, length: 30, gain: 0.9, cell: 11, pens: ['dim', 'gold', 'gold'] }, hair: { flow: down, wave: 1 }, beard: { flow: down, wave: 1.4, length: 70, gain: 1.35 } },
    after: (s) => type(s, [478, 664], -0.12),
  }],
  'kaethe-kollwitz': [1867, {
    yaw: -0.3, nod: 0.18, lean: 0.08, size: 1.06, at: [296, 334], face: { long: 1.02, wide: 1.02, nose: 0.98, jaw: 0.98, chin: 0.95, cheek: 1.3, age: 1.9, ridge: 0.6, neck: 0.86 }, eyes: { lid: 6, brow: 0.75 }, mouth: { smile: 0, lips: 1.2, wide: 0.9 },
    solids: [coat(1), { kind: 'hair', solid: grown([cap({ wide: 1.05, high: -8 })], [both(ball([94, -10, -8], [18, 48, 44])), 16], [ball([0, -8, -150], [54, 54, 40]), 26]) }],
    strands: { hair: { flow: ([x, y, z]) => [(x < 0 ? -1 : 1) * 0.7, 0.25 + (y + 150) / 500, -0.8], wave: 0.8 } },
    after: (s) => { neckline(s); gouge(s, [474, 640], 0.42); },
  }],
  'maria-sibylla-merian': [1647, {
    yaw: 0.3, lean: -0.03, face: { long: 0.96, wide: 0.95, nose: 0.8, jaw: 0.9, chin: 0.88, lips: 1.25, age: 0.5, ridge: 0.25, neck: 0.74, cheek: 1.25 }, eyes: { brow: 0.55, size: 1.1, arch: 2 }, mouth: { smile: 5, lips: 1.5, wide: 0.9 },
    solids: [
      coat(0.92),
      { kind: 'linen', solid: without(grown([ball([0, -58, -44], [116, 110, 124])], [both(ball([96, 26, -44], [20, 50, 50])), 18]), grown([opening], [ball([0, -50, 110], [96, 92, 90]), 16]), 6) },
      { kind: 'hair', solid: without(grown([cap({ wide: 0.98, high: -12 })], [both(ball([84, -16, 34], [18, 34, 22])), 12]), ball([0, 90, 90], [70, 90, 90]), 6) },
      { kind: 'linen', upright: true, solid: ball([0, 230, -54], [162, 72, 94]) },
    ],
    strands: { hair: { flow: parted, wave: 1.6, length: 34 } },
    after: (s) => { lace(s); moth(s, [470, 650]); },
  }],
};

const dotted = (x, y) => [[x - 5, y - 5], [x + 5, y - 5], [x + 5, y + 5], [x - 5, y + 5]];
/** A pleated edge of linen below the neck. */
function ruffle(s) {
  for (let k = 0; k < 15; k++) s.tapered([[232 + k * 9.6, 520], [230 + k * 10, 560 + 10 * Math.sin(k * 2)], [226 + k * 10.6, 590]], 3.4, 'ground');
}
function lace(s) {
  for (let k = 0; k < 31; k++) {
    const t = k / 30;
    const [x, y] = [142 + 316 * t, 612 + 40 * Math.sin(t * 3.14159) ** 0.8];
    s.tapered([[x, y - 24], [x + 3 - 6 * t, y - 10], [x + 8 - 16 * t, y + 4]], 4, 'ground');
  }
}
function neckline(s) {
  s.tapered([[214, 548], [250, 620], [300, 650], [350, 620], [386, 548]], 8, 'ground');
}
/** Round glasses with a bridge. */
function glasses(s, at) {
  for (const side of [-1, 1]) {
    const ring = Array.from({ length: 41 }, (_, k) => at([side * 37 + 27 * Math.cos(k / 6.366), 2 + 24 * Math.sin(k / 6.366), 104]));
    s.line(ring, 'contour');
    s.line([at([side * 63, -4, 100]), at([side * 96, -8, 20])], 'contour');
  }
  s.line([at([-12, -4, 108]), at([0, -9, 112]), at([12, -4, 108])], 'contour');
}

/** Drawings of the masters by slug; each takes whether it is shown small. */
export const portraits = Object.fromEntries(
  Object.entries(people).map(([slug, [seed, who]]) => [slug, (small = false) => portrait(seed, small, who)]),
);
