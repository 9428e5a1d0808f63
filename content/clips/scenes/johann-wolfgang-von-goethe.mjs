// Clips of the writing course: occasion, looking, diary, sentence, poem, letter, aloud, half.
import { leaf } from '../../pictures/drawing/leaf.mjs';
import { bezier, circle, ellipse, hatchLines } from '../../pictures/drawing/lines.mjs';
import { TAU, mix, polar, range } from '../../pictures/drawing/numbers.mjs';
import { arrow, book, box, clock, closed, count, cross, curve, eye, filled, fir, ground, lens, letters, paper, person, scene, seg, sweep, table, tick, tree, walker } from '../vocabulary.mjs';

const { cos, sin } = Math;

/** A quill whose nib is at a point. */
const quill = (s, tip, turn = -0.9, k = 1) => {
  const at = (d, off) => { const p = polar(tip, d * k, turn); return [p[0] - off * k * sin(turn), p[1] + off * k * cos(turn)]; };
  const vane = [at(50, 0), ...bezier(at(50, 0), at(80, -22), at(140, -20), at(176, -4), 20), ...bezier(at(176, -4), at(140, 20), at(90, 18), at(50, 0), 20)];
  s.knock(vane).lines(range(22, (i) => seg(at(58 + i * 5, 0), at(66 + i * 5.2, i % 2 ? -14 + Math.abs(i - 10) * 0.6 : 13 - Math.abs(i - 10) * 0.6))), 'fine').line(closed(vane), 'contour');
  return s.line(seg(tip, at(170, -2)), 'bright').line(seg(tip, at(14, -3)), 'bright');
};
const words = (s, x, y, list, pen = 'main', h = 9) => { let at = x; for (const w of list) { s.line(range(Math.max(6, w), (i, t) => [at + w * t, y - (h / 2) * (i % 2) - (i % 5 === 1 ? h * 0.6 : 0)]), pen); at += w + 10; } return s; };

