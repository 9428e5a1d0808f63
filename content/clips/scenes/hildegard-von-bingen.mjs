// Clips of the herb course: greenness, wheel, soil, twelve neighbours, the hour, kitchen.
import { leaf } from '../../pictures/drawing/leaf.mjs';
import { bezier, circle, ellipse, hatchLines } from '../../pictures/drawing/lines.mjs';
import { TAU, mix, polar, range } from '../../pictures/drawing/numbers.mjs';
import { box, clock, closed, count, curve, drop, filled, grass, ground, letters, loop, scene, seg, sun, sweep, table, tick, tree, writing } from '../vocabulary.mjs';

const { PI, sin } = Math;

const sprig = (s, x, y, h, lean, n, k, pen = 'main') => {
  const stem = bezier([x, y], [x, y - h * 0.4], [x + lean * 0.4, y - h * 0.8], [x + lean, y - h], 20);
  s.line(stem, 'contour');
  for (let i = 1; i <= n; i++) {
    const p = stem[Math.round((i / n) * 18) + 1];
    for (const side of [-1, 1]) leaf(s, p, -PI / 2 + side * 1, k * (1.2 - (i / n) * 0.5), k * 0.24, { veins: 3, fold: false, pen });
  }
  return s;
};
const umbel = (s, x, y, h, pen = 'main') => {
  s.line(curve([x, y], [x + 3, y - h / 2], [x, y - h]), 'contour');
  for (const k of count(9)) { const p = polar([x, y - h], 30, -PI / 2 + (k - 4) * 0.22); s.line(seg([x, y - h], p), pen).lines(range(5, (j) => seg(p, polar(p, 8, -PI / 2 + (k - 4) * 0.22 + (j - 2) * 0.4))), 'bright'); }
  for (const k of count(4)) s.lines(range(5, (j) => curve([x + 1, y - 20 - k * (h / 6)], [x + (k % 2 ? 16 : -16), y - 30 - k * (h / 6) - j * 2], [x + (k % 2 ? 30 : -30), y - 26 - k * (h / 6) - j * 7])), 'fine');
  return s;
};
const jar = (s, x, y, w, h, pen = 'contour') => s.shape([[x - w, y], [x - w, y - h], [x - w * 0.7, y - h - 10], [x + w * 0.7, y - h - 10], [x + w, y - h], [x + w, y]], pen).line(closed(box(x - w * 0.74, y - h - 20, w * 1.48, 10)), pen);

