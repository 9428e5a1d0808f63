// Clips of the cookery course: place, knife, stock, roux, brown and red, hollandaise, heat, menu.
import { bezier, circle, ellipse, hatchLines } from '../../pictures/drawing/lines.mjs';
import { TAU, polar, range } from '../../pictures/drawing/numbers.mjs';
import { arrow, box, clock, closed, count, curve, drop, filled, flame, grip, letters, loop, paper, scene, seg, sweep, table, tick, writing } from '../vocabulary.mjs';

const { PI, cos, sin } = Math;

const bowl = (s, x, y, r, pen = 'contour') => {
  s.shape([...ellipse([x, y], r, r * 0.22, 0, -PI, 30), ...bezier([x - r, y], [x - r * 0.9, y + r * 0.8], [x + r * 0.9, y + r * 0.8], [x + r, y], 24)], pen);
  return s.line(ellipse([x, y], r, r * 0.22), pen).line(ellipse([x, y + r * 0.06], r * 0.8, r * 0.13), 'fine');
};
const pot = (s, x, y, w, h, pen = 'contour') => {
  s.shape([[x - w, y], [x - w * 0.94, y + h], ...ellipse([x, y + h], w * 0.94, w * 0.14, PI, 0, 24), [x + w, y]], pen);
  s.lines(range(9, (k) => seg([x - w + 6 + k * 5, y + 16], [x - w * 0.94 + 6 + k * 5, y + h])), 'fine');
  s.shape(ellipse([x, y], w, w * 0.17), pen).line(ellipse([x, y + 2], w * 0.9, w * 0.13), 'main');
  for (const side of [-1, 1]) s.line(curve([x + side * w, y + h * 0.25], [x + side * (w + 22), y + h * 0.22], [x + side * (w + 20), y + h * 0.42], [x + side * w * 0.98, y + h * 0.42]), pen);
  return s;
};
const pan = (s, x, y, w, pen = 'contour') => {
  s.shape([[x - w, y], [x - w * 0.82, y + w * 0.34], [x + w * 0.82, y + w * 0.34], [x + w, y]], pen).shape(ellipse([x, y], w, w * 0.16), pen).line(ellipse([x, y + 2], w * 0.9, w * 0.12), 'main');
  return s.line(seg([x + w * 0.96, y + 4], [x + w * 2, y - w * 0.22]), pen).line(seg([x + w * 0.94, y + 14], [x + w * 2, y - w * 0.12], [x + w * 2, y - w * 0.22]), pen);
};
const steam = (s, x, y, h, n = 3, pen = 'ghost') =>
  s.lines(range(n, (k) => range(50, (_, t) => [x + (k - (n - 1) / 2) * 18 + 9 * sin(t * 7 + k * 1.7) * t, y - h * t])), pen);
const onion = (s, x, y, r) => {
  s.shape(loop([x, y - r * 1.3], [x + r * 0.3, y - r * 0.9], [x + r, y], [x + r * 0.4, y + r * 0.8], [x - r * 0.4, y + r * 0.8], [x - r, y], [x - r * 0.3, y - r * 0.9]), 'main');
  return s.lines(range(4, (k) => bezier([x, y - r * 1.1], [x + (k - 1.5) * r * 0.9, y - r * 0.5], [x + (k - 1.5) * r * 0.9, y + r * 0.4], [x, y + r * 0.8], 16)), 'fine');
};
const carrot = (s, x, y, l) => {
  s.shape([...bezier([x, y], [x - 14, y - 4], [x - 14, y - 18], [x, y - 20], 10), [x + l, y - 6]], 'main').lines(range(5, (k) => seg([x + 10 + k * l * 0.16, y - 16 + k * 1.6], [x + 14 + k * l * 0.16, y - 9])), 'fine');
  return s.lines(range(4, (k) => curve([x - 10, y - 10], [x - 24, y - 16 + k * 5], [x - 38, y - 26 + k * 10])), 'fine');
};
const egg = (s, x, y, k, pen = 'bright') => s.line(range(50, (_, t) => [x + k * 0.74 * sin(t * TAU), y - k * cos(t * TAU) * (cos(t * TAU) > 0 ? 1.1 : 0.9)]), pen);
const knife = (s, x, y, k = 1) => {
  s.shape([[x, y], ...bezier([x, y], [x + 70 * k, y + 34 * k], [x + 150 * k, y + 36 * k], [x + 190 * k, y + 36 * k], 20), [x + 190 * k, y]], 'contour').lines(range(16, (j) => seg([x + 40 * k + j * 9 * k, y + 4], [x + 44 * k + j * 9 * k, y + 12 * k])), 'fine');
  return filled(s, box(x + 190 * k, y - 2, 96 * k, 18 * k), { gap: 5 }).line(circle([x + 214 * k, y + 7 * k], 2.4), 'bright').line(circle([x + 256 * k, y + 7 * k], 2.4), 'bright');
};

