// A portrait as an engraver cuts it: lines around the form, wide in the light and thin in the shade; hair, brows and
// beard by strands; eyes, nostrils and mouth by hand. Who it is stands in portraits.mjs.
import { bezier, circle, hatchLines, spline } from './lines.mjs';
import { clamp, mix, range } from './numbers.mjs';
import { Sheet } from './sheet.mjs';
import { ball, both, brightness, grown, look, place, posed, rod, without } from './solids.mjs';

const { abs, atan2, cos, hypot, max, min, sin } = Math;

/** How far what is nearer is moved upwards: lines then run around the form. */
const TILT = 0.2;
/** Size of the head. */
const SIZE = 1.24;
const onSheet = ([x, y, z]) => [x, y - TILT * z];

/** The skull and face, from a description: widths and lengths as shares of the usual. */
export const face = ({ wide = 1, long = 1, jaw = 1, chin = 1, nose = 1, hook = 0, cheek = 1, lips = 1, ridge = 1, neck = 1, age = 0 }) => {
  const skin = grown(
    [ball([0, -48, -22], [102 * wide, 106, 120])],
    [ball([0, 30, 12], [78 * wide, 104 * long, 86]), 30],
    [ball([0, 66, 14], [72 * wide * jaw, 60 * long, 74]), 24],
    [ball([0, 118 * long, 56], [27 * chin * jaw, 24, 26]), 26],
    [both(ball([50 * wide, 32, 60], [27, 17 * cheek, 24])), 22],
    [rod([-46, -26, 80], [46, -26, 80], 10 * ridge), 20],
    [both(ball([98 * wide, 14, -14], [10, 31, 19], 0.1)), 8],
    [rod([0, 80, -44], [0, 230, -52], 50 * wide * neck, 58 * wide * neck), 18],
  );
  const socketed = without(skin, both(ball([37, -2, 106], [24, 11 + 4 * ridge, 18 + 8 * ridge])), 22);
  return grown(
    [socketed],
    [both(ball([36, 1, 70], [19, 17, 19])), 5],
    [rod([0, -16, 84], [0, 22, 100 + 8 * hook], 6.5 * nose, 8 * nose), 12],
    [rod([0, 22, 100 + 8 * hook], [0, 45 + 5 * hook, 114], 8 * nose, 10.5 * nose), 8],
    [both(ball([10 * nose, 50, 102], [7.5 * nose, 7.5, 11])), 6],
    [ball([0, 82, 76], [34, 26, 25]), 18],
    [rod([-17, 78, 97], [17, 78, 97], 5.2 * lips), 6],
    [rod([-14, 88, 98], [14, 88, 98], 5.8 * lips), 5],
    ...(age > 0
      ? [
          [both(ball([35, 24, 84], [17, 6, 9], 0.2)), 6],
        ]
      : []),
  );
};

/** Cuts lines of changing width along the form over everything of these kinds. */
function engrave(s, scene, kinds, { pitch, pen, gain = 1, from = 0, to = 850 }) {
  const step = s.small ? 5 : 3;
  for (let row = from; row < to; row += pitch) {
    let run = [];
    const end = () => {
      if (run.length > 2) cutRun(s, run, pen);
      run = [];
    };
    for (let x = 0; x <= 600; x += step) {
      const seen = look(scene, x, row);
      if (seen === null || !kinds.includes(seen.kind)) {
        end();
        continue;
      }
      const light = clamp(brightness(scene, x, row, seen) * gain);
      const wide = pitch * 0.94 * light ** 1.15;
      const y = row - TILT * seen.z;
      if (run.length > 0 && abs(y - run[run.length - 1][1]) > 14) end();
      if (wide < 0.45) end();
      else run.push([x, y, wide]);
    }
    end();
  }
}
function cutRun(s, run, pen) {
  const soft = run.map(([x, y, w], k) => {
    const near = run.slice(max(0, k - 1), k + 2);
    return [x, y, near.reduce((sum, one) => sum + one[2], 0) / near.length * (k === 0 || k === run.length - 1 ? 0.3 : 1)];
  });
  s.fill(
    [...soft.map(([x, y, w]) => [x, y - w / 2]), ...soft.toReversed().map(([x, y, w]) => [x, y + w / 2])],
    pen,
  );
}

