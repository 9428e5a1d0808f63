// Clips of the course on travel and research: hill, field book, air, blue, plants, asking, picture of nature.
import { leaf } from '../../pictures/drawing/leaf.mjs';
import { circle, ellipse, hatchLines } from '../../pictures/drawing/lines.mjs';
import { TAU, mix, polar, range } from '../../pictures/drawing/numbers.mjs';
import { arrow, book, box, clock, closed, count, cross, curve, filled, fir, grass, ground, letters, paper, person, scene, seg, sun, sweep, tick, tree, walker, writing } from '../vocabulary.mjs';

const { PI, sin } = Math;

const hill = (x) => 300 - 170 * Math.exp(-(((x - 380) / 150) ** 2)) - 8 * sin(x * 0.03);
const onHill = (from, to, n, off = 0) => range(n, (_, t) => [mix(from, to, t), hill(mix(from, to, t)) + off]);
const flag = (s, x, y, n, pen = 'paper') => s.line(seg([x, y], [x, y - 34]), pen).shape(box(x, y - 34, 26, 18), pen) && letters(s, String(n), 14, [x + 13, y - 20], pen);
const thermometer = (s, x, y, h, level, pen = 'contour') => {
  s.shape([[x - 6, y], ...ellipse([x, y - h], 6, 6, PI, TAU, 12), [x + 6, y]], pen).shape(circle([x, y + 10], 13), pen);
  s.lines(hatchLines(circle([x, y + 10], 10), 0.8, 2), 'bright').lines([seg([x - 1.5, y], [x - 1.5, y - h * level]), seg([x + 1.5, y], [x + 1.5, y - h * level])], 'paper');
  return s.lines(range(9, (k) => seg([x + 8, y - (k * h) / 9], [x + (k % 2 ? 13 : 17), y - (k * h) / 9])), 'fine');
};
const mountain = [[60, 320], [130, 250], [200, 190], [250, 120], [300, 50], [330, 70], [370, 140], [430, 190], [500, 240], [580, 320]];

