// Clips of the course on natural illustration: jar, study book, leaf, ground, green, wing, one sheet.
import { leaf } from '../../pictures/drawing/leaf.mjs';
import { bezier, circle, ellipse, hatchLines, spline } from '../../pictures/drawing/lines.mjs';
import { TAU, mix, polar, range } from '../../pictures/drawing/numbers.mjs';
import { arrow, book, box, closed, count, curve, drop, filled, lens, letters, loop, paper, pencil, scene, seg, sun, sweep, tick, writing } from '../vocabulary.mjs';

const { PI, sin } = Math;

const caterpillar = (s, x, y, k = 1, pen = 'contour') => {
  for (const i of count(8)) {
    const c = [x + i * 13 * k, y - 5 * k * sin(i * 0.9)];
    s.shape(circle(c, 10 * k), pen).lines(range(3, (j) => seg([c[0] - 4 * k + j * 4 * k, c[1] - 9 * k], [c[0] - 6 * k + j * 6 * k, c[1] - 17 * k])), 'fine').line(seg([c[0], c[1] + 9 * k], [c[0] - 2 * k, c[1] + 15 * k]), 'main');
  }
  return s.shape(circle([x + 105 * k, y - 6 * k], 9 * k), pen).dot([x + 109 * k, y - 8 * k], 'paper', 2.4);
};
const pupa = (s, x, y, k = 1, pen = 'contour') => {
  const body = loop([x, y - 34 * k], [x + 13 * k, y - 16 * k], [x + 12 * k, y + 14 * k], [x, y + 36 * k], [x - 12 * k, y + 14 * k], [x - 13 * k, y - 16 * k]);
  s.shape(body, pen).line(seg([x, y - 34 * k], [x, y - 52 * k]), 'fine');
  return s.lines(range(5, (j) => curve([x - 11 * k + j * k * 0.8, y + (2 + j * 6) * k], [x, y + (6 + j * 6) * k], [x + 11 * k - j * k * 0.8, y + (2 + j * 6) * k])), 'fine').line(curve([x - 10 * k, y - 16 * k], [x, y - 2 * k], [x + 10 * k, y - 16 * k]), 'main');
};
const moth = (s, x, y, k = 1, pen = 'contour') => {
  for (const side of [-1, 1]) {
    const at = ([a, b]) => [x + side * a * k, y + b * k];
    const fore = loop(...[[4, -14], [40, -54], [86, -62], [80, -28], [52, -2], [6, 2]].map(at));
    const hind = loop(...[[6, 2], [48, 4], [62, 30], [44, 54], [18, 44]].map(at));
    s.shape(hind, pen).lines(range(6, (j) => bezier(at([6, 4]), at([18, 10 + j * 3]), at([30, 16 + j * 5]), at([54 - j * 6, 24 + j * 5]), 8)), 'fine').line(circle(at([38, 26]), 6 * k), 'bright');
    s.shape(fore, pen).lines(range(8, (j) => bezier(at([5, -10]), at([24, -24 + j * 2]), at([42, -40 + j * 5]), at([82 - j * 3, -56 + j * 7]), 8)), 'fine').line(circle(at([52, -34]), 7 * k), 'bright').line(circle(at([52, -34]), 3 * k), 'main');
    s.line(curve(at([2, -26]), at([14, -46]), at([26, -52])), 'bright');
  }
  return s.shape(ellipse([x, y + 4 * k], 6 * k, 30 * k), pen).lines(range(6, (j) => seg([x - 5 * k, y + (-6 + j * 6) * k], [x + 5 * k, y + (-6 + j * 6) * k])), 'fine').shape(circle([x, y - 28 * k], 6 * k), pen);
};
const eggs = (s, x, y, n = 9) => s.lines(range(n, (k) => ellipse([x + (k % 3) * 11 + 2 * Math.floor(k / 3), y + Math.floor(k / 3) * 10], 4.4, 3.6)), 'bright');
const brush = (s, tip, turn) => pencil(s, tip, turn, 150, 3.5).line(curve(tip, polar(tip, 12, turn - 0.35), polar(tip, 22, turn - 0.16)), 'paper').line(curve(tip, polar(tip, 12, turn + 0.35), polar(tip, 22, turn + 0.16)), 'paper');
const WHOLE_LEAF = spline([[120, 190], [190, 106], [330, 76], [470, 116], [560, 190], [470, 256], [330, 290], [190, 268]], 10, true);