/** Strands over everything of a kind. `flow` is the direction of growth at a point of the pose, as [x, y, z]. */
function comb(s, scene, kind, flow, { cell = 7, length = 62, gain = 1, wave = 0, pens = ['dim', 'gold', 'light'] }) {
  const { rnd, noise } = s;
  for (let y = 0; y < 800; y += cell)
    for (let x = 0; x < 600; x += cell) {
      let [px, py] = [x + (rnd() - 0.5) * cell * 1.4, y + (rnd() - 0.5) * cell * 1.4];
      const first = look(scene, px, py);
      if (first?.kind !== kind) continue;
      const light = clamp(brightness(scene, px, py, first) * gain);
      if (light < 0.1 * rnd()) continue;
      const strand = [];
      const count = max(3, Math.round((length * (0.6 + 0.6 * rnd())) / 5));
      for (let k = 0; k < count; k++) {
        const seen = look(scene, px, py);
        if (seen?.kind !== kind) break;
        strand.push([px, py - TILT * seen.z]);
        const f = flow([px, py, seen.z]);
        // Along the surface: without what goes into it.
        const into = f[0] * seen.n[0] + f[1] * seen.n[1] + f[2] * seen.n[2];
        const [dx, dy] = [f[0] - into * seen.n[0], f[1] - into * seen.n[1]];
        const turn = atan2(dy, dx) + wave * noise(px * 0.025, py * 0.018);
        px += cos(turn) * 5;
        py += sin(turn) * 5;
      }
      if (strand.length < 3) continue;
      const wide = (s.small ? 5 : 2) * (0.3 + light);
      s.tapered(strand, wide, pens[light > 0.52 ? 2 : light > 0.22 ? 1 : 0]);
    }
}

/** The eyes: dark almonds with white, iris and a spark; `gaze` moves the iris. */
function drawEye(s, pose, solid, side, { gaze = [0, 0], lid = 0, brow = 1, size = 1, arch: high = 0 }) {
  const onFace = (x, y) => onSheet(place([side * x, y, depth(solid, side * x, y)], pose));
  // A larger eye grows about its own middle.
  const at = (x, y) => onFace(37 + (x - 37) * size, (y + 1) * size - 1);
  const almond = [
    ...bezier([17, 3], [26, -11 + lid], [46, -13 + lid], [57, 1], 14),
    ...bezier([57, 1], [46, 11], [28, 12], [17, 3], 12),
  ].map(([x, y]) => at(x, y));
  s.knock(almond);
  const white = hatchLines(almond, 0, s.small ? 7 : 3.4).map(([a, b]) => [
    [mix(a[0], b[0], 0.07), a[1]],
    [mix(a[0], b[0], 0.93), b[1]],
  ]);
  s.lines(white, 'bright');
  const centre = at(36.5 + side * gaze[0], -1 + lid * 0.3 + gaze[1]);
  s.knock(circle(centre, 10));
  s.line(circle(centre, 8, 0.5, 3.4), 'fine');
  s.dot([centre[0] - 3.4, centre[1] - 3.6], 'seed');
  // The upper lid is a dark edge under a bright fold.
  const edge = bezier([14, 5], [25, -14 + lid], [47, -16 + lid], [60, 3], 18).map(([x, y]) => at(x, y));
  const fold = bezier([18, -5], [28, -22 + lid], [48, -23 + lid], [61, -6], 16).map(([x, y]) => at(x, y));
  s.knock([...edge, ...edge.toReversed().map(([x, y], k) => [x, y + 1.2 + 3.2 * sin((k / 18) * 3.14)])]);
  s.line(fold, 'bright');
  const lower = bezier([20, 10], [30, 18], [46, 17], [57, 6], 12).map(([x, y]) => at(x, y));
  s.line(lower, 'fine');
  if (size > 1) {
    // Lashes at the outer corner.
    for (const k of [0, 1, 2]) s.tapered([at(52 + 2.4 * k, -5 + 2.6 * k), at(60 + 2.6 * k, -11 + 3.2 * k)], s.small ? 4 : 2.4, 'ground');
  }
  drawBrow(s, onFace, brow, high);
}