export const scenes = {
  'humboldt-der-huegel-vor-der-stadt': scene(51,
    ['Dort hinten ist die Stadt, und davor liegt ein Hügel.', 'Back there is the town, and before it lies a hill.', (s) => {
      ground(s, 306, 10, 210);
      for (const [x, w, h] of [[24, 30, 50], [58, 26, 74], [90, 34, 44], [128, 24, 60], [156, 30, 40]]) { s.shape(box(x, 304 - h, w, h), 'main').shape(seg([x - 3, 304 - h], [x + w / 2, 284 - h], [x + w + 3, 304 - h]), 'main'); }
      s.line(seg([70, 230], [70, 196]), 'bright').line(onHill(150, 620, 90), 'contour');
    }],
    ['Ein Weg, drei Kilometer lang, hinauf und wieder hinab.', 'A path, three kilometres long, up and down again.', (s) => s.line(range(80, (_, t) => [mix(180, 590, t), hill(mix(180, 590, t)) + 16 + 5 * sin(t * 22)]), 'paper')],
    ['Alle fünfhundert Meter bleiben Sie stehen und schauen.', 'Every five hundred metres you stop and look.', (s) => { for (const k of count(7)) flag(s, 188 + k * 64, hill(188 + k * 64) + 12, k + 1, 'bright'); }],
    ['Was wächst hier, was weht, was steht da nicht mehr?', 'What grows here, which way is the wind, what is gone?', (s) => {
      tree(s, 260, hill(260), 0.7);
      fir(s, 330, hill(330), 0.7);
      for (const k of count(9)) grass(s, 400 + k * 7, hill(400 + k * 7), 14 + (k % 3) * 6, 6, 'bright');
      s.line(seg([510, hill(510)], [510, hill(510) - 12], [524, hill(524) - 12], [524, hill(524)]), 'ghost').line(ellipse([517, hill(510) - 12], 7, 2.5), 'ghost');
      s.lines(range(3, (k) => curve([440, 60 + k * 14], [490, 52 + k * 14], [540, 62 + k * 14], [590, 54 + k * 14])), 'ghost');
    }],
    ['Gehen Sie ihn zehnmal. Dann beginnt er zu reden.', 'Walk it ten times. Then it begins to speak.', (s) => {
      walker(s, 380, hill(380) + 4, 0.9, 'paper');
      for (const k of count(10)) s.line(seg([30 + k * 14, 30], [30 + k * 14, 56]), k % 5 === 4 ? 'paper' : 'bright');
    }]),
  'humboldt-das-feldbuch': scene(52,
    ['Ein Heft, das in die Jackentasche passt, und ein Bleistift.', 'A notebook that fits the jacket pocket, and a pencil.', (s) => book(s, 320, 40, 500, 290).line(seg([320, 40], [320, 330]), 'main')],
    ['Links oben die Uhrzeit und der Ort.', 'Top left the time and the place.', (s) => {
      clock(s, [120, 92], 32, 7, 40);
      s.line(curve([186, 108], [220, 84], [250, 104], [290, 76]), 'main');
      cross(s, 250, 102, 7);
    }],
    ['Darunter die Zahl, mit ihrer Einheit.', 'Below it the number, with its unit.', (s) => letters(s, '14 °C', 40, [194, 190], 'paper').line(seg([110, 202], [280, 202]), 'fine')],
    ['Dann der Zweifel: ein Fragezeichen ist keine Schande.', 'Then the doubt: a question mark is no disgrace.', (s) => {
      letters(s, '?', 76, [120, 296], 'bright');
      writing(s, 152, 256, 130, 'bright', 2);
      writing(s, 152, 280, 96, 'bright', 4);
    }],
    ['Und rechts, wer es gesagt hat. Immer mit Namen.', 'And on the right who said so. Always by name.', (s) => {
      person(s, 400, 110, 0.9, 'bright');
      s.line(curve([436, 84], [480, 60], [540, 70], [548, 104], [500, 124], [448, 112], [430, 124], [440, 104]), 'main');
      for (const k of count(5)) writing(s, 356, 208 + k * 24, 180 - (k % 2) * 50, 'main', k);
      writing(s, 462, 92, 66, 'paper', 7);
    }]),
  'humboldt-hoehe-und-luft': scene(53,
    ['Unten am Bach zeigt das Thermometer achtzehn Grad.', 'Down at the brook the thermometer shows eighteen degrees.', (s) => {
      s.line(curve([20, 320], [160, 316], [300, 260], [420, 170], [560, 80], [620, 60]), 'contour');
      s.lines(range(3, (k) => range(50, (_, t) => [20 + 110 * t, 330 + k * 8 + 2 * sin(t * 20 + k)])), 'fine');
      thermometer(s, 110, 286, 120, 0.78);
      letters(s, '18°', 30, [158, 240], 'paper');
    }],
    ['Hundert Meter höher ist es ein Grad weniger, ungefähr.', 'A hundred metres higher it is one degree less, roughly.', (s) => {
      thermometer(s, 330, 210, 110, 0.66);
      letters(s, '17°', 30, [376, 170], 'paper');
      arrow(s, [290, 318], [290, 258], 'fine');
      letters(s, '100 m', 20, [248, 296], 'bright');
    }],
    ['Die Luft wird dünner: weniger liegt auf Ihnen.', 'The air grows thinner: there is less of it above.', (s) => {
      for (const k of count(190)) {
        const y = 330 - 300 * s.rnd() ** 1.7;
        const x = 460 + 170 * s.rnd();
        s.dot([x, y], y > 200 ? 'main' : 'fine', 2);
      }
      s.line(closed(box(456, 24, 178, 312)), 'ghost');
    }],
    ['Das Telefon misst den Druck und rechnet daraus die Höhe.', 'The phone measures the pressure and works out the height.', (s) => {
      s.shape(box(196, 30, 74, 130), 'contour').line(closed(box(203, 42, 60, 98)), 'main').line(circle([233, 150], 4), 'main');
      letters(s, '963', 26, [233, 84], 'paper');
      s.line(range(30, (_, t) => [208 + 50 * t, 122 - 18 * t]), 'bright');
    }],
    ['Zweimal messen, hin und zurück. Der Mittelwert gilt.', 'Measure twice, there and back. The mean counts.', (s) => {
      sweep(s, [136, 180], [220, 210], [306, 150], 'paper');
      sweep(s, [330, 54], [420, 30], [470, 40], 'ghost');
      letters(s, '½', 40, [70, 120], 'paper');
    }]),
  'humboldt-das-blau-des-himmels': scene(54,
    ['Dreizehn Felder auf einem Ring, von Weiß bis fast Schwarz.', 'Thirteen fields on a ring, from white to almost black.', (s) => {
      s.line(circle([230, 190], 140), 'contour').line(circle([230, 190], 92), 'contour').lines(range(13, (k) => seg(polar([230, 190], 92, (k * TAU) / 13), polar([230, 190], 140, (k * TAU) / 13))), 'main');
    }],
    ['Jedes Feld bekommt eine Lage Blau mehr als das davor.', 'Each field gets one layer of blue more than the one before.', (s) => {
      for (const k of count(13)) {
        const cell = [...circle([230, 190], 93, (k * TAU) / 13, ((k + 1) * TAU) / 13), ...circle([230, 190], 139, (k * TAU) / 13, ((k + 1) * TAU) / 13).reverse()];
        s.lines(hatchLines(cell, 0.7, 26 / (k * 0.9 + 1)), k > 6 ? 'bright' : 'main');
      }
    }],
    ['Durch das Loch in der Mitte schauen Sie in den Himmel.', 'Through the hole in the middle you look into the sky.', (s) => {
      s.line(circle([230, 190], 86), 'paper');
      s.line(curve([186, 210], [200, 190], [226, 196], [240, 180], [266, 190], [276, 210]), 'bright').line(seg([186, 210], [276, 210]), 'fine');
    }],
    ['Welches Feld verschwindet vor ihm? Das ist die Zahl.', 'Which field vanishes against it? That is the number.', (s) => {
      arrow(s, [436, 250], [366, 236]);
      letters(s, '8', 90, [520, 130], 'paper');
    }],
    ['Drei Tage, drei Zahlen, und schon ein Verlauf.', 'Three days, three readings, and already you see the trend.', (s) => {
      s.line(seg([430, 190], [430, 330], [620, 330]), 'main');
      for (const [k, h] of [[0, 60], [1, 96], [2, 34]]) filled(s, box(450 + k * 56, 330 - h, 32, h), { gap: 4, pen: 'bright' });
    }]),
  'humboldt-wer-waechst-wo': scene(55,
    ['Am Bach steht die Erle, und sie hat nasse Füße.', 'By the brook stands the alder, and its feet are wet.', (s) => {
      s.line(curve([20, 320], [140, 314], [280, 250], [420, 170], [540, 110], [624, 96]), 'contour');
      s.lines(range(4, (k) => range(40, (_, t) => [16 + 96 * t, 330 + k * 7 + 2 * sin(t * 18 + k)])), 'fine');
      tree(s, 70, 318, 1.5);
      tree(s, 124, 314, 1.1);
    }],
    ['Ein Stück höher die Buche, darunter fast nichts.', 'A bit higher the beech, beneath it almost nothing.', (s) => { tree(s, 220, 282, 1.9, 'main'); tree(s, 286, 248, 1.6, 'main'); s.lines(range(18, (k) => seg([196 + k * 7, 294 - k * 3], [200 + k * 7, 292 - k * 3])), 'fine'); }],
    ['Dann Kiefern, wo der Boden mager wird.', 'Then pines, where the soil grows poor.', (s) => { for (const [x, y, k] of [[352, 210, 1.5], [388, 188, 1.2], [424, 170, 1.4]]) fir(s, x, y, k, 'bright'); }],
    ['Auf der Kuppe Heide und Gras, das der Wind legt.', 'On the summit heath and grass, laid flat by the wind.', (s) => { for (const k of count(40)) grass(s, 470 + k * 3.8, 146 - k * 1.25, 12 + 12 * s.rnd(), 14, 'bright'); s.lines(range(3, (k) => curve([470, 60 + k * 12], [530, 50 + k * 12], [600, 62 + k * 12])), 'ghost'); }],
    ['Zeichnen Sie die Grenzen ein. Sie sind selten gerade.', 'Draw in the limits. They are seldom straight.', (s) => {
      for (const [x, y] of [[162, 300], [324, 226], [452, 152]]) s.line(range(30, (_, t) => [x + 6 * sin(t * 17 + x), mix(y + 26, y - 150, t)]), 'paper');
    }]),
  'humboldt-fragen': scene(56,
    ['Am Weg sitzt jemand, der länger hier ist als Sie.', 'By the path sits somebody who has been here longer than you.', (s) => {
      ground(s, 320);
      person(s, 190, 170, 1.3);
      s.line(seg([120, 268], [270, 268]), 'contour').line(seg([136, 268], [136, 318]), 'main').line(seg([254, 268], [254, 318]), 'main').line(curve([160, 268], [156, 296], [164, 318]), 'contour').line(curve([218, 268], [222, 296], [214, 318]), 'contour').line(ellipse([190, 148], 34, 7), 'main').line(curve([168, 146], [172, 124], [208, 124], [212, 146]), 'main');
    }],
    ['Grüßen Sie, und fragen Sie nach etwas, das man sehen kann.', 'Say good day, and ask about something that can be seen.', (s) => {
      walker(s, 400, 318, 1.7, 'contour');
      s.line(curve([384, 130], [360, 96], [330, 100], [318, 128], [340, 150], [376, 146], [390, 150], [384, 130]), 'bright');
      leaf(s, [336, 138], -0.7, 34, 8, { veins: 3 });
    }],
    ['Wie heißt die Pflanze bei Ihnen? Hier hat sie drei Namen.', 'What do you call this plant? It has three names here.', (s) => { for (const k of count(3)) { s.line(closed(curve([60, 40 + k * 34], [110, 28 + k * 34], [164, 40 + k * 34], [110, 52 + k * 34])), 'main'); writing(s, 82, 42 + k * 34, 58, 'bright', k * 3); } }],
    ['Wo lief der Bach, bevor er gerade wurde?', 'Where did the brook run before it was made straight?', (s) => {
      s.line(range(80, (_, t) => [470 + 26 * sin(t * 15), mix(40, 320, t)]), 'ghost').line(range(80, (_, t) => [484 + 26 * sin(t * 15), mix(40, 320, t)]), 'ghost');
      s.line(seg([560, 40], [560, 320]), 'contour').line(seg([576, 40], [576, 320]), 'contour');
      arrow(s, [548, 180], [504, 180]);
    }],
    ['Und schreiben Sie den Namen dessen dazu, der es wusste.', 'And write down the name of the one who knew.', (s) => { paper(s, 24, 204, 84, 104, 'bright'); for (const k of count(4)) writing(s, 34, 228 + k * 18, 62 - (k % 2) * 18, 'main', k); s.line(seg([32, 296], [100, 296]), 'paper'); tick(s, 66, 190); }]),
  'humboldt-das-naturgemaelde': scene(57,
    ['Ihr Weg im Schnitt: unten der Bach, oben die Kuppe.', 'Your path in section: the brook below, the summit above.', (s) => s.line(curve(...mountain), 'contour').line(seg([40, 322], [600, 322]), 'contour').lines(range(26, (k) => seg([70 + k * 20, 322], [62 + k * 20, 334])), 'fine')],
    ['Am linken Rand die Höhe, am rechten, was Sie gemessen haben.', 'At the left margin the height, at the right what you measured.', (s) => {
      for (const x of [36, 604]) { s.line(seg([x, 40], [x, 322]), 'main'); s.lines(range(12, (k) => seg([x - 6, 322 - k * 25], [x + 6, 322 - k * 25])), 'bright'); }
      for (const k of count(3)) { letters(s, String(100 + k * 200), 13, [18, 302 - k * 100], 'bright'); letters(s, `${18 - k * 2}°`, 13, [624, 302 - k * 100], 'bright'); }
    }],
    ['In die Fläche die Pflanzen, jede auf ihrer Höhe.', 'Inside it the plants, each at its own height.', (s) => {
      for (const [x, y, k] of [[120, 312, 0.7], [170, 314, 0.8], [470, 312, 0.8], [530, 314, 0.6]]) tree(s, x, y, k);
      for (const [x, y, k] of [[220, 256, 0.8], [262, 240, 0.7], [400, 244, 0.8]]) fir(s, x, y, k, 'bright');
      for (const k of count(16)) grass(s, 262 + k * 6, 150, 12, 4, 'bright');
      for (const k of count(5)) writing(s, 222, 176 + k * 11, 150 - k * 8, 'ghost', k);
    }],
    ['Darüber der Himmel mit seiner Zahl und der Wind.', 'Above it the sky with its number, and the wind.', (s) => { sun(s, [500, 70], 22); letters(s, '8', 26, [500, 79], 'paper'); s.lines(range(4, (k) => curve([80, 60 + k * 12], [140, 50 + k * 12], [210, 64 + k * 12])), 'main'); }],
    ['Was keinen Platz hat, lassen Sie weg. Dann sieht man alles.', 'What finds no room is left out. Then everything is seen.', (s) => { s.line(closed(box(60, 20, 520, 328)), 'paper'); cross(s, 118, 130, 7); cross(s, 556, 180, 7); }]),
};