export const scenes = {
  'escoffier-der-platz': scene(31,
    ['Sechzig Zentimeter Tisch. Mehr brauchen Sie für eine Person nicht.', 'Sixty centimetres of table. One person needs no more.', (s) => {
      s.shape([[110, 60], [530, 60], [590, 330], [50, 330]], 'contour');
      arrow(s, [330, 346], [588, 346], 'fine');
      arrow(s, [310, 346], [52, 346], 'fine');
    }],
    ['Vorn das Brett, das Messer rechts davon, Schneide nach innen.', 'The board in front, the knife to its right, edge inwards.', (s) => {
      filled(s, [[210, 200], [410, 200], [426, 308], [194, 308]], { angle: 0, gap: 9, hatch: 'ghost' });
      s.line(seg([456, 196], [470, 310]), 'paper').line(curve([456, 196], [444, 226], [452, 262], [462, 270]), 'paper').line(seg([468, 270], [474, 310]), 'contour');
    }],
    ['Dahinter, was geschnitten ist, in Schalen, links beginnend.', 'Behind it, in bowls from left to right, what has been cut up.', (s) => {
      for (const k of count(4)) {
        bowl(s, 176 + k * 96, 108, 38);
        s.lines(range(7, (j) => circle([160 + k * 96 + (j % 4) * 11, 104 + Math.floor(j / 4) * 7], 3.4)), 'bright');
      }
    }],
    ['Ein nasses Tuch, ein trockenes, ein Löffel zum Kosten.', 'One wet cloth, one dry, one spoon for tasting.', (s) => {
      for (const [x, y] of [[92, 200], [84, 262]]) filled(s, [[x, y], [x + 78, y - 4], [x + 74, y + 38], [x - 6, y + 42]], { angle: 0.3, gap: 7, pen: 'main' });
      s.line(ellipse([514, 190], 11, 17), 'bright').line(seg([516, 207], [526, 300]), 'bright');
    }],
    ['Jetzt erst kommt das Feuer. Und nichts mehr muss gesucht werden.', 'Only now the heat. And nothing has to be searched for.', (s) => {
      flame(s, [320, 50], 0.8, 'paper');
      sweep(s, [176, 150], [240, 180], [296, 210]);
      sweep(s, [464, 150], [404, 180], [350, 210]);
    }]),
  'escoffier-das-messer': scene(32,
    ['Ein Messer, so lang wie Ihre Hand mit dem Gelenk.', 'One knife, as long as your hand and wrist.', (s) => knife(s, 60, 90, 1.5)],
    ['Daumen und Zeigefinger fassen die Klinge, nicht den Griff.', 'Thumb and forefinger hold the blade, not the handle.', (s) => grip(s, [362, 116], 1.25, 0.1).line(curve([318, 74], [302, 96], [314, 122]), 'paper').line(curve([338, 130], [320, 140], [312, 122]), 'paper')],
    ['Die andere Hand ist eine Kralle: die Knöchel führen.', 'The other hand is a claw: the knuckles guide.', (s) => {
      s.line(curve([30, 250], [70, 200], [120, 186], [150, 204], [152, 250]), 'contour');
      for (const k of count(3)) s.line(curve([84 + k * 18, 196 + k], [100 + k * 18, 218], [98 + k * 17, 262]), 'contour');
      onion(s, 124, 282, 30);
    }],
    ['Drei Schnitte: Scheiben, Streifen, Würfel.', 'Three cuts: slices, strips, dice.', (s) => {
      for (const k of count(5)) s.line(ellipse([236 + k * 14, 296], 9, 26), 'bright');
      for (const k of count(6)) s.line(closed([[340, 272 + k * 10], [430, 268 + k * 10], [430, 273 + k * 10], [340, 277 + k * 10]]), 'bright');
      for (const k of count(4)) for (const j of count(4)) s.line(closed(box(470 + k * 20, 262 + j * 18, 12, 12)), 'bright');
      table(s, 336);
    }],
    ['Ein Stein zum Schärfen, immer derselbe Winkel.', 'A stone for sharpening, always the same angle.', (s) => {
      filled(s, [[420, 200], [590, 200], [604, 222], [406, 222]], { angle: 0.1, gap: 4 });
      s.line(seg([430, 196], [560, 160]), 'paper');
      s.line(circle([430, 198], 62, -0.27, 0), 'paper');
      arrow(s, [470, 176], [546, 154], 'bright');
    }]),
  'escoffier-zwei-fonds': scene(33,
    ['Knochen, kaltes Wasser, und ein hoher Topf.', 'Bones, cold water, and a tall pot.', (s) => {
      pot(s, 200, 130, 110, 160);
      for (const [x, y, a] of [[110, 70, 0.3], [210, 50, -0.4], [300, 76, 0.9]]) {
        const [p, q] = [polar([x, y], 30, a), polar([x, y], -30, a)];
        s.line(seg(p, q), 'main').line(circle(p, 7), 'main').line(circle(q, 7), 'main');
      }
    }],
    ['Zwiebel, Möhre, Sellerie: erst nach einer Stunde.', 'Onion, carrot, celery: only after an hour.', (s) => {
      onion(s, 390, 80, 26);
      carrot(s, 470, 84, 100);
      clock(s, [580, 150], 30, 1, 0);
    }],
    ['Am Rand steigt eine einzige Blase auf. So bleibt es klar.', 'At the rim a single bubble rises. That keeps it clear.', (s) => {
      s.line(circle([116, 128], 6), 'paper').line(ellipse([116, 132], 16, 4), 'paper');
      steam(s, 200, 108, 70, 4);
      flame(s, [200, 352], 0.7);
    }],
    ['Kocht es, wird es trüb. Das lässt sich nicht mehr ändern.', 'If it boils, it turns cloudy. That cannot be undone.', (s) => {
      pot(s, 500, 210, 70, 90, 'main');
      s.lines(range(22, () => circle([440 + 120 * s.rnd(), 206 + 12 * s.rnd()], 2 + 5 * s.rnd())), 'ghost');
      s.lines(range(6, (k) => curve([438 + k * 24, 196], [432 + k * 24, 176], [444 + k * 24, 160])), 'ghost').line(seg([422, 178], [578, 316]), 'paper');
    }],
    ['Vier Stunden der braune, eine der helle. Dann durch das Tuch.', 'Four hours for the brown, one for the white. Then strain.', (s) => {
      clock(s, [364, 200], 24, 4, 0, 'main');
      clock(s, [364, 320], 24, 1, 0, 'main');
      s.line(curve([60, 300], [40, 330], [90, 352]), 'ghost');
      for (const k of count(3)) drop(s, [612, 240 + k * 34], 6, 'paper');
    }]),
  'escoffier-mehl-und-butter': scene(34,
    ['So viel Butter wie Mehl, gewogen, nicht geschätzt.', 'As much butter as flour, weighed, not guessed.', (s) => {
      s.line(seg([140, 90], [500, 90]), 'contour').line(seg([320, 60], [320, 250]), 'contour').line(seg([270, 250], [370, 250]), 'contour').line(circle([320, 60], 6), 'bright');
      for (const x of [140, 500]) s.line(seg([x, 90], [x - 46, 150]), 'fine').line(seg([x, 90], [x + 46, 150]), 'fine').line(curve([x - 52, 150], [x, 172], [x + 52, 150]), 'contour').line(seg([x - 52, 150], [x + 52, 150]), 'contour');
      filled(s, [[108, 124], [156, 118], [172, 126], [172, 148], [108, 150]], { gap: 4, pen: 'bright' });
      s.shape(curve([460, 150], [480, 122], [500, 112], [522, 124], [540, 150]), 'bright').lines(range(30, () => { const x = 470 + 60 * s.rnd(); const y = 126 + 22 * s.rnd(); return seg([x, y], [x + 1, y]); }), 'bright');
    }],
    ['Schmelzen, rühren, und warten, bis es nach Keks riecht.', 'Melt, stir, and wait until it smells of biscuit.', (s) => {
      s.knock(box(230, 180, 180, 80));
      pan(s, 290, 250, 92);
      s.lines(range(5, (k) => ellipse([290, 251], 76 - k * 14, 9 - k * 1.5)), 'fine');
      s.line(seg([316, 250], [372, 150]), 'paper').line(ellipse([312, 254], 12, 5), 'paper');
      flame(s, [290, 344], 0.7);
    }],
    ['Mit Milch wird daraus eine Béchamel.', 'With milk it becomes a béchamel.', (s) => {
      s.shape([[60, 220], [66, 310], [130, 310], [138, 220], [118, 200], [78, 200]], 'contour').line(curve([66, 250], [98, 258], [134, 250]), 'bright');
      sweep(s, [140, 240], [180, 214], [212, 240]);
    }],
    ['Mit hellem Fond eine Velouté. Es ist dieselbe Schwitze.', 'With white stock a velouté. It is one and the same roux.', (s) => {
      pot(s, 548, 250, 50, 66);
      s.line(curve([500, 252], [520, 258], [596, 252]), 'bright');
      sweep(s, [490, 230], [440, 204], [384, 236]);
    }],
    ['Ein Strich auf dem Löffel, der stehen bleibt: sie ist richtig.', 'A line across the spoon that holds: it is ready.', (s) => {
      s.line(ellipse([46, 60], 26, 36), 'paper').line(seg([42, 96], [34, 180]), 'paper').line(seg([50, 96], [46, 180]), 'paper');
      s.lines(hatchLines(ellipse([46, 60], 23, 33), 0.1, 3), 'main').knock(box(24, 56, 44, 9));
      tick(s, 92, 60);
    }]),
  'escoffier-braun-und-rot': scene(35,
    ['Zwei Töpfe nebeneinander, zwei lange Nachmittage.', 'Two pots side by side, two long afternoons.', (s) => {
      pot(s, 180, 190, 100, 110);
      pot(s, 460, 190, 100, 110);
      table(s, 322);
    }],
    ['Links die Espagnole: brauner Fond, braune Schwitze.', 'On the left, the espagnole: brown stock, brown roux.', (s) => {
      s.lines(hatchLines(ellipse([180, 192], 88, 12), 0.2, 2.4), 'main');
      carrot(s, 90, 90, 80);
      onion(s, 220, 76, 22);
    }],
    ['Rechts die Tomate. Sie braucht Zucker, wenig, und Geduld.', 'On the right the tomato. It needs sugar, a little, and patience.', (s) => {
      for (const [x, y] of [[400, 90], [470, 70], [530, 98]]) {
        s.shape(loop([x - 26, y], [x - 16, y - 22], [x + 16, y - 22], [x + 26, y], [x + 14, y + 22], [x - 14, y + 22]), 'contour');
        s.lines(range(5, (k) => seg([x, y - 18], polar([x, y - 18], 10, (k * TAU) / 5))), 'bright').line(circle([x - 8, y], 14, 2.2, 3.6), 'fine');
      }
      s.lines(range(9, (k) => circle([396 + k * 16, 192 + 6 * sin(k * 2)], 3)), 'bright');
    }],
    ['Eindicken heißt Wasser nehmen. Das Salz bleibt drin.', 'To reduce is to take out water. The salt stays.', (s) => {
      steam(s, 180, 166, 64, 4, 'bright');
      steam(s, 460, 166, 30, 4, 'bright');
      for (const x of [316, 324]) s.line(seg([x, 200], [x, 300]), 'ghost');
      for (const k of count(4)) s.line(seg([310, 206 + k * 24], [330, 206 + k * 24]), k === 2 ? 'paper' : 'fine');
      arrow(s, [346, 206], [346, 276]);
    }],
    ['Gesalzen wird darum ganz am Ende, und nie vorher.', 'That is why you salt at the very end, and never before.', (s) => {
      s.shape([[300, 40], [294, 90], [346, 90], [340, 40]], 'paper').line(ellipse([320, 40], 20, 5), 'paper');
      s.lines(range(16, (k) => seg([306 + (k % 4) * 9, 100 + Math.floor(k / 4) * 16], [307 + (k % 4) * 9, 100 + Math.floor(k / 4) * 16])), 'paper');
      clock(s, [320, 340], 15, 5, 55, 'bright');
    }]),
  'escoffier-die-hollandaise': scene(36,
    ['Drei Dotter, ein Löffel Wasser, und unten nur warmes Bad.', 'Three yolks, a spoonful of water, and a warm bath beneath.', (s) => {
      pot(s, 240, 240, 130, 80, 'main');
      bowl(s, 240, 190, 110);
      for (const k of count(3)) s.shape(circle([200 + k * 38, 188 - (k % 2) * 6], 16), 'bright').line(circle([196 + k * 38, 183 - (k % 2) * 6], 5, 2.6, 4.4), 'fine');
    }],
    ['Schlagen, bis der Besen eine Spur zieht.', 'Beat until the whisk leaves a trail.', (s) => {
      for (const k of count(5)) s.line(loop([250, 180], [232 - k * 3 + k * 8, 140], [262 + k * 4, 96], [276, 90], [272 - k * 5, 140]), 'paper');
      s.line(seg([276, 90], [306, 20]), 'contour').line(seg([284, 92], [314, 24]), 'contour');
      s.lines(range(4, (k) => ellipse([240, 194], 30 + k * 18, 5 + k * 3, 0.3, PI * 1.4)), 'fine');
    }],
    ['Jetzt die Butter, tropfenweise, dann als dünner Faden.', 'Now the butter, drop by drop, then as a thin thread.', (s) => {
      s.shape([[350, 60], [430, 50], [440, 96], [370, 108]], 'contour').line(curve([350, 60], [336, 62], [330, 72]), 'contour').line(seg([438, 62], [480, 52]), 'contour');
      for (const k of count(4)) drop(s, [326 - k * 4, 94 + k * 22], 4);
    }],
    ['Ein Tropfen Fett, umstellt von Dotter: so bleibt es beisammen.', 'A drop of fat, surrounded by yolk: that holds it together.', (s) => {
      s.shape(circle([510, 210], 104), 'bright').line(seg([356, 188], [424, 150]), 'ghost').line(seg([350, 196], [430, 276]), 'ghost');
      for (const [x, y, r] of [[480, 180, 26], [546, 196, 22], [500, 250, 28], [560, 256, 16]]) {
        s.line(circle([x, y], r), 'contour');
        s.lines(range(14, (k) => seg(polar([x, y], r + 1, (k * TAU) / 14), polar([x, y], r + 8, (k * TAU) / 14 + 0.16))), 'main');
      }
    }],
    ['Gerinnt sie: ein Löffel Wasser, und von vorn, ganz langsam.', 'If it splits: a spoonful of water, and again, very slowly.', (s) => {
      s.line(ellipse([100, 100], 34, 14, 0, TAU, 40, 0.2), 'paper').line(seg([66, 92], [20, 70]), 'paper').line(ellipse([100, 100], 24, 8, 0, TAU, 30, 0.2), 'bright');
      sweep(s, [124, 118], [150, 140], [166, 172]);
    }]),
  'escoffier-hitze-hoeren': scene(37,
    ['Die Pfanne ist heiß, wenn ein Tropfen darin tanzt.', 'The pan is hot when a drop dances in it.', (s) => {
      pan(s, 210, 220, 150);
      for (const [x, y] of [[160, 200], [210, 180], [262, 202]]) drop(s, [x, y], 7);
      s.line(curve([160, 196], [186, 150], [210, 172], [238, 140], [262, 194]), 'ghost');
    }],
    ['Braten klingt hell und dicht, wie Regen auf Blech.', 'Searing sounds bright and dense, like rain on tin.', (s) => {
      s.knock(box(140, 130, 150, 76)).shape(loop([130, 216], [150, 190], [220, 182], [286, 196], [292, 216], [240, 230], [160, 230]), 'contour').lines(hatchLines(ellipse([212, 208], 66, 16), 0.9, 7), 'main');
      s.line(range(160, (_, t) => [360 + 240 * t, 70 + 20 * sin(t * 150) * (0.6 + 0.4 * sin(t * 31))]), 'paper');
    }],
    ['Dünsten klingt tief, fast gar nicht.', 'Sweating sounds low, almost not at all.', (s) => s.line(range(120, (_, t) => [360 + 240 * t, 150 + 9 * sin(t * 26)]), 'bright')],
    ['Wird es still, ist das Wasser weg. Dann wird es schwarz.', 'When it falls silent, the water is gone. Then it turns black.', (s) => {
      s.line(seg([360, 226], [480, 226]), 'main').line(range(30, (_, t) => [480 + 120 * t, 226]), 'ghost');
      steam(s, 210, 170, 110, 5);
      flame(s, [150, 340], 0.9);
      flame(s, [210, 346], 1);
      flame(s, [270, 340], 0.9);
    }],
    ['Und nach dem Braten ruhen, so lange wie gebraten wurde.', 'Then let it rest, as long as it was on the heat.', (s) => {
      filled(s, [[370, 290], [560, 290], [580, 316], [350, 316]], { angle: 0, gap: 6, pen: 'main', hatch: 'ghost' });
      s.shape(loop([400, 284], [420, 262], [480, 256], [536, 268], [540, 286], [480, 296]), 'contour');
      clock(s, [600, 272], 24, 12, 10, 'bright');
    }]),
  'escoffier-drei-gaenge': scene(38,
    ['Ein Abend beginnt mit dem letzten Löffel.', 'An evening begins with the last spoon.', (s) => {
      s.line(seg([40, 180], [600, 180]), 'main');
      s.shape([...ellipse([530, 100], 40, 9, PI, 0, 24), ...bezier([570, 100], [566, 140], [494, 140], [490, 100], 20)], 'contour').line(ellipse([530, 100], 40, 9), 'contour').line(seg([530, 131], [530, 158]), 'main').line(ellipse([530, 160], 26, 5), 'main');
      for (const [x, y] of [[516, 92], [534, 86], [548, 94]]) s.shape(circle([x, y], 11), 'bright');
    }],
    ['Davor das Huhn, davor die Suppe: Sie gehen rückwärts.', 'Before it the chicken, before that the soup: you go backwards.', (s) => {
      s.line(ellipse([320, 136], 70, 16), 'contour').shape(loop([270, 130], [280, 96], [330, 86], [372, 106], [374, 130], [320, 142]), 'contour').line(curve([366, 112], [396, 96], [404, 84]), 'contour').line(curve([300, 100], [320, 116], [346, 108]), 'fine');
      bowl(s, 130, 120, 52);
      steam(s, 130, 104, 50, 3);
      sweep(s, [480, 70], [440, 46], [400, 66], 'bright');
      sweep(s, [270, 66], [230, 46], [190, 74], 'bright');
    }],
    ['Jedes hat seine Zeit am Herd und seine Zeit in Ruhe.', 'Each has its time on the stove and its time at rest.', (s) => {
      for (const [x, y, w, rest] of [[60, 206, 120, 60], [150, 230, 210, 50], [330, 254, 90, 160]]) {
        filled(s, box(x, y, w, 14), { gap: 4, pen: 'bright' });
        s.line(closed(box(x + w, y, rest, 14)), 'ghost');
      }
      for (const k of count(8)) s.line(seg([60 + k * 72, 174], [60 + k * 72, 186]), 'bright');
    }],
    ['Wo zwei sich den Herd teilen, verschieben Sie eines.', 'Where two share the stove, you move one.', (s) => {
      s.line(closed(box(146, 200, 36, 50)), 'paper');
      arrow(s, [164, 262], [110, 262]);
      flame(s, [88, 268], 0.5);
    }],
    ['Zuletzt schreiben Sie, womit alles beginnt: den Einkauf.', 'Last you write what everything begins with: the shopping.', (s) => {
      paper(s, 420, 280, 150, 76, 'contour');
      for (const k of count(4)) writing(s, 440, 298 + k * 15, 90 - (k % 2) * 24, 'bright', k);
      letters(s, '3', 30, [550, 322], 'paper');
      s.line(curve([210, 312], [230, 346], [300, 346], [320, 312], [210, 312]), 'contour').line(curve([222, 312], [240, 280], [290, 280], [308, 312]), 'main');
    }]),
};