export const scenes = {
  'hildegard-gruenkraft': scene(71,
    ['Eine Tür in der Mauer. Dahinter liegt der Garten.', 'A door in the wall. Behind it lies the garden.', (s) => {
      s.line([[210, 330], [210, 130], ...ellipse([320, 130], 110, 96, PI, TAU, 40), [430, 130], [430, 330]], 'contour').line([[226, 330], [226, 134], ...ellipse([320, 132], 94, 80, PI, TAU, 40), [414, 134], [414, 330]], 'main');
      for (const j of count(8)) for (const k of count(4)) { s.line(closed(box(20 + k * 46 - (j % 2) * 12, 60 + j * 34, 40, 28)), 'ghost'); s.line(closed(box(446 + k * 46 + (j % 2) * 12, 60 + j * 34, 40, 28)), 'ghost'); }
    }],
    ['Alles, was wächst, drängt nach oben. Sie nannte es Grünkraft.', 'All that grows pushes upwards. She called it greenness.', (s) => { for (const k of count(46)) { const x = 232 + k * 3.9; grass(s, x, 328, 24 + 40 * s.rnd(), -8 + 16 * s.rnd(), k % 3 ? 'main' : 'bright'); } }],
    ['Ein Keim hebt die Erde, die zehnmal so schwer ist.', 'A seedling lifts soil ten times its weight.', (s) => { s.line(curve([300, 326], [296, 270], [320, 240], [322, 228]), 'paper'); leaf(s, [322, 230], -2.5, 44, 13, { veins: 4 }); leaf(s, [322, 230], -0.6, 46, 13, { veins: 4 }); }],
    ['Der Baum tut dasselbe, nur länger.', 'The tree does the same, only longer.', (s) => { tree(s, 378, 312, 1.7); s.lines(range(5, (k) => curve([378, 312], [372 + k * 3, 322], [356 + k * 11, 330])), 'fine'); }],
    ['Gehen Sie morgen hinaus und suchen Sie, wo es drängt.', 'Go out tomorrow and look for where it is pushing.', (s) => { sun(s, [320, 92], 20); s.lines(range(4, (k) => seg([262 + k * 38, 214], [262 + k * 38, 178])), 'paper').lines(range(4, (k) => seg([256 + k * 38, 188], [262 + k * 38, 176], [268 + k * 38, 188])), 'paper'); }]),
  'hildegard-das-rad': scene(72,
    ['Ein Pflock, eine Schnur, ein Kreis im Boden.', 'A peg, a string, a circle in the soil.', (s) => { s.line(circle([320, 184], 150), 'contour').line(circle([320, 184], 156), 'fine').shape(circle([320, 184], 8), 'paper').line(seg([320, 184], polar([320, 184], 150, -0.5)), 'paper'); }],
    ['Zwölf Teile, wie Stunden oder Monate.', 'Twelve parts, like hours or months.', (s) => s.lines(range(12, (k) => seg(polar([320, 184], 36, (k * TAU) / 12), polar([320, 184], 150, (k * TAU) / 12))), 'main').line(circle([320, 184], 36), 'main')],
    ['Im Süden, was Sonne will. Im Norden, was Schatten erträgt.', 'In the south what wants sun. In the north what bears shade.', (s) => {
      sun(s, [320, 350], 10, 16);
      for (const k of count(12)) { const a = ((k + 0.5) * TAU) / 12; const cell = [...circle([320, 184], 40, (k * TAU) / 12 + 0.03, ((k + 1) * TAU) / 12 - 0.03), ...circle([320, 184], 146, (k * TAU) / 12 + 0.03, ((k + 1) * TAU) / 12 - 0.03).reverse()]; if (sin(a) < 0) s.lines(hatchLines(cell, 0.8, 6), 'ghost'); }
    }],
    ['Jeder Nachbar neben einem, der ihm nichts wegtrinkt.', 'Every neighbour beside one that does not drink its share.', (s) => { for (const k of count(12)) { const a = ((k + 0.5) * TAU) / 12; for (const r of [70, 100, 128]) { const p = polar([320, 184], r, a); if (k % 3 === 0) leaf(s, p, a, 22, 6, { veins: 2, fold: false }); else if (k % 3 === 1) { s.line(circle(p, 6), 'bright').dot(p, 'main', 2); } else s.lines(range(5, (j) => seg(p, polar(p, 11, a + (j - 2) * 0.5))), 'bright'); } } }],
    ['In die Mitte kommt das Wasser. Von dort ist alles gleich weit.', 'The water goes into the middle. From there all is equally far.', (s) => { s.shape(circle([320, 184], 30), 'paper').lines(range(3, (k) => circle([320, 184], 8 + k * 8)), 'bright'); for (const [x, y] of [[80, 80], [560, 80], [80, 290], [560, 290]]) drop(s, [x, y], 14, 'bright'); }]),
  'hildegard-erde-in-der-hand': scene(73,
    ['Eine Handvoll Erde, eine Handbreit tief genommen.', 'A handful of soil, taken a hand’s breadth deep.', (s) => {
      s.line(curve([40, 250], [90, 300], [190, 320], [280, 300], [330, 250]), 'contour').line(curve([40, 250], [70, 236], [110, 250]), 'contour').line(curve([330, 250], [352, 226], [334, 206], [306, 234]), 'contour');
      for (const k of count(4)) s.line(curve([90 + k * 44, 306 + (k % 2) * 8], [100 + k * 42, 330], [118 + k * 40, 344]), 'main');
      const heap = curve([74, 250], [120, 196], [190, 176], [260, 200], [312, 250]);
      s.line(heap, 'contour').lines(range(60, () => { const x = 90 + 210 * s.rnd(); const top = 250 - 66 * sin(((x - 74) / 238) * PI); const y = mix(top + 6, 262, s.rnd()); return circle([x, y], 1.5 + 3 * s.rnd()); }), 'main');
    }],
    ['Krümelt sie, ist sie gut. Staub oder Klumpen ist sie nicht.', 'If it crumbles it is good. Neither dust nor clods.', (s) => s.lines(range(16, (k) => circle([120 + k * 9 + 6 * s.rnd(), 60 + 90 * s.rnd()], 3 + 4 * s.rnd())), 'bright')],
    ['Riechen Sie daran. Nach Wald soll es riechen.', 'Smell it. It should smell of woodland.', (s) => { s.line(curve([40, 20], [56, 60], [30, 96], [22, 112], [46, 122]), 'contour'); s.lines(range(3, (k) => curve([120 - k * 12, 190 - k * 6], [90 - k * 10, 160], [80 - k * 8, 130], [58 - k * 2, 116 + k * 3])), 'ghost'); }],
    ['Rollen Sie eine Wurst: reißt sie, ist Sand darin.', 'Roll a sausage: if it breaks, there is sand in it.', (s) => {
      for (const [y, broken] of [[90, true], [160, false]]) { filled(s, [...ellipse([420, y], 14, 13, PI / 2, PI * 1.5), ...ellipse([broken ? 470 : 580, y], 14, 13, -PI / 2, PI / 2)], { gap: 5, pen: 'contour' }); if (broken) filled(s, [...ellipse([506, y + 10], 14, 13, PI / 2, PI * 1.5), ...ellipse([576, y + 14], 14, 13, -PI / 2, PI / 2)], { gap: 5, pen: 'contour' }); }
      s.line(seg([480, 66], [492, 88], [482, 96], [496, 116]), 'paper');
    }],
    ['Hält sie, ist es Lehm. Dann hilft Kompost, kein Sand.', 'If it holds, it is loam. Then compost helps, not sand.', (s) => {
      tick(s, 606, 160);
      s.line(seg([400, 330], [400, 220], [600, 220], [600, 330]), 'main').lines(range(5, (k) => seg([400, 240 + k * 20], [600, 240 + k * 20])), 'ghost');
      for (const k of count(7)) leaf(s, [420 + k * 26, 232 + (k % 3) * 30], k * 1.3, 26, 7, { veins: 2, fold: false });
      sweep(s, [396, 262], [366, 250], [340, 268]);
    }]),
  'hildegard-zwoelf-nachbarn': scene(74,
    ['Fenchel: hohe Dolden, Blätter wie Haar.', 'Fennel: tall umbels, leaves like hair.', (s) => { ground(s, 326); umbel(s, 90, 322, 210); }],
    ['Salbei: graue Blätter, weich wie ein Ohr.', 'Sage: grey leaves, soft as an ear.', (s) => sprig(s, 200, 322, 160, -10, 5, 54)],
    ['Quendel: kriecht, und riecht, wenn man darauftritt.', 'Wild thyme: creeps, and smells when trodden on.', (s) => { for (const k of count(9)) sprig(s, 268 + k * 14, 324, 30 + (k % 3) * 12, (k - 4) * 4, 3, 9, 'bright'); }],
    ['Ysop: blaue Ähren, nach einer Seite gewandt.', 'Hyssop: blue spikes turned to one side.', (s) => { for (const x of [430, 462, 490]) { s.line(curve([x, 322], [x + 4, 230], [x + 12, 130]), 'contour'); for (const k of count(9)) s.line(ellipse([x + 16 + (k % 2) * 3 - k * 0.2, 140 + k * 14], 7, 4), 'bright'); for (const k of count(4)) leaf(s, [x + 2, 312 - k * 16], k % 2 ? -0.4 : -2.7, 26, 4, { veins: 1, fold: false }); } }],
    ['Und acht andere. Lernen Sie jede an einem einzigen Zeichen.', 'And eight others. Learn each by one single feature.', (s) => {
      for (const k of count(8)) { const c = [64 + k * 72, 50]; s.line(circle(c, 28), 'main'); if (k % 4 === 0) leaf(s, [c[0] - 18, c[1] + 8], -0.4, 40, 10, { veins: 3 }); else if (k % 4 === 1) s.lines(range(8, (j) => ellipse(polar(c, 11, (j * TAU) / 8), 8, 4, 0, TAU, 20, (j * TAU) / 8)), 'bright'); else if (k % 4 === 2) s.lines(range(5, (j) => curve([c[0], c[1] + 20], [c[0] - 8 + j * 4, c[1]], [c[0] - 18 + j * 9, c[1] - 16])), 'bright'); else s.line(loop([c[0], c[1] - 18], [c[0] + 12, c[1]], [c[0], c[1] + 16], [c[0] - 12, c[1]]), 'bright').line(seg([c[0], c[1] - 18], [c[0], c[1] + 22]), 'main'); }
      umbel(s, 578, 322, 150);
    }]),
  'hildegard-die-rechte-stunde': scene(75,
    ['Nachts liegt Tau. Wer jetzt schneidet, trocknet Schimmel.', 'At night there is dew. Cut now and you will dry mould.', (s) => { s.line(range(100, (_, t) => [30 + 580 * t, 250 - 190 * sin(t * PI)]), 'ghost').line(seg([20, 250], [620, 250]), 'main'); s.line(circle([64, 180], 20, 0.9, 5.4), 'bright').line(circle([74, 176], 17, 1.2, 5), 'bright'); for (const k of count(5)) drop(s, [36 + k * 24, 232], 4); }],
    ['Mittags ist das Öl verflogen.', 'By noon the scent has gone.', (s) => { sun(s, [320, 62], 24); s.lines(range(4, (k) => curve([284 + k * 24, 240], [276 + k * 24, 214], [290 + k * 24, 190], [282 + k * 24, 164])), 'ghost'); }],
    ['Dazwischen, wenn das Blatt trocken ist: jetzt.', 'In between, when the leaf is dry: now.', (s) => { sprig(s, 190, 250, 110, 8, 4, 40); sun(s, [168, 112], 12, 16); clock(s, [118, 310], 30, 9, 30); s.line(closed(box(150, 140, 84, 112)), 'paper'); }],
    ['Vor der Blüte die Blätter, nach ihr die Samen.', 'Leaves before it flowers, seeds afterwards.', (s) => { for (const k of count(3)) { sprig(s, 400 + k * 90, 250, 70, 0, 3, 26, 'fine'); const c = [400 + k * 90, 172]; if (k === 0) s.line(ellipse(c, 5, 8), 'bright'); if (k === 1) s.lines(range(7, (j) => ellipse(polar(c, 11, (j * TAU) / 7), 8, 4, 0, TAU, 20, (j * TAU) / 7)), 'bright'); if (k === 2) s.lines(range(9, (j) => seg(polar(c, 4, (j * TAU) / 9), polar(c, 13, (j * TAU) / 9))), 'bright'); } tick(s, 400, 146); tick(s, 580, 146); }],
    ['Dann kopfüber, im Schatten, wo Luft geht.', 'Then upside down, in the shade, where air moves.', (s) => {
      s.line(curve([200, 286], [400, 294], [620, 284]), 'contour');
      for (const k of count(6)) { const x = 230 + k * 66; s.line(seg([x, 290], [x, 302]), 'paper').lines(range(5, (j) => curve([x, 302], [x - 8 + j * 4, 322], [x - 16 + j * 8, 346])), 'main').line(seg([x - 4, 304], [x + 4, 304]), 'bright'); }
    }]),
  'hildegard-kueche-und-kammer': scene(76,
    ['Ein Salz: zehn Teile Salz, ein Teil frisches Kraut.', 'A salt: ten parts of salt, one part of fresh herb.', (s) => { table(s, 300); s.line(curve([50, 236], [64, 292], [156, 292], [170, 236]), 'contour').line(ellipse([110, 236], 60, 12), 'contour').line(seg([130, 232], [186, 150]), 'paper').line(seg([140, 236], [196, 156]), 'paper').line(ellipse([192, 152], 8, 6), 'paper'); s.lines(range(30, () => { const x = 66 + 86 * s.rnd(); const y = 232 + 9 * s.rnd(); return seg([x, y], [x + 1, y]); }), 'bright'); letters(s, '10 : 1', 26, [110, 336], 'bright'); }],
    ['Ein Essig: zwei Wochen am Fenster, dann durch ein Sieb.', 'A vinegar: two weeks at the window, then through a sieve.', (s) => { s.shape([[236, 298], [236, 190], [254, 160], [254, 110], [278, 110], [278, 160], [296, 190], [296, 298]], 'contour').line(closed(box(252, 96, 28, 14)), 'main'); sprig(s, 266, 292, 100, 3, 4, 22); s.lines(range(3, (k) => seg([240, 186 + k * 3], [292, 186 + k * 3])), 'fine'); letters(s, '14', 26, [266, 336], 'bright'); }],
    ['Ein Gericht: Dinkel, Fenchel, Butter.', 'A dish: spelt, fennel, butter.', (s) => { s.shape([...ellipse([420, 268], 76, 16, PI, 0, 30), ...bezier([496, 268], [480, 300], [360, 300], [344, 268], 20)], 'contour').line(ellipse([420, 268], 76, 16), 'contour'); s.lines(range(26, (k) => ellipse([372 + (k % 9) * 12, 262 + Math.floor(k / 9) * 5], 5, 3, 0, TAU, 14, k)), 'bright'); s.lines(range(3, (k) => range(40, (_, t) => [396 + k * 24 + 7 * sin(t * 8 + k), 244 - 70 * t])), 'ghost'); s.line(curve([520, 190], [516, 120], [524, 60]), 'main'); for (const k of count(10)) s.line(ellipse([520 + (k % 2 ? 7 : -7), 68 + k * 9], 4, 9, 0, TAU, 16, k % 2 ? 0.5 : -0.5), 'bright'); }],
    ['Ins Glas, und auf das Glas den Tag.', 'Into the jar, and the date on the jar.', (s) => { jar(s, 574, 298, 36, 66); s.shape(box(552, 248, 44, 30), 'bright'); writing(s, 557, 258, 32, 'paper', 2); writing(s, 557, 270, 24, 'paper', 4); }],
    ['Ein Jahr, ein halbes, zwei Tage: so lange hält es.', 'One year, half a year, two days: that is how long it keeps.', (s) => { for (const [k, w] of [[0, 540], [1, 270], [2, 24]]) { filled(s, box(50, 20 + k * 22, w, 12), { gap: 5, pen: 'paper' }); } }]),
};
