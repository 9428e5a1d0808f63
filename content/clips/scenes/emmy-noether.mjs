// Clips of the mathematics course: triangle, composition, wallpapers, clock, ideals, conservation, walk.
import { circle, ellipse, hatchLines } from '../../pictures/drawing/lines.mjs';
import { TAU, mix, mixP, polar, range } from '../../pictures/drawing/numbers.mjs';
import { arrow, box, closed, count, cross, curve, filled, ground, letters, scene, seg, sun, sweep, walker } from '../vocabulary.mjs';

const { PI, cos, sin } = Math;

const corner = (c, r, k, turn = 0) => polar(c, r, turn - PI / 2 + (k * TAU) / 3);
/** A triangle whose corners carry one, two and three dots, and which corner lies where. */
const triangle = (s, c, r, order = [0, 1, 2], pen = 'contour') => {
  s.shape(count(3).map((k) => corner(c, r, k)), pen);
  for (const k of count(3)) {
    const p = mixP(corner(c, r, k), c, 0.34);
    for (const j of count(order[k] + 1)) s.line(circle([p[0] + (j - order[k] / 2) * 9, p[1]], 3), 'bright');
  }
  return s;
};
const mirror = (s, c, r, k) => s.line(range(16, (_, t) => mixP(corner(c, r * 1.35, k), polar(c, r * 0.95, PI / 2 + (k * TAU) / 3), t)), 'paper');
const comma = (s, [x, y], k, turn, flip = 1, pen = 'bright') => {
  const at = ([a, b]) => [x + k * (flip * a * cos(turn) - b * sin(turn)), y + k * (flip * a * sin(turn) + b * cos(turn))];
  return s.line(closed(curve(...[[0, 0], [7, -6], [10, -16], [2, -22], [-6, -16], [-2, -10], [4, -10]].map(at))), pen);
};

