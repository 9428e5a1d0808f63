// Clips of the course on engines: strokes, crank, spark, questions, the drive, the washing machine.
import { circle, ellipse, hatchLines } from '../../pictures/drawing/lines.mjs';
import { TAU, polar, range } from '../../pictures/drawing/numbers.mjs';
import { arrow, box, closed, count, cross, curve, drop, filled, flame, letters, scene, seg, sweep, tick, tree } from '../vocabulary.mjs';

const { PI, sin, sqrt } = Math;

/** A cylinder with its piston at a crank's turn; the crank's middle at a point. */
const engine = (s, [x, y], k, turn, pen = 'contour') => {
  const pin = polar([x, y], 26 * k, turn);
  const head = [x, pin[1] - sqrt((84 * k) ** 2 - (pin[0] - x) ** 2)];
  for (const side of [-1, 1]) filled(s, [[x + side * 30 * k, y - 160 * k], [x + side * 37 * k, y - 160 * k], [x + side * 37 * k, y - 50 * k], [x + side * 30 * k, y - 50 * k]], { gap: 3.4, pen });
  s.line(seg([x - 37 * k, y - 160 * k], [x - 14 * k, y - 160 * k]), pen).line(seg([x + 14 * k, y - 160 * k], [x + 37 * k, y - 160 * k]), pen).line(seg([x - 6 * k, y - 160 * k], [x + 6 * k, y - 160 * k]), pen);
  filled(s, box(x - 28 * k, head[1] - 16 * k, 56 * k, 30 * k), { angle: 0, gap: 5 * k, pen });
  s.line(seg(head, pin), pen).line(circle(head, 5 * k), 'bright').line(circle([x, y], 26 * k), 'fine').line(seg([x, y], pin), pen);
  return s.shape(circle(pin, 6 * k), 'bright').shape(circle([x, y], 9 * k), pen);
};
const wheel = (s, c, r, spokes, pen = 'contour') => s.line(circle(c, r), pen).line(circle(c, r - 4), 'fine').lines(range(spokes, (k) => seg(polar(c, 5, (k * TAU) / spokes), polar(c, r - 4, (k * TAU) / spokes))), 'main').line(circle(c, 5), 'bright');
const car = (s, x, y, k = 1) => {
  wheel(s, [x - 40 * k, y - 36 * k], 36 * k, 18);
  wheel(s, [x + 66 * k, y - 24 * k], 24 * k, 14);
  s.line(curve([x - 66 * k, y - 62 * k], [x - 20 * k, y - 56 * k], [x + 30 * k, y - 40 * k], [x + 66 * k, y - 24 * k]), 'contour');
  s.shape(box(x - 46 * k, y - 88 * k, 54 * k, 16 * k), 'contour').line(curve([x - 46 * k, y - 88 * k], [x - 54 * k, y - 112 * k], [x - 50 * k, y - 120 * k]), 'contour');
  return s.line(seg([x + 40 * k, y - 44 * k], [x + 30 * k, y - 96 * k]), 'main').line(ellipse([x + 28 * k, y - 98 * k], 12 * k, 4 * k, 0, TAU, 24, -0.2), 'main').line(ellipse([x - 42 * k, y - 36 * k], 12 * k, 12 * k), 'bright');
};

