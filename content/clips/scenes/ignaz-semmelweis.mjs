// Clips of the hygiene course: two wards, counting, thirty seconds, soap, being right.
import { circle, ellipse, hatchLines } from '../../pictures/drawing/lines.mjs';
import { TAU, polar, range } from '../../pictures/drawing/numbers.mjs';
import { arrow, box, closed, count, cross, curve, drop, filled, hand, letters, loop, person, scene, seg, sweep, tick, writing } from '../vocabulary.mjs';

const { PI, cos, sin } = Math;

const bed = (s, x, y, pen = 'main') => s.line(seg([x, y], [x, y - 34]), pen).line(seg([x + 58, y], [x + 58, y - 22]), pen).shape(box(x, y - 18, 58, 10), pen).shape(loop([x + 4, y - 20], [x + 8, y - 30], [x + 20, y - 28], [x + 20, y - 19]), pen);
const die = (s, x, y, k, n, pen = 'contour') => {
  s.shape(box(x - k, y - k, 2 * k, 2 * k), pen);
  const spots = { 1: [[0, 0]], 3: [[-0.5, -0.5], [0, 0], [0.5, 0.5]], 5: [[-0.5, -0.5], [0.5, -0.5], [0, 0], [-0.5, 0.5], [0.5, 0.5]], 6: [[-0.5, -0.55], [0.5, -0.55], [-0.5, 0], [0.5, 0], [-0.5, 0.55], [0.5, 0.55]] };
  for (const [a, b] of spots[n]) s.line(circle([x + a * k, y + b * k], k * 0.12), 'bright');
  return s;
};
/** A soap molecule: its head at a point, its tail away from it. */
const soap = (s, p, turn, k = 1, pen = 'bright') => s.line(circle(p, 5 * k), pen).line(range(14, (i, t) => { const q = polar(p, (5 + 24 * t) * k, turn); return [q[0] - 2.4 * k * sin(turn) * sin(i * 1.6), q[1] + 2.4 * k * cos(turn) * sin(i * 1.6)]; }), 'main');
const twoHands = (s, x, y, k, kind) => {
  s.line(closed(box(x - 62, y - 62, 124, 124)), 'fine');
  if (kind === 0) return hand(hand(s, [x - 7, y + 4], 0.62 * k), [x + 7, y + 10], 0.62 * k, { side: -1, covers: false });
  if (kind === 1) return hand(hand(s, [x, y + 8], 0.62 * k, { turn: 0.35 }), [x + 2, y + 2], 0.62 * k, { turn: -0.35, side: -1 });
  if (kind === 2) { hand(s, [x - 12, y + 8], 0.62 * k, { turn: 0.5 }); return hand(s, [x + 14, y + 8], 0.62 * k, { turn: -0.5, side: -1, covers: false }); }
  if (kind === 3) { s.shape(loop([x - 46, y + 10], [x - 30, y - 16], [x + 20, y - 14], [x + 34, y + 10], [x + 10, y + 26], [x - 30, y + 26]), 'contour'); for (const j of count(4)) s.line(curve([x - 24 + j * 14, y - 14], [x - 22 + j * 14, y + 2], [x - 26 + j * 14, y + 14]), 'main'); return s.line(curve([x + 34, y + 4], [x + 50, y + 24], [x + 54, y + 44]), 'contour').line(curve([x - 46, y + 10], [x - 54, y + 30], [x - 50, y + 48]), 'contour'); }
  if (kind === 4) { hand(s, [x + 6, y + 8], 0.6 * k); s.shape(loop([x - 44, y - 14], [x - 22, y - 26], [x - 8, y - 10], [x - 14, y + 12], [x - 40, y + 10]), 'bright'); return sweep(s, [x - 48, y - 26], [x - 26, y - 44], [x - 6, y - 30]); }
  hand(s, [x + 10, y + 8], 0.6 * k);
  for (const j of count(5)) s.line(curve([x - 52, y - 30 + j * 8], [x - 34, y - 34 + j * 8], [x - 20, y - 26 + j * 7]), 'bright');
  return sweep(s, [x - 30, y + 26], [x - 10, y + 36], [x + 6, y + 20]);
};