export const scenes = {
  'noether-sechs-arten': scene(61,
    ['Ein Dreieck aus Pappe, herausgeschnitten. Es bleibt eine Lücke.', 'A triangle of cardboard, cut out. A gap is left.', (s) => {
      s.shape(box(40, 90, 200, 190), 'main').lines(hatchLines(box(40, 90, 200, 190), 0.7, 8), 'ghost');
      s.shape(count(3).map((k) => corner([140, 200], 76, k)), 'contour');
    }],
    ['Drehen Sie es um ein Drittel: es passt wieder hinein.', 'Turn it by a third: it fits in again.', (s) => { triangle(s, [350, 90], 52, [2, 0, 1]); sweep(s, [396, 50], [416, 90], [394, 124], 'bright'); }],
    ['Um zwei Drittel auch. Und gar nicht gedreht natürlich.', 'By two thirds as well. And not turned at all, of course.', (s) => { triangle(s, [470, 90], 52, [1, 2, 0]); triangle(s, [580, 90], 52, [0, 1, 2]); sweep(s, [500, 36], [526, 56], [524, 96], 'bright'); }],
    ['Danach klappen Sie es um: für jede der drei Ecken einmal.', 'Then flip it over: once for each of its three corners.', (s) => { for (const k of count(3)) { triangle(s, [350 + k * 115, 264], 52, [[0, 2, 1], [2, 1, 0], [1, 0, 2]][k], 'main'); mirror(s, [350 + k * 115, 264], 52, k); } }],
    ['Sechs Arten, nichts zu ändern. Eine siebte gibt es nicht.', 'Six ways to change nothing. There is no seventh.', (s) => { s.line(seg([290, 170], [630, 170]), 'ghost'); letters(s, '6', 120, [140, 236], 'paper'); }]),
  'noether-hintereinander': scene(62,
    ['Erst drehen, dann umklappen.', 'First turn, then flip.', (s) => {
      triangle(s, [80, 100], 54);
      arrow(s, [140, 100], [210, 100], 'bright');
      sweep(s, [150, 70], [176, 54], [200, 72], 'paper');
      triangle(s, [280, 100], 54, [2, 0, 1]);
      arrow(s, [340, 100], [420, 100], 'bright');
      s.line(seg([380, 50], [380, 86]), 'paper');
      triangle(s, [490, 100], 54, [2, 1, 0]);
    }],
    ['Jetzt andersherum: erst umklappen, dann drehen.', 'Now the other way round: first flip, then turn.', (s) => {
      triangle(s, [80, 260], 54);
      arrow(s, [140, 260], [210, 260], 'bright');
      s.line(seg([176, 210], [176, 246]), 'paper');
      triangle(s, [280, 260], 54, [0, 2, 1]);
      arrow(s, [340, 260], [420, 260], 'bright');
      sweep(s, [352, 230], [378, 214], [404, 232], 'paper');
      triangle(s, [490, 260], 54, [1, 0, 2]);
    }],
    ['Es kommt nicht dasselbe heraus.', 'The result is not the same.', (s) => s.line(seg([570, 172], [620, 172]), 'paper').line(seg([570, 188], [620, 188]), 'paper').line(seg([582, 206], [608, 154]), 'paper')],
    ['Und doch ist jedes Ergebnis eines von den sechs.', 'And yet each result is one of the six.', (s) => { for (const k of count(6)) s.line(closed(count(3).map((j) => corner([160 + k * 64, 336], 16, j))), k === 3 || k === 5 ? 'paper' : 'main'); }],
    ['Wie Socke und Schuh: auf die Reihenfolge kommt es an.', 'Like sock and shoe: the order is what matters.', (s) => {
      s.line(curve([560, 24], [560, 60], [572, 78], [612, 84], [616, 96], [566, 98], [544, 84], [542, 24], [560, 24]), 'bright');
      s.line(curve([556, 276], [560, 302], [580, 314], [616, 320], [620, 336], [552, 336], [546, 290], [556, 276]), 'contour').line(seg([548, 342], [622, 342]), 'contour');
    }]),
  'noether-siebzehn-tapeten': scene(63,
    ['Ein Häkchen ohne jede eigene Symmetrie.', 'A little mark with no symmetry of its own.', (s) => { s.line(closed(box(40, 40, 140, 120)), 'ghost'); comma(s, [108, 130], 3.6, 0, 1, 'contour'); }],
    ['Verschoben nach rechts und nach unten: die erste Tapete.', 'Shifted to the right and down: the first wallpaper.', (s) => { for (const j of count(4)) for (const k of count(5)) comma(s, [232 + k * 36, 66 + j * 32], 0.9, 0); s.line(closed(box(216, 36, 184, 128)), 'fine'); }],
    ['Mit einer halben Drehung dazwischen: eine andere.', 'With a half turn in between: another.', (s) => { for (const j of count(4)) for (const k of count(5)) comma(s, [446 + k * 36, 58 + j * 32 + ((k + j) % 2 ? -16 : 0)], 0.9, (k + j) % 2 ? PI : 0); s.line(closed(box(426, 36, 184, 128)), 'fine'); }],
    ['Mit Spiegeln, mit Vierteln, mit Sechsteln.', 'With mirrors, with quarters, with sixths.', (s) => {
      for (const j of count(4)) for (const k of count(5)) comma(s, [58 + k * 36 - (k % 2) * 8, 226 + j * 32], 0.9, 0, k % 2 ? -1 : 1);
      for (const j of count(2)) for (const k of count(3)) for (const q of count(4)) comma(s, [246 + k * 62, 230 + j * 66], 0.9, (q * PI) / 2);
      for (const j of count(2)) for (const k of count(3)) for (const q of count(6)) comma(s, [456 + k * 62, 230 + j * 66], 0.9, (q * PI) / 3);
      for (const x of [36, 216, 426]) s.line(closed(box(x, 196, 184, 132)), 'fine');
    }],
    ['Nach siebzehn ist Schluss, gleich wie lange man sucht.', 'After seventeen it ends, however long one looks.', (s) => { s.knock(box(260, 140, 120, 80)); letters(s, '17', 76, [320, 206], 'paper'); }]),
  'noether-die-uhr': scene(64,
    ['Zehn Uhr. In fünf Stunden ist es nicht fünfzehn, sondern drei.', 'Ten o’clock. In five hours it will be not fifteen but three.', (s) => {
      s.line(circle([190, 180], 140), 'contour');
      for (const k of count(12)) letters(s, String(k === 0 ? 12 : k), 22, [190 + 116 * sin((k * TAU) / 12), 188 - 116 * cos((k * TAU) / 12)], 'main');
      s.line(seg([190, 180], polar([190, 180], 84, (10 / 12) * TAU - PI / 2)), 'paper');
    }],
    ['Was über zwölf hinausgeht, fängt wieder von vorn an.', 'Whatever goes beyond twelve begins again.', (s) => { s.line(circle([190, 180], 154, (10 / 12) * TAU - PI / 2, (15 / 12) * TAU - PI / 2), 'paper'); const p = polar([190, 180], 154, 0); s.line(seg([p[0] - 8, p[1] - 10], p, [p[0] + 7, p[1] - 10]), 'paper'); s.line(seg([190, 180], polar([190, 180], 84, 0)), 'paper'); }],
    ['Die Zahlengerade wird auf den Kreis gewickelt.', 'The number line is wound onto the circle.', (s) => { s.line(range(200, (_, t) => polar([500, 130], 26 + t * 66, t * TAU * 3 - PI / 2)), 'bright'); for (const k of count(36)) s.dot(polar([500, 130], 26 + (k / 36) * 66, (k / 12) * TAU - PI / 2), 'contour', 4); }],
    ['Vergessen wird, wie oft man herum war. Sonst nichts.', 'What is forgotten is how often one went round. Nothing else.', (s) => { for (const k of count(3)) cross(s, 440 + k * 60, 254, 7, 'ghost'); s.lines(range(3, (k) => circle([440 + k * 60, 254], 18)), 'main'); }],
    ['Und rechnen kann man trotzdem: plus, minus, mal.', 'And one can still calculate: plus, minus, times.', (s) => { letters(s, '7', 40, [420, 322], 'paper').line(seg([444, 309], [468, 309]), 'paper').line(seg([456, 297], [456, 321]), 'paper'); letters(s, '8 = 3', 40, [530, 322], 'paper'); }]),
  'noether-ideale': scene(65,
    ['Die ganzen Zahlen, eine nach der anderen.', 'The whole numbers, one after the other.', (s) => { s.line(seg([20, 60], [620, 60]), 'main'); for (const k of count(25)) { s.line(seg([32 + k * 24, 54], [32 + k * 24, 66]), 'bright'); if (k % 2 === 0) letters(s, String(k), 14, [32 + k * 24, 46], 'main'); } }],
    ['Alle Vielfachen von vier: ein gleichmäßiger Schritt.', 'All multiples of four: an even stride.', (s) => { for (const k of count(6)) s.line(ellipse([80 + k * 96, 112], 48, 22, PI, TAU), 'contour'); for (const k of count(7)) s.line(circle([32 + k * 96, 112], 5), 'bright'); }],
    ['Alle Vielfachen von sechs: ein größerer.', 'All multiples of six: a larger one.', (s) => { for (const k of count(4)) s.line(ellipse([104 + k * 144, 176], 72, 30, PI, TAU), 'contour'); for (const k of count(5)) s.line(circle([32 + k * 144, 176], 5), 'bright'); }],
    ['Zusammen treffen sie jede zweite Zahl. Nur die.', 'Together they reach every second number. Only those.', (s) => { for (const k of count(12)) s.line(ellipse([56 + k * 48, 240], 24, 16, PI, TAU), 'paper'); for (const k of count(13)) s.line(circle([32 + k * 48, 240], 4), 'paper'); for (const k of count(5)) s.line(seg([32 + k * 144, 182], [32 + k * 144, 234]), 'ghost'); }],
    ['So wird aus zwei Mengen eine, mit einem Namen: zwei.', 'Thus two collections become one, with one name: two.', (s) => { filled(s, box(110, 280, 90, 50), { gap: 6, pen: 'main' }); filled(s, box(250, 280, 90, 50), { gap: 8, angle: -0.8, pen: 'main' }); arrow(s, [360, 305], [430, 305]); s.shape(box(450, 272, 110, 66), 'paper'); letters(s, '4', 34, [155, 317], 'paper'); letters(s, '6', 34, [295, 317], 'paper'); letters(s, '2', 44, [505, 320], 'paper'); }]),
  'noether-was-erhalten-bleibt': scene(66,
    ['Ein Pendel. Oben steht es still, unten ist es schnell.', 'A pendulum. At the top it pauses, at the bottom it is fast.', (s) => {
      s.line(seg([90, 40], [230, 40]), 'contour').lines(range(10, (k) => seg([96 + k * 14, 40], [106 + k * 14, 28])), 'fine');
      for (const k of count(9)) { const a = PI / 2 + 0.8 * cos((k / 8) * PI); const p = polar([160, 40], 170, a); s.line(seg([160, 40], p), k % 8 ? 'ghost' : 'main').line(circle(p, 11), k % 8 ? 'fine' : 'contour'); }
      s.line(circle([160, 40], 170, PI / 2 - 0.8, PI / 2 + 0.8), 'fine');
    }],
    ['Höhe und Schwung tauschen. Die Summe rührt sich nicht.', 'Height and swing trade places. The sum stays the same.', (s) => {
      for (const k of count(13)) { const h = 30 * (1 - cos((k / 12) * TAU * 2)) * 0.5; s.line(closed(box(40 + k * 19, 330 - 50, 14, 50)), 'fine'); s.lines(hatchLines(box(40 + k * 19, 330 - h - 10, 14, h + 10), 0.8, 3), 'bright'); }
      s.line(seg([34, 280], [290, 280]), 'paper');
    }],
    ['Ein Planet überstreicht in gleicher Zeit gleiche Flächen.', 'A planet sweeps out equal areas in equal times.', (s) => {
      const orbit = ellipse([470, 150], 140, 96, 0, TAU, 384);
      s.line(orbit, 'contour');
      const f = [368, 150];
      sun(s, f, 12, 14);
      for (const [a, b] of [[176, 208], [92, 101], [0, 5]]) { const wedge = [f, ...orbit.slice(a, b + 1)]; s.lines(hatchLines(wedge, 0.4, 4), 'main').line(closed(wedge), 'bright'); }
      s.shape(circle(orbit[208], 7), 'paper');
    }],
    ['Heute wie gestern, hier wie dort: das ist eine Symmetrie.', 'Today as yesterday, here as there: that is a symmetry.', (s) => { arrow(s, [340, 290], [600, 290], 'bright'); for (const k of count(6)) s.line(closed(count(3).map((j) => corner([360 + k * 40, 290], 12, j))), 'main'); }],
    ['Zu jeder Symmetrie gehört etwas, das bleibt. Das ist der Satz.', 'To every symmetry belongs something that stays. That is the theorem.', (s) => { letters(s, '1918', 40, [470, 346], 'paper'); s.line(seg([320, 30], [320, 330]), 'ghost'); }]),
  'noether-ein-spaziergang': scene(67,
    ['Vor der Haustür: ein Fenster mit zwei Spiegelachsen.', 'Outside the front door: a window with two mirror axes.', (s) => {
      ground(s, 320);
      s.shape(box(30, 90, 150, 230), 'contour').shape(seg([18, 90], [105, 34], [192, 90]), 'contour');
      s.shape(box(56, 130, 56, 64), 'bright').line(seg([84, 130], [84, 194]), 'main').line(seg([56, 162], [112, 162]), 'main').shape(box(128, 220, 36, 100), 'main').dot([158, 272], 'bright', 4);
      s.line(seg([84, 116], [84, 208]), 'paper').line(seg([44, 162], [124, 162]), 'paper');
    }],
    ['Auf dem Weg das Pflaster: verschieben, und es bleibt gleich.', 'On the way the paving: shift it, and it stays the same.', (s) => { for (const j of count(3)) for (const k of count(22)) s.line(closed(box(186 + k * 20 - (j % 2) * 10, 326 + j * 10, 18, 8)), 'fine'); arrow(s, [300, 316], [340, 316]); }],
    ['Ein Rad: achtzehn Speichen, achtzehn Drehungen.', 'A wheel: eighteen spokes, eighteen turns.', (s) => {
      for (const x of [250, 350]) { s.line(circle([x, 280], 38), 'contour').line(circle([x, 280], 34), 'fine').lines(range(18, (k) => seg([x, 280], polar([x, 280], 34, (k * TAU) / 18))), 'main'); }
      s.line(seg([250, 280], [280, 226], [330, 226], [302, 280], [250, 280]), 'contour').line(seg([302, 280], [280, 226]), 'contour').line(seg([350, 280], [326, 212], [340, 206]), 'contour').line(seg([268, 222], [292, 222]), 'bright').line(seg([302, 280], [330, 226]), 'main');
      sweep(s, [310, 240], [350, 226], [392, 246], 'paper');
    }],
    ['Ein Ahornblatt: eine einzige Achse, und die nur beinahe.', 'A maple leaf: one single axis, and that only almost.', (s) => {
      const half = [[0, 60], [4, 20], [26, 26], [22, 12], [50, 4], [40, -8], [50, -30], [28, -22], [24, -38], [12, -28], [0, -66]];
      s.line([...half.map(([a, b]) => [470 + a, 150 + b]), ...half.slice(0, -1).reverse().map(([a, b]) => [470 - a * 0.94 - 2, 150 + b + 2])], 'contour');
      s.lines([[48, -28], [46, 4], [24, 24]].flatMap(([a, b]) => [seg([470, 172], [470 + a, 150 + b]), seg([470, 172], [470 - a, 150 + b])]), 'fine').line(range(12, (_, t) => [470, mix(60, 232, t)]), 'paper');
    }],
    ['Und beim Bäcker eine Brezel. Zählen Sie selbst.', 'And at the baker’s a pretzel. Count for yourself.', (s) => {
      s.shape(box(520, 226, 100, 94), 'main').lines(range(6, (k) => seg([512 + k * 19, 226], [520 + k * 17, 206])), 'bright').line(seg([512, 226], [628, 226]), 'contour').line(seg([520, 206], [620, 206]), 'contour');
      for (const off of [0, 6]) s.line(curve([552 + off, 296], [582, 262 + off], [602 - off, 250 + off], [596 - off, 240 + off], [570, 248 + off], [544 + off, 240 + off], [538 + off, 250 + off], [558, 264 + off], [588 - off, 296]), 'paper');
      walker(s, 440, 318, 0.9);
    }]),
};