export const scenes = {
  'merian-das-glas-am-fenster': scene(41,
    ['Ein Glas, ein Tuch darüber, und Luft, die hineinkommt.', 'A jar, a cloth over it, and air that gets in.', (s) => {
      s.line(seg([230, 110], [222, 300], [418, 300], [410, 110]), 'contour').line(ellipse([320, 300], 98, 14, 0, PI), 'contour');
      s.shape(curve([204, 116], [230, 92], [320, 84], [410, 92], [436, 116], [410, 122], [320, 112], [230, 122], [204, 116]), 'main').lines(range(9, (k) => curve([216 + k * 26, 116], [226 + k * 24, 98], [320 + (k - 4) * 12, 88])), 'fine').line(ellipse([320, 124], 94, 10, 0, PI), 'bright');
    }],
    ['Darin nur der Zweig, auf dem Sie sie gefunden haben.', 'In it only the twig on which you found it.', (s) => {
      s.line(curve([300, 296], [312, 230], [330, 150]), 'contour');
      for (const [x, y, a] of [[304, 262, -0.4], [310, 232, -2.6], [318, 200, -0.5], [326, 168, -2.5]]) leaf(s, [x, y], a, 62, 14, { veins: 5 });
    }],
    ['Was sie frisst, steht nicht im Buch. Es liegt im Glas.', 'What it eats is not in the book. It lies in the jar.', (s) => {
      caterpillar(s, 236, 278, 0.7);
      s.knock(circle([366, 190], 9)).line(circle([366, 190], 9, 1.4, 4.6), 'bright').knock(circle([354, 252], 8)).line(circle([354, 252], 8, 1.4, 4.6), 'bright');
    }],
    ['Am Fenster, aber nicht in der Sonne.', 'At the window, but not in the sun.', (s) => {
      s.line(closed(box(30, 30, 150, 190)), 'main').line(seg([105, 30], [105, 220]), 'main').line(seg([30, 125], [180, 125]), 'main').line(seg([20, 222], [196, 222]), 'contour');
      sun(s, [70, 76], 16);
      s.lines(range(6, (k) => seg([184, 60 + k * 26], [210, 76 + k * 26])), 'ghost');
    }],
    ['Nach drei Wochen öffnen Sie das Tuch, draußen, am Abend.', 'After three weeks you lift the cloth, outdoors, in the evening.', (s) => {
      sweep(s, [436, 100], [490, 66], [528, 100]);
      moth(s, 548, 170, 0.8);
    }]),
  'merian-das-studienbuch': scene(42,
    ['Ein Buch mit leeren Seiten, klein genug für den Garten.', 'A book of empty pages, small enough for the garden.', (s) => book(s, 320, 50, 480, 270).line(seg([320, 50], [320, 320]), 'main')],
    ['Links ein Rahmen, immer gleich groß.', 'On the left a frame, always the same size.', (s) => s.line(closed(box(116, 84, 170, 150)), 'bright').line(closed(box(120, 88, 162, 142)), 'fine')],
    ['Darunter das Datum und die Uhrzeit.', 'Below it the date and the time.', (s) => letters(s, '11. 7.', 30, [158, 278], 'paper') && letters(s, '6 h', 30, [252, 278], 'paper')],
    ['Im Rahmen eine Zeichnung, so groß wie das Tier ist.', 'In the frame a drawing, as large as the creature is.', (s) => {
      leaf(s, [136, 206], -0.35, 130, 26, { veins: 7 });
      caterpillar(s, 150, 160, 0.8, 'bright');
    }],
    ['Rechts drei Sätze: was ist, was war, was Sie nicht wissen.', 'On the right three sentences: what is, what was, what you do not know.', (s) => {
      for (const k of count(3)) {
        writing(s, 356, 110 + k * 66, 170, 'bright', k);
        writing(s, 356, 132 + k * 66, 130 - k * 24, 'bright', k + 5);
        s.dot([344, 108 + k * 66], 'paper', 4);
      }
      letters(s, '?', 36, [516, 276], 'paper');
    }]),
  'merian-ein-blatt-lesen': scene(43,
    ['Der Rand zuerst: glatt, gesägt oder gebuchtet.', 'The margin first: smooth, toothed or lobed.', (s) => s.line(WHOLE_LEAF.map(([x, y], i) => (i % 2 ? [mix(x, 330, 0.035), mix(y, 186, 0.05)] : [x, y])), 'contour')],
    ['Dann die Adern. Eine große, und von ihr gehen alle ab.', 'Then the veins. One is large; the others branch off.', (s) => {
      s.line(curve([120, 190], [330, 184], [556, 190]), 'contour').line(curve([122, 194], [330, 189], [540, 192]), 'main');
      for (const k of count(9)) for (const side of [-1, 1]) {
        const x = 160 + k * 40;
        s.line(bezier([x, 188], [x + 26, 188 + side * 26], [x + 50, 188 + side * 58], [x + 62, 188 + side * (80 - Math.abs(k - 4) * 13)], 14), 'main');
      }
    }],
    ['Der Stiel ist oben flach und unten rund.', 'The stalk is flat above and round below.', (s) => s.line(curve([120, 186], [76, 196], [30, 226]), 'contour').line(curve([122, 196], [80, 208], [36, 238]), 'contour').line([...ellipse([60, 290], 18, 18, 0, PI), [42, 290]], 'bright').line(seg([42, 290], [78, 290]), 'bright')],
    ['Ein Loch mitten im Blatt: ein Käfer. Am Rand: die Raupe.', 'A hole in the middle: a beetle. At the margin: the caterpillar.', (s) => {
      for (const [x, y, r] of [[260, 150, 13], [292, 168, 9], [300, 230, 15]]) s.shape(circle([x, y], r), 'paper');
      for (const [x, y] of [[420, 104], [448, 104], [474, 120], [498, 138]]) s.knock(circle([x, y], 17));
      s.line(curve([404, 92], [410, 118], [432, 120], [436, 122], [458, 122], [464, 134], [484, 138], [486, 152], [512, 158]), 'paper');
    }],
    ['Helle Gänge zwischen den Häuten: dort lebt jemand innen.', 'Pale tunnels between the skins: somebody lives inside.', (s) => s.line(range(90, (_, t) => [360 + 120 * t, 232 + 16 * sin(t * 11) - 20 * t]), 'paper').line(range(90, (_, t) => [360 + 120 * t, 237 + 16 * sin(t * 11) - 20 * t]), 'paper') && lens(s, [424, 226], 46, 0.9)]),
  'merian-heller-grund': scene(44,
    ['Pergament war teuer, also grundieren wir Papier.', 'Vellum was dear, so we prime paper.', (s) => filled(s, [[140, 60], [500, 60], [520, 300], [120, 300]], { angle: 0.9, gap: 16, hatch: 'ghost' })],
    ['Kreide, Leim und ein Hauch Ocker, warm gerührt.', 'Chalk, glue and a touch of ochre, stirred warm.', (s) => {
      for (const k of count(3)) s.shape([...ellipse([40 + k * 2, 90 + k * 78], 30, 8, PI, 0), ...ellipse([40 + k * 2, 122 + k * 78], 26, 7, 0, PI)], 'contour').line(ellipse([40 + k * 2, 90 + k * 78], 30, 8), 'contour').lines(hatchLines(ellipse([40 + k * 2, 91 + k * 78], 24, 5), 0.3 + k * 0.6, 3), 'fine');
    }],
    ['Einmal längs mit dem breiten Pinsel, und trocknen lassen.', 'Once lengthwise with the broad brush, and let it dry.', (s) => {
      for (const k of count(12)) s.line(curve([136, 78 + k * 18], [320, 74 + k * 18 + 3 * s.rnd()], [506 + k, 78 + k * 18]), 'bright');
      s.shape([[540, 70], [570, 60], [582, 96], [552, 106]], 'contour').lines(range(6, (k) => seg([536 + k * 2, 74 + k * 5], [514 + k, 82 + k * 5])), 'bright').line(seg([576, 78], [626, 62]), 'contour');
    }],
    ['Dann quer. Dazwischen ein halber Tag.', 'Then across. Half a day in between.', (s) => { for (const k of count(18)) s.line(curve([150 + k * 20.5, 68], [148 + k * 20.6, 180], [142 + k * 21, 292]), 'fine'); }],
    ['Auf diesem Grund bleibt die Farbe oben liegen und leuchtet.', 'On this ground the colour stays on top and glows.', (s) => {
      const petals = range(5, (k) => ellipse(polar([320, 180], 40, (k * TAU) / 5 - PI / 2), 34, 22, 0, TAU, 40, (k * TAU) / 5 - PI / 2));
      for (const p of petals) s.knock(p).lines(hatchLines(p, 1.2, 2.6), 'bright').line(p, 'paper');
      s.shape(circle([320, 180], 13), 'paper').line(curve([322, 240], [330, 270], [326, 296]), 'paper');
    }]),
  'merian-gruen-aus-drei-farben': scene(45,
    ['Drei Näpfe: ein Gelb, ein Blau, ein wenig Rot.', 'Three pans: a yellow, a blue, a little red.', (s) => {
      for (const k of count(3)) {
        s.line(ellipse([120, 84 + k * 96], 56, 30), 'contour').line(ellipse([120, 84 + k * 96], 48, 24), 'main');
        s.lines(k === 1 ? hatchLines(ellipse([120, 180], 44, 21), 0.8, 4) : k === 0 ? hatchLines(ellipse([120, 84], 44, 21), 0, 6) : hatchLines(ellipse([120, 276], 18, 9), 1.5, 3), k === 0 ? 'bright' : 'fine');
      }
    }],
    ['Die erste Lasur ist Gelb, über das ganze Blatt.', 'The first glaze is yellow, over the whole leaf.', (s) => {
      leaf(s, [250, 300], -0.62, 400, 84, { veins: 9, pen: 'contour', fold: false });
      brush(s, [400, 150], -0.9);
    }],
    ['Trocknen. Wirklich trocknen.', 'Let it dry. Really dry.', (s) => { sun(s, [580, 60], 18); s.line(curve([560, 110], [600, 120], [566, 136], [604, 148]), 'ghost'); }],
    ['Blau nur in die Schatten: neben die Rippe, unter den Rand.', 'Blue only in the shadows: beside the rib, under the edge.', (s) => {
      for (const k of count(34)) {
        const t = 0.08 + k * 0.024;
        const p = [250 + 326 * t, 300 - 232 * t - 26 * sin(t * PI) * 0.4];
        s.line(seg([p[0] + 4, p[1] + 6], [p[0] + 18 + 26 * sin(t * PI), p[1] + 10 + 16 * sin(t * PI)]), 'main');
      }
    }],
    ['Und ein Hauch Rot, damit das Grün nicht schreit.', 'And a breath of red, so that the green does not shout.', (s) => {
      s.line(circle([120, 84], 20), 'paper').line(circle([120, 180], 20), 'paper').line(circle([120, 276], 20), 'paper');
      sweep(s, [146, 90], [210, 120], [262, 180]);
      sweep(s, [146, 180], [200, 190], [250, 214]);
      sweep(s, [146, 270], [190, 268], [236, 250]);
      drop(s, [214, 330], 6, 'paper');
    }]),
  'merian-schuppen-und-haare': scene(46,
    ['Ein Flügel. Von weitem ist er Staub.', 'A wing. From afar it is dust.', (s) => s.line(loop([60, 300], [90, 180], [190, 90], [320, 60], [300, 160], [220, 260]), 'contour').lines(range(8, (k) => bezier([66, 294], [120, 220 - k * 4], [190, 150 + k * 6], [306 - k * 10, 78 + k * 24], 12)), 'main')],
    ['Unter der Lupe liegen Schuppen wie Ziegel.', 'Under the glass lie scales like tiles.', (s) => {
      lens(s, [220, 170], 40, 2.3);
      s.line(circle([460, 180], 150), 'contour').line(seg([258, 150], [330, 104]), 'ghost').line(seg([254, 196], [326, 250]), 'ghost');
      for (const j of count(9)) for (const k of count(11)) {
        const [x, y] = [320 + k * 28 + (j % 2) * 14, 56 + j * 30];
        if ((x - 460) ** 2 + (y - 180) ** 2 < 128 ** 2) s.shape([[x - 13, y - 12], ...bezier([x - 13, y - 12], [x - 13, y + 20], [x + 13, y + 20], [x + 13, y - 12], 10)], 'main');
      }
    }],
    ['Jede Reihe deckt den Anfang der nächsten.', 'Each row covers the beginning of the next.', (s) => { for (const j of count(8)) s.line(seg([460 - Math.sqrt(128 ** 2 - (44 + j * 30 - 160) ** 2 || 1) + 8, 44 + j * 30], [460 + Math.sqrt(128 ** 2 - (44 + j * 30 - 160) ** 2 || 1) - 8, 44 + j * 30]), 'fine'); arrow(s, [600, 90], [600, 270], 'bright'); }],
    ['Am Leib werden sie schmal und am Ende Haare.', 'Towards the body they grow narrow and end as hairs.', (s) => s.lines(range(40, (k) => curve([70 + k * 2.6, 300 - k * 1.2], [62 + k * 2.8, 316 - k], [52 + k * 3 + 10 * s.rnd(), 338 - k * 0.9])), 'bright')],
    ['Zeichnen Sie drei Reihen genau. Den Rest deuten Sie an.', 'Draw three rows exactly. Only suggest the rest.', (s) => {
      for (const j of count(3)) for (const k of count(6)) {
        const [x, y] = [404 + k * 28 + (j % 2) * 14, 146 + j * 30];
        s.lines(range(4, (i) => seg([x - 8 + i * 5, y - 8], [x - 7 + i * 5, y + 8])), 'paper');
      }
      tick(s, 584, 330);
    }]),
  'merian-ein-leben-auf-einem-blatt': scene(47,
    ['Zuerst die Pflanze, schräg über das Blatt.', 'First the plant, slanting across the sheet.', (s) => {
      paper(s, 120, 14, 400, 332, 'fine');
      s.line(curve([180, 334], [270, 230], [360, 130], [470, 40]), 'contour').line(curve([188, 336], [276, 236], [364, 136], [472, 44]), 'main');
      for (const [x, y, a, l] of [[230, 280, -2.9, 90], [282, 222, 0.2, 110], [330, 166, -2.7, 96], [386, 110, 0.35, 90], [420, 84, -2.2, 62]]) leaf(s, [x, y], a, l, l * 0.24, { veins: 6 });
    }],
    ['Unter ein Blatt die Eier, so klein, wie sie sind.', 'Under a leaf the eggs, as small as they are.', (s) => eggs(s, 168, 268)],
    ['Auf den Stängel die Raupe. Sie darf den Blick führen.', 'On the stem the caterpillar. It may lead the eye.', (s) => caterpillar(s, 316, 240, 0.9, 'contour')],
    ['Daneben still die Puppe.', 'Beside it, quiet, the pupa.', (s) => pupa(s, 470, 190, 0.9)],
    ['Und der Falter, der alles schon hinter sich hat.', 'And the moth, which has all of it behind it.', (s) => moth(s, 236, 92, 0.95, 'paper')]),
};