function drawBrow(s, at, brow, high) {
  if (brow < 0.8) {
    // A thin brow is one stroke.
    s.tapered(bezier([12, -27 - high * 0.4], [26, -39 - high], [50, -42 - high], [68, -26 - high * 0.3], 20).map(([x, y]) => at(x, y)), (s.small ? 9 : 7) * brow, 'ground');
    return;
  }
  const { rnd } = s;
  const arch = bezier([12, -26], [26, -38 - high], [50, -40 - high], [68, -24], 30);
  for (const [x, y] of arch) {
    const [a, b] = [at(x, y + 3 * rnd()), at(x + 6 + 5 * rnd(), y - 3 - 5 * rnd() * brow)];
    s.tapered([a, [mix(a[0], b[0], 0.5), mix(a[1], b[1], 0.5) - 1], b], (s.small ? 5 : 2.6) * brow, 'ground');
    if (!s.small) s.tapered([at(x + 2, y + 1), at(x + 8, y - 4)], 1.1 * brow, 'gold');
  }
}
/** How near the surface is at a place of the unturned face. */
function depth(solid, x, y) {
  for (let z = 200; z > -100; z -= 1) if (solid(x, y, z) < 0.5) return z;
  return 60;
}

function drawMouth(s, pose, solid, { smile = 3, lips = 1, wide = 1 }) {
  const at = (x, y) => onSheet(place([x, y, depth(solid, x, y)], pose));
  const path = (pts) => spline(pts, 6).map(([x, y]) => at(x * wide, y));
  const line = path([[-30, 82 - smile], [-14, 84], [-4, 82.5], [0, 84], [4, 82.5], [14, 84], [30, 82 - smile]]);
  const bow = path([[-28, 81.5 - smile], [-12, 76.5 - 2 * lips], [-4, 74.5 - 2 * lips], [0, 77 - 2 * lips], [4, 74.5 - 2 * lips], [12, 76.5 - 2 * lips], [28, 81.5 - smile]]);
  const upper = [...bow, ...line.toReversed()];
  s.knock(upper);
  s.lines(hatchLines(upper, 0.05, s.small ? 7 : 3.6), 'main');
  s.tapered(line, s.small ? 7 : 5, 'ground');
  s.tapered(path([[-16, 90], [0, 91], [16, 90]]), (s.small ? 6 : 4) * lips, 'light');
  s.tapered(path([[-15, 98], [0, 100.5], [15, 98]]), (s.small ? 7 : 5.5), 'ground');
  for (const side of [-1, 1]) {
    const nostril = [[5, 56.5], [9, 55], [13, 57], [9, 58.5]].map(([x, y]) => at(side * x, y));
    s.knock(spline(nostril, 5, true));
  }
}

/** Folds that years leave: beside the mouth, under and beside the eyes, on the brow; `age` from 0 to 2. */
function drawYears(s, pose, solid, age) {
  if (age === 0) return;
  const at = ([x, y]) => onSheet(place([x, y, depth(solid, x, y)], pose));
  const fold = (pts, wide) => s.tapered(spline(pts, 5).map(at), wide * (s.small ? 1.7 : 1), 'ground');
  for (const side of [-1, 1]) {
    const own = (pts) => pts.map(([x, y]) => [x * side, y]);
    fold(own([[22, 48], [34, 60], [41, 80]]), 1.5 + 0.8 * age);
    if (age < 0.8) continue;
    fold(own([[22, 15], [34, 25], [52, 20]]), 1.2 + 0.8 * age);
    for (const k of [0, 1, 2]) fold(own([[62, -2 + k * 6], [69, -4 + k * 9], [76, -8 + k * 13]]), 1.6 * age);
    fold(own([[7, -25], [9, -32], [8, -40]]), 1.3 * age);
    if (age > 1.4) fold(own([[40, 92], [43, 102], [42, 111]]), 1.3 * age);
  }
  if (age < 0.8 || s.small) return;
  for (const k of [0, 1, 2]) fold([[-44, -58 - k * 14], [-16, -62 - k * 14], [16, -60 - k * 14], [46, -58 - k * 14]], 1.5 * age);
}