export const scenes = {
  'benz-vier-takte': scene(81,
    ['Ansaugen: der Kolben geht hinunter, das Gemisch kommt nach.', 'Intake: the piston goes down, the mixture follows.', (s) => { engine(s, [90, 270], 1, 0.9); sweep(s, [40, 74], [66, 84], [72, 116], 'paper'); s.lines(range(10, () => circle([68 + 46 * s.rnd(), 120 + 30 * s.rnd()], 2)), 'bright'); letters(s, '1', 30, [90, 350], 'paper'); }],
    ['Verdichten: alles ist zu, und es wird eng und heiß.', 'Compression: all is shut, and it grows tight and hot.', (s) => { engine(s, [240, 270], 1, -1.9); s.lines(range(22, () => circle([216 + 48 * s.rnd(), 114 + 14 * s.rnd()], 2)), 'bright'); letters(s, '2', 30, [240, 350], 'paper'); }],
    ['Arbeiten: ein Funke, und der Kolben wird geworfen.', 'Power: a spark, and the piston is flung down.', (s) => { engine(s, [390, 270], 1, -0.3); s.lines(range(12, (k) => seg(polar([390, 122], 6, (k * TAU) / 12), polar([390, 122], k % 2 ? 16 : 24, (k * TAU) / 12))), 'paper'); s.line(seg([390, 84], [390, 112]), 'bright'); letters(s, '3', 30, [390, 350], 'paper'); }],
    ['Ausstoßen: hinaus damit, und von vorn.', 'Exhaust: out with it, and round again.', (s) => { engine(s, [540, 270], 1, 2.6); sweep(s, [552, 126], [570, 88], [606, 76], 'paper'); s.lines(range(3, (k) => circle([602 + k * 10, 62 - k * 9], 5 + k * 3)), 'ghost'); letters(s, '4', 30, [540, 350], 'paper'); }],
    ['Vier Wege, aber nur einer davon schiebt.', 'Four strokes, but only one of them pushes.', (s) => { s.line(closed(box(338, 56, 104, 300)), 'paper').line(curve([90, 40], [320, 14], [540, 40]), 'ghost'); }]),
  'benz-kurbel-und-kolben': scene(82,
    ['Der Kolben kann nur hin und her.', 'The piston can only go to and fro.', (s) => {
      s.line(seg([60, 120], [290, 120]), 'contour').line(seg([60, 240], [290, 240]), 'contour').line(seg([60, 120], [60, 240]), 'contour');
      s.lines(hatchLines(box(60, 106, 230, 14), 0.8, 4), 'fine').lines(hatchLines(box(60, 240, 230, 14), 0.8, 4), 'fine');
      filled(s, box(150, 124, 80, 112), { angle: 0, gap: 14 });
      arrow(s, [130, 90], [250, 90]);
      arrow(s, [250, 90], [130, 90]);
    }],
    ['Die Kurbel kann nur rundherum.', 'The crank can only go round.', (s) => { s.line(circle([500, 180], 90), 'main').line(circle([500, 180], 14), 'contour').line(seg([500, 180], polar([500, 180], 90, -2.3)), 'contour').line(circle(polar([500, 180], 90, -2.3), 10), 'bright'); sweep(s, [560, 90], [606, 130], [612, 186], 'paper'); }],
    ['Eine Stange verbindet beide. Sie gehört keinem ganz.', 'A rod joins the two. It belongs entirely to neither.', (s) => { const pin = polar([500, 180], 90, -2.3); s.line(seg([190, 172], [pin[0], pin[1] - 7]), 'contour').line(seg([190, 188], [pin[0], pin[1] + 7]), 'contour').shape(circle([190, 180], 12), 'contour').line(circle([190, 180], 5), 'bright'); }],
    ['Ganz vorn und ganz hinten kann sie nicht schieben.', 'At the near end and the far end it cannot push.', (s) => { for (const x of [410, 590]) s.line(circle([x, 180], 14), 'paper'); s.line(seg([330, 180], [620, 180]), 'ghost'); cross(s, 410, 180, 7); cross(s, 590, 180, 7); }],
    ['Darüber hilft ein schweres Rad, das weiterlaufen will.', 'A heavy wheel helps it across, because it wants to go on.', (s) => { s.line(circle([500, 180], 150), 'contour').line(circle([500, 180], 134), 'main').lines(range(70, (k) => seg(polar([500, 180], 135, (k * TAU) / 70), polar([500, 180], 149, (k * TAU) / 70 + 0.03))), 'fine'); }]),
  'benz-funke-und-gemisch': scene(83,
    ['Geschieht nichts, fehlt eines von zweien.', 'If nothing happens, one of two things is missing.', (s) => { s.line(circle([200, 170], 120), 'contour').line(circle([440, 170], 120), 'contour').line(seg([320, 30], [320, 320]), 'ghost'); }],
    ['Der Funke: hell, blau, über einen Spalt so dünn wie Karton.', 'The spark: bright, blue, across a gap as thin as card.', (s) => {
      s.shape(box(184, 70, 32, 44), 'contour').lines(range(5, (k) => seg([182, 76 + k * 9], [218, 76 + k * 9])), 'fine').shape(seg([176, 114], [224, 114], [216, 140], [184, 140]), 'contour').shape(box(186, 140, 28, 40), 'main').lines(range(6, (k) => seg([184, 146 + k * 6], [216, 142 + k * 6])), 'fine');
      s.line(seg([200, 180], [200, 204]), 'bright').line(seg([214, 180], [226, 190], [226, 226], [196, 226]), 'contour');
      s.line(seg([200, 206], [194, 212], [206, 216], [198, 224]), 'paper').lines(range(8, (k) => seg(polar([200, 215], 12, (k * TAU) / 8), polar([200, 215], 22, (k * TAU) / 8))), 'paper');
    }],
    ['Das Gemisch: Luft und ein Hauch Benzin, vierzehn zu eins.', 'The mixture: air and a breath of petrol, fourteen to one.', (s) => {
      for (const k of count(14)) s.line(circle([384 + (k % 5) * 28, 110 + Math.floor(k / 5) * 30], 9), 'main');
      drop(s, [440, 236], 14, 'paper');
      letters(s, '14 : 1', 30, [500, 240], 'bright');
    }],
    ['Prüfen Sie zuerst den Funken. Das geht mit einem Handgriff.', 'Check the spark first. That takes one movement.', (s) => { letters(s, '1', 40, [110, 60], 'paper'); s.line(curve([40, 320], [80, 260], [130, 236], [170, 228]), 'contour').line(curve([80, 344], [120, 290], [160, 262], [188, 244]), 'contour'); }],
    ['Dann erst den Vergaser. Meist ist es Schmutz.', 'Only then the carburettor. Usually it is dirt.', (s) => { letters(s, '2', 40, [534, 60], 'paper'); s.lines(range(16, () => circle([396 + 90 * s.rnd(), 262 + 18 * s.rnd()], 1.6)), 'ghost'); s.line(curve([390, 290], [440, 310], [500, 288]), 'contour'); sweep(s, [520, 330], [490, 318], [462, 300]); }]),
  'benz-fuenf-fragen': scene(84,
    ['Etwas geht nicht. Noch wird nichts getauscht.', 'Something does not work. Nothing is replaced as yet.', (s) => {
      s.shape(box(250, 120, 140, 110), 'contour').lines(hatchLines(box(250, 120, 140, 20), 0.8, 5), 'fine').line(circle([320, 186], 32), 'main').line(circle([320, 186], 8), 'bright');
      letters(s, '?', 50, [320, 106], 'paper');
    }],
    ['Was tut es, und was tut es nicht?', 'What does it do, and what does it not do?', (s) => { tick(s, 90, 90); cross(s, 150, 90); s.line(closed(box(50, 60, 140, 60)), 'main'); arrow(s, [194, 100], [246, 140], 'bright'); }],
    ['Seit wann? Und was war kurz davor?', 'Since when? And what happened just before?', (s) => { s.line(seg([430, 90], [610, 90]), 'main').lines(range(7, (k) => seg([440 + k * 26, 82], [440 + k * 26, 98])), 'bright'); s.line(circle([544, 90], 14), 'paper'); arrow(s, [440, 110], [394, 144], 'bright'); }],
    ['Immer, oder nur manchmal? Kalt, oder warm?', 'Always, or only sometimes? Cold, or warm?', (s) => { s.line(seg([60, 250], [60, 330], [190, 330]), 'main'); s.line(seg([60, 300], [90, 300], [90, 270], [116, 270], [116, 300], [150, 300], [150, 270], [186, 270]), 'bright'); flame(s, [220, 330], 0.8); arrow(s, [194, 262], [246, 216], 'bright'); }],
    ['Die Hälfte fällt weg, noch eine Hälfte: da ist es.', 'Rule out half, then half again: there it is.', (s) => { s.line(closed(box(420, 250, 200, 80)), 'main').lines(hatchLines(box(420, 250, 100, 80), 0.8, 6), 'ghost').line(seg([520, 250], [520, 330]), 'bright').lines(hatchLines(box(520, 250, 50, 80), -0.8, 6), 'ghost').line(seg([570, 250], [570, 330]), 'bright').line(seg([570, 290], [620, 290]), 'bright').line(circle([596, 310], 12), 'paper'); arrow(s, [440, 244], [394, 212], 'bright'); }]),
  'benz-die-fahrt-nach-pforzheim': scene(85,
    ['Mannheim, im August, früh um fünf.', 'Mannheim, in August, five in the morning.', (s) => { s.line(range(90, (_, t) => [20 + 600 * t, 300 - 30 * sin(t * 9) * t - 60 * t]), 'contour').line(range(90, (_, t) => [20 + 600 * t, 310 - 30 * sin(t * 9) * t - 58 * t]), 'fine'); s.line(circle([70, 120], 26, PI, TAU), 'bright').line(seg([30, 120], [110, 120]), 'bright').lines(range(7, (k) => seg(polar([70, 120], 32, PI + (k * PI) / 6), polar([70, 120], 44, PI + (k * PI) / 6))), 'bright'); }],
    ['Drei Räder, anderthalb Pferdestärken, zwei Söhne.', 'Three wheels, one and a half horsepower, two sons.', (s) => { s.knock(box(160, 170, 170, 120)); car(s, 240, 292, 1.15); for (const k of count(3)) s.line(ellipse([214 + k * 20, 174 - (k === 1 ? 10 : 0)], 7, 9), 'bright').line(curve([206 + k * 20, 200], [214 + k * 20, 184], [222 + k * 20, 200]), 'bright'); }],
    ['Die Leitung verstopft: eine Hutnadel.', 'The pipe is blocked: a hatpin.', (s) => { s.line(seg([340, 60], [440, 96]), 'paper').line(circle([336, 58], 6), 'paper'); s.line(seg([400, 92], [470, 120]), 'main').line(seg([406, 78], [476, 106]), 'main'); }],
    ['Das Zündkabel blank: ein Strumpfband.', 'The ignition wire is bare: a garter.', (s) => { s.line(curve([500, 50], [540, 80], [580, 44], [624, 70]), 'contour'); for (const k of count(6)) s.line(curve([540 + k * 7, 52 + (k % 2) * 3], [548 + k * 7, 66], [544 + k * 7, 84]), 'paper'); }],
    ['Am Abend Pforzheim. Sieben Pannen, keine davon das Ende.', 'Pforzheim by evening. Seven breakdowns, none of them the end.', (s) => { for (const k of count(7)) { const t = 0.1 + k * 0.125; const p = [20 + 600 * t, 300 - 30 * sin(t * 9) * t - 60 * t]; s.line(circle([p[0], p[1] + 26], 7), 'paper'); } for (const [x, h] of [[550, 60], [574, 90], [600, 54]]) s.shape(box(x, 232 - h, 20, h), 'main').line(seg([x - 2, 232 - h], [x + 10, 216 - h], [x + 22, 232 - h]), 'main'); tree(s, 410, 262, 0.8); tree(s, 466, 246, 0.7); }]),
  'benz-die-waschmaschine': scene(86,
    ['Eine Waschmaschine schleudert nicht. Der Motor brummt.', 'A washing machine does not spin. The motor hums.', (s) => { s.shape(box(200, 50, 240, 280), 'contour').line(seg([200, 92], [440, 92]), 'main').line(circle([410, 71], 10), 'bright').line(closed(box(216, 62, 60, 18)), 'main'); s.line(circle([320, 210], 92), 'contour').line(circle([320, 210], 76), 'main').line(circle([320, 210], 70), 'fine'); }],
    ['Strom ist also da. Die halbe Maschine scheidet aus.', 'So there is power. Half the machine is ruled out.', (s) => { s.line(seg([60, 60], [84, 100], [68, 100], [92, 146]), 'paper'); tick(s, 120, 100); s.lines(hatchLines(box(202, 52, 236, 38), 0.8, 7), 'ghost'); }],
    ['Dreht sich die Trommel von Hand? Dann ist es nicht das Lager.', 'Does the drum turn by hand? Then it is not the bearing.', (s) => { sweep(s, [262, 176], [320, 148], [378, 176]); s.lines(range(12, (k) => circle(polar([320, 210], 46, (k * TAU) / 12), 4)), 'main'); tick(s, 120, 200); s.line(circle([80, 196], 22), 'main').line(circle([80, 196], 10), 'main').lines(range(8, (k) => circle(polar([80, 196], 16, (k * TAU) / 8), 4)), 'fine'); }],
    ['Ist noch Wasser darin? Dann wartet sie, zu Recht.', 'Still water in it? Then it is waiting, and quite right.', (s) => { s.lines(range(4, (k) => range(50, (_, t) => [262 + 116 * t + 0, 242 + k * 9 + 3 * sin(t * 14 + k)])), 'bright'); drop(s, [80, 300], 16, 'bright'); letters(s, '?', 36, [120, 308], 'bright'); }],
    ['Das Sieb unten rechts. Ein Knopf, eine Münze, fertig.', 'The filter, bottom right. A button, a coin, done.', (s) => { s.shape(circle([412, 308], 12), 'paper'); arrow(s, [428, 304], [500, 270]); s.line(circle([540, 240], 30), 'contour').line(circle([540, 240], 22), 'main'); for (const [a, b] of [[-7, -7], [7, -7], [-7, 7], [7, 7]]) s.line(circle([540 + a, 240 + b], 3), 'bright'); s.line(circle([590, 300], 22), 'contour').line(circle([590, 300], 17), 'fine'); letters(s, '5', 22, [590, 308], 'bright'); tick(s, 596, 200); }]),
};