export const scenes = {
  'goethe-der-anlass': scene(101,
    ['Ein Zettel und die Frage: was ist heute geschehen?', 'A slip of paper and the question: what happened today?', (s) => { paper(s, 190, 40, 260, 210, 'contour'); letters(s, '?', 60, [130, 160], 'bright'); clock(s, [550, 90], 40, 8, 20); }],
    ['Nicht, was man dazu meint. Was geschehen ist.', 'Not what you think of it. What happened.', (s) => { words(s, 214, 90, [40, 26, 54, 20, 40], 'bright'); person(s, 80, 260, 0.8, 'main'); s.line(curve([104, 236], [130, 214], [170, 220], [168, 246], [128, 250], [112, 252]), 'ghost'); cross(s, 144, 232, 10); }],
    ['Jemand hat am Bahnhof einen Schirm stehen lassen.', 'Somebody left an umbrella at the station.', (s) => { words(s, 214, 130, [54, 30, 20, 48], 'bright'); s.line(seg([520, 180], [536, 320]), 'contour').line(curve([536, 320], [540, 334], [552, 330]), 'contour'); s.line(curve([520, 180], [506, 230], [522, 290]), 'main').line(curve([520, 180], [546, 226], [538, 290]), 'main').line(curve([522, 290], [530, 286], [538, 290]), 'main'); }],
    ['Sie sind ihm nachgelaufen und haben ihn nicht gefunden.', 'You ran after them and did not find them.', (s) => { words(s, 214, 170, [26, 60, 34, 30], 'bright'); walker(s, 470, 330, 0.9, 'main'); s.lines(range(5, (k) => seg([380 - k * 30, 332 + (k % 2) * 6], [392 - k * 30, 332 + (k % 2) * 6])), 'fine'); }],
    ['Jetzt steht er bei Ihnen. Drei Sätze, und es ist ein Anlass.', 'Now it stands in your porch. Three sentences, and it is an occasion.', (s) => { words(s, 214, 210, [44, 36, 24, 50], 'paper'); quill(s, [416, 208], -0.75, 0.9); tick(s, 210, 280); }]),
  'goethe-anschauen': scene(102,
    ['Ein Apfel. Zehn Minuten, keine weniger.', 'An apple. Ten minutes, not one less.', (s) => { s.line(curve([320, 130], [270, 104], [222, 140], [226, 220], [280, 286], [320, 272], [360, 286], [414, 220], [418, 140], [370, 104], [320, 130]), 'contour').line(curve([320, 132], [322, 104], [336, 80]), 'contour'); clock(s, [550, 70], 36, 12, 10); table(s, 300, 120, 520); }],
    ['Erst die Form: sie ist nicht rund.', 'First the form: it is not round.', (s) => s.line(circle([320, 196], 96), 'ghost').line(range(40, (_, t) => [320, mix(96, 294, t)]), 'ghost')],
    ['Dann das Licht, das oben links beginnt.', 'Then the light, which begins at the upper left.', (s) => { s.line(ellipse([268, 160], 15, 24, 0, TAU, 40, 0.4), 'paper'); for (const k of count(20)) s.line(ellipse([318, 196], 92 - k * 1.4, 86 - k * 3.4, -0.1 - k * 0.01, 1.7 - k * 0.02), 'fine'); }],
    ['Dann, was Sie übersehen hatten: den Stich, das Blatt.', 'Then what you had overlooked: wormhole and leaf.', (s) => { leaf(s, [334, 88], -0.2, 84, 16, { veins: 5 }); s.line(circle([366, 178], 5), 'paper').line(circle([366, 178], 10), 'bright'); lens(s, [366, 178], 28, 0.9); }],
    ['Schreiben Sie es auf. Kein Adjektiv, nur Dinge und was sie tun.', 'Write it down. No adjectives, only things and what they do.', (s) => { words(s, 30, 90, [40, 24, 60], 'bright'); words(s, 30, 124, [30, 50, 26], 'bright'); s.line(seg([104, 88], [166, 84]), 'paper').line(seg([70, 120], [122, 118]), 'paper'); eye(s, [110, 210], 46); }]),
  'goethe-das-tagebuch': scene(103,
    ['Jeden Abend eine halbe Seite, auch wenn nichts war.', 'Half a page every evening, even if nothing happened.', (s) => { book(s, 320, 90, 420, 230); s.line(seg([320, 90], [320, 320]), 'main'); }],
    ['Ort und Stunde zuerst. Sie halten die Erinnerung fest.', 'Place and hour first. They hold the memory in place.', (s) => { letters(s, '8. 9.', 28, [166, 134], 'paper'); letters(s, '3 h', 28, [256, 134], 'paper'); s.line(seg([130, 144], [292, 144]), 'fine'); }],
    ['Dann die Post, das Wetter, ein Berg, ein Gesicht.', 'Then the coach, the weather, a mountain, a face.', (s) => {
      s.shape(box(60, 30, 60, 36), 'contour').line(circle([72, 72], 10), 'contour').line(circle([108, 72], 14), 'contour').line(closed(box(72, 38, 20, 14)), 'main').line(seg([120, 58], [150, 62]), 'main');
      s.line(curve([240, 62], [262, 30], [290, 44], [310, 34], [330, 62], [240, 62]), 'bright').lines(range(4, (k) => seg([258 + k * 18, 68], [252 + k * 18, 80])), 'bright');
      s.line(seg([400, 76], [446, 18], [470, 46], [486, 30], [520, 76]), 'contour');
      s.line(ellipse([588, 48], 22, 28), 'contour').line(curve([588, 40], [582, 56], [592, 58]), 'main').line(seg([578, 40], [582, 40]), 'bright').line(seg([594, 40], [598, 40]), 'bright');
    }],
    ['Nicht: es war schön. Sondern: der Kutscher sang.', 'Not: it was lovely. But: the coachman sang.', (s) => { words(s, 132, 176, [24, 30, 44], 'main'); s.line(seg([128, 174], [260, 170]), 'paper'); words(s, 132, 208, [22, 50, 40], 'bright'); words(s, 132, 238, [46, 30, 50], 'bright'); words(s, 132, 268, [34, 60], 'bright'); }],
    ['Nach einem Monat haben Sie ein Land, durch das Sie gingen.', 'After a month you have a country you have walked through.', (s) => { s.line(curve([344, 296], [380, 250], [360, 200], [420, 170], [470, 190], [510, 130]), 'paper'); for (const [x, y] of [[344, 296], [362, 204], [420, 170], [470, 190], [510, 130]]) s.line(circle([x, y], 5), 'paper'); fir(s, 400, 276, 0.6); tree(s, 470, 270, 0.6); s.line(curve([430, 300], [470, 290], [512, 300]), 'fine'); quill(s, [512, 128], -1, 0.7); }]),
  'goethe-wo-der-satz-endet': scene(104,
    ['Ein Satz ist eine Strecke, die man auf einem Atem geht.', 'A sentence is a stretch walked on one breath.', (s) => { words(s, 60, 110, [40, 60, 26, 54, 30, 70, 44, 60], 'main', 12); s.line(curve([60, 130], [320, 150], [560, 130]), 'ghost'); }],
    ['Am Anfang ist er leicht, am Ende wiegt er.', 'It is light at the beginning, and heavy at the end.', (s) => { for (const k of count(9)) { const w = 8 + k * 4; filled(s, box(70 + k * 54, 206 - w, w, w), { gap: 5, pen: 'bright' }); } s.line(seg([50, 206], [590, 206]), 'contour'); s.line(seg([320, 206], [300, 240], [340, 240], [320, 206]), 'main'); }],
    ['Steht dort ein Füllwort, fällt er um.', 'If a filler stands there, it topples.', (s) => { s.line(seg([60, 300], [270, 270]), 'main').line(seg([160, 286], [150, 312], [176, 312], [160, 286]), 'main'); s.line(circle([256, 254], 11), 'ghost'); cross(s, 256, 254, 12); }],
    ['Stellen Sie das Wort ans Ende, um das es geht.', 'Put the word that matters at the end.', (s) => { s.line(seg([350, 300], [600, 300]), 'contour'); filled(s, box(550, 248, 50, 52), { gap: 3, pen: 'paper' }); sweep(s, [420, 286], [490, 236], [546, 252]); }],
    ['Dann der Punkt. Er ist die Stille danach.', 'Then the full stop. It is the silence afterwards.', (s) => { s.line(circle([600, 104], 7), 'paper').lines(hatchLines(circle([600, 104], 6), 0.8, 2), 'paper').lines(range(3, (k) => circle([600, 104], 16 + k * 8)), 'ghost'); }]),
  'goethe-vierundzwanzig-woerter': scene(105,
    ['Acht Zeilen, vierundzwanzig Wörter.', 'Eight lines, twenty-four words.', (s) => { for (const [k, list] of [[44, 40, 56], [24, 34], [22, 40, 60], [50, 26], [40, 44, 40], [24, 66, 60, 22, 44], [40, 26, 44], [52, 24, 36]].entries()) words(s, 60, 60 + k * 36, list, 'bright', 11); }],
    ['Oben der Berg, dann die Wipfel, dann die Vögel.', 'Above the mountain, then the treetops, then the birds.', (s) => { s.line(seg([380, 130], [450, 36], [500, 86], [530, 56], [610, 130]), 'contour').lines(hatchLines([[450, 36], [500, 86], [530, 56], [610, 130], [480, 130]], 1.1, 8), 'ghost'); for (const x of [400, 440, 500, 560, 590]) fir(s, x, 228, 1 + 0.2 * sin(x)); s.line(curve([470, 250], [478, 244], [484, 252], [492, 244], [500, 250]), 'bright').line(curve([530, 262], [538, 256], [544, 264], [552, 256], [560, 262]), 'bright'); }],
    ['Es geht immer weiter hinunter, bis zu Ihnen.', 'It goes further and further down, to you.', (s) => { arrow(s, [356, 50], [356, 320]); person(s, 500, 300, 0.7, 'paper'); }],
    ['Kein Wort davon ist selten.', 'None of the words is rare.', (s) => { lens(s, [120, 132], 46, 0.9); s.line(seg([88, 140], [152, 140]), 'paper'); }],
    ['Lesen Sie den vorletzten Vers. Hören Sie, wie er wartet?', 'Read the last line but one. Do you hear it wait?', (s) => { s.line(closed(box(50, 260, 170, 28)), 'paper'); s.line(range(120, (_, t) => [230 + 100 * t, 276 + 8 * sin(t * 18) * (1 - t)]), 'paper'); }]),
  'goethe-ein-brief': scene(106,
    ['Wer allen schreibt, schreibt niemandem.', 'Write to everyone and you write to no one.', (s) => { for (const k of count(8)) person(s, 60 + k * 74, 50, 0.55, 'ghost'); }],
    ['Denken Sie sich einen Menschen an das andere Ende.', 'Think of one person at the other end.', (s) => { person(s, 540, 190, 1.1); table(s, 270, 420, 620); }],
    ['Was weiß er schon? Das lassen Sie weg.', 'What do they know already? Leave that out.', (s) => { paper(s, 60, 120, 230, 180, 'contour'); words(s, 80, 158, [50, 30, 60], 'main'); words(s, 80, 186, [30, 70, 40], 'main'); s.line(seg([76, 154], [250, 150]), 'paper').line(seg([76, 182], [250, 178]), 'paper'); }],
    ['Was will er wissen? Damit fangen Sie an.', 'What do they want to know? Begin with that.', (s) => { s.line(curve([500, 160], [470, 120], [410, 130], [412, 170], [460, 184], [500, 184]), 'bright'); letters(s, '?', 34, [446, 166], 'bright'); words(s, 80, 222, [40, 56, 34], 'paper'); words(s, 80, 250, [60, 24, 50], 'bright'); quill(s, [232, 248], -1.1, 0.8); }],
    ['Falten, siegeln, und einen Tag liegen lassen.', 'Fold, seal, and let it lie for a day.', (s) => { s.shape(box(330, 280, 130, 70), 'contour').line(seg([330, 280], [395, 322], [460, 280]), 'main').line(circle([395, 318], 12), 'paper').lines(hatchLines(circle([395, 318], 10), 0.8, 3), 'paper'); sweep(s, [470, 316], [500, 310], [524, 288]); }]),
  'goethe-laut-lesen': scene(107,
    ['Stehen Sie auf. Ein Text hat Beine.', 'Stand up. A text has legs.', (s) => { ground(s, 320); walker(s, 170, 318, 1.8); paper(s, 204, 214, 34, 44, 'bright'); }],
    ['Lesen Sie laut, im Gehen, wie man jemandem erzählt.', 'Read aloud as you walk, as if telling someone.', (s) => { for (const k of count(4)) s.line(circle([196, 174], 20 + k * 16, -0.6, 0.4), 'bright'); words(s, 270, 150, [40, 56, 30, 60, 44], 'main', 12); words(s, 270, 186, [60, 30, 50, 26, 50], 'main', 12); }],
    ['Wo Sie stolpern, ist etwas zu lang.', 'Where you stumble, something is too long.', (s) => { s.shape([[330, 318], [344, 296], [372, 300], [380, 318]], 'contour'); walker(s, 420, 318, 1.1, 'ghost'); s.line(closed(box(376, 132, 72, 26)), 'paper'); }],
    ['Wo Ihnen der Atem fehlt, fehlt ein Punkt.', 'Where you run short of breath, a stop is missing.', (s) => { s.line(circle([468, 182], 7), 'paper'); s.line(range(80, (_, t) => [270 + 300 * t, 226 + 14 * sin(t * 16) * (1 - t)]), 'bright'); }],
    ['Verbessern Sie im Gehen, und lesen Sie noch einmal.', 'Mend it as you walk, and read it once more.', (s) => { sweep(s, [540, 290], [590, 240], [560, 206]); s.lines(range(9, (k) => seg([60 + k * 64, 338], [76 + k * 64, 338])), 'fine'); words(s, 270, 60, [40, 50, 40], 'paper', 12); tick(s, 470, 56); }]),
  'goethe-die-haelfte': scene(108,
    ['Vierhundert Wörter. Sie sind alle gut.', 'Four hundred words. They are all good.', (s) => { paper(s, 60, 30, 230, 300, 'contour'); for (const k of count(13)) words(s, 78, 62 + k * 20, [30 + (k % 3) * 12, 44 - (k % 4) * 6, 26 + (k % 5) * 5, 30], 'main', 8); }],
    ['Streichen Sie zuerst jedes Sehr und jedes Eigentlich.', 'First cut every “very” and every “actually”.', (s) => { for (const [x, y] of [[78, 62], [150, 102], [94, 142], [200, 182], [120, 222], [170, 262]]) s.line(seg([x, y - 2], [x + 44, y - 6]), 'paper'); }],
    ['Dann den ersten Absatz. Meist war es nur Anlauf.', 'Then the first paragraph. Mostly it was just a run-up.', (s) => { s.line(closed(box(70, 48, 212, 62)), 'paper').line(seg([70, 110], [282, 48]), 'paper'); }],
    ['Dann einen Gedanken, den schönsten, wenn er stört.', 'Then a thought, the loveliest, if it is in the way.', (s) => { s.line(curve([72, 190], [60, 210], [72, 244]), 'paper').line(curve([280, 190], [292, 210], [280, 244]), 'paper'); cross(s, 176, 216, 16); }],
    ['Zweihundert. Und nun steht da, was Sie gemeint haben.', 'Two hundred. And now it says what you meant.', (s) => { arrow(s, [304, 180], [366, 180]); paper(s, 390, 90, 190, 180, 'paper'); for (const k of count(7)) words(s, 408, 122 + k * 20, [34 + (k % 3) * 10, 40 - (k % 2) * 10, 30], 'bright', 8); quill(s, [544, 244], -0.9, 0.7); letters(s, '½', 40, [336, 160], 'paper'); }]),
};