/**
 * Draws a portrait of 600 by 800. `who` has the face, its pose, the gaze, `solids` ({ kind, solid } in the pose of the
 * head unless `upright`), `strands` by kind, and `after`, which draws what lies in front.
 */
export function portrait(seed, small, who) {
  const s = new Sheet(600, 800, seed, small);
  const pose = { yaw: who.yaw ?? 0.3, nod: who.nod ?? 0.04, lean: who.lean ?? 0, size: SIZE * (who.size ?? 1), at: who.at ?? [300, 320] };
  const head = face(who.face);
  const scene = [
    { kind: 'skin', solid: posed(head, pose) },
    ...who.solids.map(({ kind, solid, upright }) => ({
      kind,
      solid: upright ? posed(solid, { ...pose, yaw: pose.yaw * 0.35, nod: 0, lean: 0 }) : posed(solid, pose),
    })),
  ];
  drawGround(s, scene);
  const pitch = small ? 13 : 5.2;
  engrave(s, scene, ['cloth'], { pitch: pitch * 1.5, pen: 'gold', gain: 0.8 });
  engrave(s, scene, ['linen'], { pitch, pen: 'light', gain: 1.1 });
  engrave(s, scene, ['skin'], { pitch, pen: 'light', gain: 1.08 });
  for (const side of who.yaw < 0 ? [1, -1] : [-1, 1]) drawEye(s, pose, head, side, who.eyes ?? {});
  drawMouth(s, pose, head, who.mouth ?? {});
  drawYears(s, pose, head, who.face.age ?? 0);
  for (const [kind, { flow, ...options }] of Object.entries(who.strands ?? {}))
    comb(s, scene, kind, (p) => turned(flow(unplaced(p, pose)), pose), { cell: small ? 15 : 7.5, ...options });
  who.after?.(s, { at: (p) => onSheet(place(p, pose)), scene });
  return s;
}
const turned = (v, pose) => {
  const origin = place([0, 0, 0], pose);
  const p = place(v, pose);
  return [p[0] - origin[0], p[1] - origin[1], p[2] - origin[2]];
};
/** A point of the sheet in the frame of the head. */
const unplaced = ([px, py, pz], { yaw, nod, lean, size, at: [ax, ay] }) => {
  const [u, v, w] = [(px - ax) / size, (py - ay) / size, pz / size];
  const [x, y] = [u * cos(lean) + v * sin(lean), v * cos(lean) - u * sin(lean)];
  const [y1, z1] = [y * cos(nod) + w * sin(nod), w * cos(nod) - y * sin(nod)];
  return [x * cos(yaw) - z1 * sin(yaw), y1, x * sin(yaw) + z1 * cos(yaw)];
};

/** Rings as on a banknote, behind the figure. */
function drawGround(s, scene) {
  const covers = (x, y) => look(scene, x, y + 8) !== null;
  for (let r = 30; r < 620; r += s.small ? 34 : 15) {
    let run = [];
    for (const p of circle([300, 860], r + 240)) {
      const isFree = p[0] >= 0 && p[0] <= 600 && p[1] >= 0 && p[1] <= 800 && !covers(...p);
      if (isFree) run.push(p);
      if (!isFree || p[1] > 800) {
        if (run.length > 1) s.line(run, 'ghost');
        run = [];
      }
    }
    if (run.length > 1) s.line(run, 'ghost');
  }
}