export const scenes = {
  'semmelweis-zwei-stationen': scene(91,
    ['Zwei Stationen, ein Haus, dieselbe Luft.', 'Two wards, one house, the same air.', (s) => {
      s.line(seg([30, 300], [30, 120], [320, 60], [610, 120], [610, 300], [30, 300]), 'contour').line(seg([320, 60], [320, 300]), 'main');
      for (const x of [50, 130, 210]) bed(s, x, 290);
      for (const x of [350, 430, 510]) bed(s, x, 290);
      s.lines(range(3, (k) => curve([60 + k * 10, 30 + k * 8], [240, 14 + k * 8], [420, 34 + k * 8], [590, 20 + k * 8])), 'ghost');
    }],
    ['Links sterben von hundert Müttern zehn, rechts drei.', 'On the left ten mothers in a hundred die, on the right three.', (s) => {
      for (const k of count(100)) { const x = 62 + (k % 20) * 12; const y = 148 + Math.floor(k / 20) * 20; if (k < 10) cross(s, x, y, 4, 'paper'); else s.dot([x, y], 'main', 3); }
      for (const k of count(100)) { const x = 348 + (k % 20) * 12; const y = 148 + Math.floor(k / 20) * 20; if (k < 3) cross(s, x, y, 4, 'paper'); else s.dot([x, y], 'main', 3); }
    }],
    ['Sieben Erklärungen: das Wetter, das Gemüt, die Lage …', 'Seven explanations: the weather, the mood, the position …', (s) => { for (const k of count(7)) { s.line(closed(box(40 + k * 82, 314, 70, 30)), 'bright'); writing(s, 50 + k * 82, 331, 50, 'main', k); } }],
    ['Gilt sie für beide Säle, erklärt sie nichts. Streichen.', 'If it holds for both wards, it explains nothing. Cross it out.', (s) => { for (const k of count(6)) s.line(seg([38 + k * 82, 346], [112 + k * 82, 312]), 'paper'); }],
    ['Eine bleibt: wer vorher woanders die Hände hatte.', 'One remains: whose hands had been elsewhere before.', (s) => { s.line(closed(box(528, 310, 78, 38)), 'paper'); hand(s, [180, 96], 0.42, { pen: 'paper' }); arrow(s, [228, 80], [262, 96]); }]),
  'semmelweis-zaehlen': scene(92,
    ['Zehn von hundert. Ohne das Hundert sagt die Zehn nichts.', 'Ten in a hundred. Without the hundred the ten says nothing.', (s) => { for (const k of count(100)) { const x = 60 + (k % 10) * 20; const y = 50 + Math.floor(k / 10) * 20; s.line(circle([x, y], 7), k < 10 ? 'contour' : 'fine'); if (k < 10) s.lines(hatchLines(circle([x, y], 6), 0.8, 2.4), 'bright'); } s.line(closed(box(46, 36, 208, 208)), 'main'); letters(s, '10 : 100', 30, [150, 290], 'paper'); }],
    ['Aber auch ein Würfel zeigt manchmal dreimal die Sechs.', 'But even a die will sometimes show three sixes.', (s) => { for (const k of count(3)) die(s, 330 + k * 66, 76, 26, 6); }],
    ['Also würfeln Sie hundertmal und sehen, was Zufall ist.', 'So throw it a hundred times and see what chance is.', (s) => { s.line(seg([300, 320], [300, 150]), 'main').line(seg([300, 320], [616, 320]), 'main'); for (const [k, h] of [16, 19, 14, 18, 15, 18].entries()) filled(s, box(316 + k * 48, 320 - h * 6, 32, h * 6), { gap: 5, pen: 'bright' }); }],
    ['So viel schwankt es von allein.', 'That is how far it wavers by itself.', (s) => { s.line(seg([300, 320 - 84], [616, 320 - 84]), 'paper').line(seg([300, 320 - 116], [616, 320 - 116]), 'paper'); arrow(s, [608, 226], [608, 206], 'bright', 6); }],
    ['Erst was darüber hinausgeht, verlangt eine Erklärung.', 'Only what goes beyond that demands an explanation.', (s) => { filled(s, box(556 + 0, 320 - 172, 32, 172), { gap: 3, pen: 'paper' }); s.line(curve([536, 152], [572, 130], [606, 152]), 'paper'); letters(s, '?', 30, [572, 122], 'paper'); }]),
  'semmelweis-dreissig-sekunden': scene(93,
    ['Fläche auf Fläche, dann der Handrücken.', 'Palm to palm, then the back of the hand.', (s) => { twoHands(s, 90, 90, 1, 0); twoHands(s, 236, 90, 1, 1); }],
    ['Zwischen die Finger, die Finger verschränkt.', 'Between the fingers, the fingers interlaced.', (s) => { twoHands(s, 382, 90, 1, 2); twoHands(s, 90, 250, 1, 3); }],
    ['Den Daumen in die Faust. Ihn vergisst fast jeder.', 'The thumb into the fist. Almost everyone forgets it.', (s) => twoHands(s, 236, 250, 1, 4)],
    ['Und die Kuppen in der Handfläche, hin und her.', 'And the fingertips in the palm, to and fro.', (s) => twoHands(s, 382, 250, 1, 5)],
    ['Dreißig Sekunden: so lang wie zweimal ein Geburtstagslied.', 'Thirty seconds: as long as a birthday song twice.', (s) => { s.line(circle([546, 170], 66), 'contour').lines(range(60, (k) => seg(polar([546, 170], k % 5 ? 60 : 54, (k * TAU) / 60), polar([546, 170], 64, (k * TAU) / 60))), 'main').line(seg([546, 170], [546, 222]), 'paper'); const half = [[546, 170], ...circle([546, 170], 50, -PI / 2, PI / 2)]; s.lines(hatchLines(half, 0.8, 5), 'bright'); s.line(closed(box(536, 88, 20, 14)), 'contour'); letters(s, '30', 40, [546, 296], 'paper'); }]),
  'semmelweis-was-seife-tut': scene(94,
    ['Ein Teller Wasser, darauf gemahlener Pfeffer.', 'A plate of water, with ground pepper on it.', (s) => { s.line(ellipse([190, 200], 160, 66), 'contour').line(ellipse([190, 200], 136, 52), 'main'); s.lines(range(70, () => { const a = TAU * s.rnd(); const r = Math.sqrt(s.rnd()); return circle([190 + 124 * r * cos(a), 200 + 46 * r * sin(a)], 1.6); }), 'bright'); }],
    ['Ein Finger mit Seife tippt hinein: der Pfeffer flieht.', 'A finger with soap touches it: the pepper flees.', (s) => { s.knock(ellipse([190, 200], 96, 34)); s.line(curve([150, 40], [166, 110], [176, 170], [190, 200], [204, 180], [204, 110], [206, 40]), 'contour').line(curve([180, 176], [190, 170], [200, 178]), 'main'); for (const k of count(6)) arrow(s, [190 + 40 * cos((k * TAU) / 6), 200 + 15 * sin((k * TAU) / 6)], [190 + 88 * cos((k * TAU) / 6), 200 + 32 * sin((k * TAU) / 6)], 'bright', 7); }],
    ['Seife hat einen Kopf, der Wasser mag, und einen Schwanz, der Fett mag.', 'Soap has a head that likes water and a tail that likes fat.', (s) => { soap(s, [420, 50], 0, 2.4, 'paper'); drop(s, [390, 54], 8); s.line(circle([528, 50], 20), 'main').lines(hatchLines(circle([528, 50], 17), 0.8, 4), 'fine'); }],
    ['Viele Schwänze stecken im Fett, alle Köpfe schauen hinaus.', 'Many tails stick in the fat, all heads look outwards.', (s) => { const c = [480, 220]; s.line(circle(c, 54), 'contour').lines(hatchLines(circle(c, 50), 0.8, 6), 'ghost'); for (const k of count(20)) soap(s, polar(c, 84, (k * TAU) / 20), (k * TAU) / 20 + PI, 1.4); }],
    ['So löst sich, was haftet, und das Wasser nimmt es mit.', 'So what clings comes loose, and the water takes it along.', (s) => { s.lines(range(4, (k) => range(60, (_, t) => [340 + 280 * t, 326 + k * 9 + 4 * sin(t * 14 + k)])), 'bright'); arrow(s, [560, 300], [616, 312]); }]),
  'semmelweis-recht-haben': scene(95,
    ['Er hatte recht, und niemand wusch sich die Hände.', 'He was right, and nobody washed their hands.', (s) => { person(s, 120, 130, 1.3); s.shape(box(60, 228, 120, 90), 'contour').lines(hatchLines(box(60, 228, 120, 90), 0.8, 10), 'ghost'); s.shape(box(92, 214, 60, 20), 'bright'); for (const k of count(9)) { const x = 300 + (k % 3) * 110; const y = 90 + Math.floor(k / 3) * 84; s.line(ellipse([x, y], 13, 17), 'main').line(curve([x - 26, y + 46], [x - 18, y + 22], [x + 18, y + 22], [x + 26, y + 46]), 'main'); } }],
    ['Seine Briefe klagten an. Dann hört man auf zu lesen.', 'His letters accused. So people stopped reading.', (s) => { for (const k of count(4)) { s.shape([[196 + k * 8, 60 + k * 16], [250 + k * 8, 52 + k * 16], [254 + k * 8, 84 + k * 16], [200 + k * 8, 92 + k * 16]], 'bright').line(seg([196 + k * 8, 60 + k * 16], [228 + k * 8, 76 + k * 16], [250 + k * 8, 52 + k * 16]), 'main'); } for (const k of count(3)) cross(s, 300 + k * 110, 174, 10, 'ghost'); }],
    ['Zeigen Sie die Zahl, und lassen Sie sie selbst rechnen.', 'Show the figure, and let them calculate it themselves.', (s) => { s.shape(box(200, 190, 74, 96), 'contour'); for (const [k, h] of [60, 54, 18].entries()) filled(s, box(212 + k * 20, 276 - h, 13, h), { gap: 4, pen: k === 2 ? 'paper' : 'bright' }); }],
    ['Machen Sie das Richtige leicht: eine Schüssel an die Tür.', 'Make the right thing easy: a basin at the door.', (s) => { s.line(seg([560, 330], [560, 170], [622, 170], [622, 330]), 'contour').line(circle([570, 256], 4), 'bright'); s.shape([...ellipse([520, 268], 34, 8, PI, 0, 20), [542, 300], [498, 300]], 'paper').line(ellipse([520, 268], 34, 8), 'paper').line(seg([510, 300], [506, 332]), 'main').line(seg([530, 300], [534, 332]), 'main'); drop(s, [520, 246], 6, 'paper'); }],
    ['Und danken Sie dem Ersten, der es tut.', 'And thank the first person who does it.', (s) => { hand(s, [410, 70], 0.4, { pen: 'paper' }); tick(s, 410, 20, 1.2); }]),
};
