// Clips of the drawing course: line, eye, solids, frame, floor, polyhedron, hatching, meadow.
import { leaf } from '../../pictures/drawing/leaf.mjs';
import { bezier, circle, ellipse, hatchLines, inside } from '../../pictures/drawing/lines.mjs';
import { TAU, mix, mixP, polar, range } from '../../pictures/drawing/numbers.mjs';
import { arrow, box, closed, count, cross, curve, eye, filled, grass, grip, ground, lens, pencil, scene, seg, tick } from '../vocabulary.mjs';

const { PI, cos, sin } = Math;

const sheet = box(150, 40, 340, 270);
const nail = [520, 60];
/** A point of the floor seen from its eye: across from -1 to 1, depth from 0 on. */
const onFloor = (across, depth) => {
  const near = 1 / (1 + depth * 0.34);
  return [320 + across * 300 * near, 110 + 220 * near];
};
const jug = [[268, 120], [262, 150], [236, 190], [230, 240], [252, 290], [388, 290], [410, 240], [404, 190], [378, 150], [372, 120]];
/** The corners of the solid of Melencolia, turned and seen flat. */
const solidAt = (turn, c, k) => {
  const ring = (n, r, h, off) => range(n, (i) => {
    const a = turn + off + (i * TAU) / n;
    return [c[0] + r * k * cos(a), c[1] - h * k + r * k * 0.34 * sin(a), sin(a)];
  });
  return { top: ring(3, 0.42, 1, PI / 3), high: ring(3, 0.92, 0.42, 0), low: ring(3, 0.92, -0.42, PI / 3), foot: ring(3, 0.42, -1, 0) };
};
const solid = (s, turn, c, k, pen) => {
  const { top, high, low, foot } = solidAt(turn, c, k);
  const flat = ([x, y]) => [x, y];
  const edges = [];
  for (const i of count(3)) {
    const j = (i + 1) % 3;
    edges.push([top[i], top[j]], [foot[i], foot[j]], [high[i], low[i]], [high[j], low[i]], [top[i], high[j]], [top[i], high[i]], [foot[i], low[i]], [foot[j], low[i]]);
  }
  for (const [a, b] of edges) s.line(seg(flat(a), flat(b)), a[2] + b[2] < -0.5 ? 'ghost' : pen);
  return s;
};

export const scenes = {
  'duerer-das-leere-blatt': scene(11,
    ['Ein Blatt. Es wartet auf nichts Bestimmtes.', 'A sheet. It is not waiting for anything in particular.', (s) => s.shape(sheet, 'contour').line(seg([156, 316], [496, 316], [496, 46]), 'fine')],
    ['Die erste Linie ist schief. Lassen Sie sie stehen.', 'The first line is crooked. Let it stand.', (s) => s.line(curve([190, 236], [260, 226], [340, 240], [450, 214]), 'main')],
    ['Die zweite darf besser sein, weil es die erste gibt.', 'The second may be better because the first exists.', (s) => s.line(curve([190, 246], [280, 242], [370, 238], [452, 232]), 'bright')],
    ['Erst aus vielen suchenden Strichen wird ein Krug.', 'Only out of many searching strokes does a jug appear.', (s) => {
      for (const k of count(4)) {
        const off = (p) => [p[0] + 5 * s.noise(p[1] * 0.03, k * 3.7), p[1] + 4 * s.noise(p[0] * 0.03, k * 5.1)];
        s.line(curve(...[[292, 100], [288, 126], [262, 166], [266, 214], [300, 238], [350, 238], [382, 214], [386, 166], [360, 126], [356, 100]].map(off)), k === 3 ? 'bright' : 'fine').line(ellipse([324 + k, 100], 33 + k, 8).map(off), 'fine');
        s.line(curve(...[[378, 150], [416, 146], [414, 200], [380, 206]].map(off)), 'fine');
      }
    }],
    ['Was stimmt, ziehen Sie nach. Radiert wird nicht.', 'Go over again whatever is right. Nothing is rubbed out.', (s) => {
      s.line(curve([292, 100], [288, 126], [262, 166], [266, 214], [300, 238], [350, 238], [382, 214], [386, 166], [360, 126], [356, 100]), 'paper').line(ellipse([324, 100], 33, 8), 'paper');
      grip(s, [432, 214], 0.9, 0.35);
      pencil(s, [386, 190], 0.36, 150);
    }]),
  'duerer-der-ruhende-blick': scene(12,
    ['Schließen Sie ein Auge. Das andere bleibt, wo es ist.', 'Close one eye. The other stays where it is.', (s) => {
      eye(s, [150, 90], 62);
      s.line(bezier([40 - 10, 92], [55, 116], [75, 116], [90 - 16, 96], 20), 'ghost');
      s.line(bezier([48, 60], [100, 30], [180, 28], [222, 58], 30), 'main');
    }],
    ['Ein gestreckter Arm, ein Stift, und der Daumen misst.', 'An outstretched arm, a pencil, and the thumb measures.', (s) => {
      s.line(seg([330, 40], [330, 250]), 'paper').line(seg([336, 40], [336, 250]), 'paper').line(seg([330, 40], [333, 26], [336, 40]), 'paper');
      s.line(curve([180, 350], [250, 300], [300, 250], [322, 236]), 'contour').line(curve([240, 360], [300, 310], [340, 276], [356, 246]), 'contour');
      filled(s, ellipse([340, 220], 24, 20), { gap: 5 });
      s.shape(curve([318, 226], [314, 206], [322, 190], [332, 196], [336, 216]), 'contour');
    }],
    ['Hinter dem Stift steht der Turm. Wie viele Daumen hoch?', 'Behind the pencil stands the tower. How many thumbs high?', (s) => {
      const tower = box(470, 110, 64, 170);
      filled(s, tower, { angle: 1.5, gap: 6, pen: 'main', hatch: 'ghost' });
      s.shape(seg([462, 110], [502, 44], [542, 110]), 'main');
      for (const k of count(3)) s.shape(box(494, 130 + k * 46, 16, 26), 'bright');
      ground(s, 280, 380, 620);
    }],
    ['Suchen Sie Kanten: eine hört auf, eine andere beginnt.', 'Look for edges: one ends, another begins.', (s) => {
      for (const y of [110, 166, 223, 280]) s.line(seg([336, y], [534, y]), 'ghost').line(seg([324, y], [342, y]), 'paper');
    }],
    ['Wer den Kopf bewegt, misst ein anderes Bild.', 'Move your head and you measure another picture.', (s) => {
      for (const y of [110, 280]) s.line(seg([212, 90], [324, y], [470, y]), 'fine');
      s.line(circle([150, 90], 94, -0.6, 0.6), 'ghost');
      cross(s, 60, 180);
      arrow(s, [30, 150], [90, 150], 'ghost');
    }]),
  'duerer-einfache-koerper': scene(13,
    ['Ein Krug ist schwer zu zeichnen. Also zeichnen wir ihn nicht.', 'A jug is hard to draw. So we do not draw one.', (s) => s.line(curve(...jug), 'ghost').line(ellipse([320, 120], 52, 12), 'ghost').line(curve([400, 170], [452, 160], [456, 236], [410, 244]), 'ghost')],
    ['Wir zeichnen eine Kugel. Ihr Schatten sitzt unten links.', 'We draw a sphere. Its shade sits at the lower left.', (s) => {
      s.line(circle([320, 226], 88), 'contour').line(ellipse([320, 226], 88, 24, 0, PI), 'main');
      for (const k of count(16)) s.line(ellipse([320, 226], 86 - k * 1.5, 86 - k * 4, PI * 0.55 + k * 0.02, PI * 1.12 - k * 0.02), 'fine');
    }],
    ['Darauf einen Kegel, der oben abgeschnitten ist.', 'On it a cone, cut off at the top.', (s) => s.line(seg([284, 148], [268, 118]), 'contour').line(seg([356, 148], [372, 118]), 'contour').line(ellipse([320, 150], 36, 9), 'main').line(ellipse([320, 118], 52, 12), 'contour')],
    ['Die Kanne daneben ist ein Zylinder, die Schachtel ein Würfel.', 'The pot beside it is a cylinder, the box a cube.', (s) => {
      s.line(ellipse([120, 160], 46, 12), 'contour').line(ellipse([120, 290], 46, 12, 0, PI), 'contour').line(seg([74, 160], [74, 290]), 'contour').line(seg([166, 160], [166, 290]), 'contour');
      s.lines(range(12, (k) => seg([78 + k * 3, 172 + k * 0.6], [78 + k * 3, 292 + k * 0.8])), 'fine');
      const [a, b, c] = [box(480, 200, 90, 90), seg([480, 200], [510, 174], [600, 174], [570, 200]), seg([570, 200], [600, 174], [600, 262], [570, 290])];
      filled(s, c, { gap: 4 });
      s.line(closed(a), 'contour').line(closed(b), 'contour');
    }],
    ['Jetzt ist der Krug da, und Sie haben ihn gebaut.', 'Now the jug is there, and you have built it.', (s) => s.line(curve(...jug), 'paper').line(ellipse([320, 120], 52, 12), 'paper').line(curve([400, 170], [452, 160], [456, 236], [410, 244]), 'paper').line(ellipse([320, 290], 68, 14, 0, PI), 'paper')]),
  'duerer-der-faden-und-der-rahmen': scene(14,
    ['Vier Leisten werden zu einem Rahmen, der aufrecht steht.', 'Four battens become a frame that stands upright.', (s) => {
      s.line(seg([250, 90], [340, 60], [340, 280], [250, 310], [250, 90]), 'contour').line(seg([258, 98], [332, 73], [332, 274], [258, 299], [258, 98]), 'main');
      s.line(seg([236, 314], [356, 276]), 'contour');
    }],
    ['Am Haken in der Wand beginnt ein Faden. Dort ist das Auge.', 'A thread begins at a hook in the wall. The eye is there.', (s) => {
      s.line(circle(nail, 7), 'paper').line(seg([560, 20], [560, 340]), 'main').lines(range(16, (k) => seg([560, 30 + k * 20], [580, 18 + k * 20])), 'ghost').line(seg([527, 60], [560, 60]), 'contour');
      s.line(seg(nail, [520, 210]), 'fine').line(closed([[514, 210], [526, 210], [528, 232], [512, 232]]), 'main');
    }],
    ['Das andere Ende geht von Ecke zu Ecke der Laute.', 'Its other end goes from point to point of the lute.', (s) => {
      const body = [...bezier([60, 250], [40, 190], [100, 170], [150, 206], 30), ...bezier([150, 206], [170, 250], [100, 300], [60, 250], 30)];
      filled(s, body, { angle: -0.5, gap: 6 });
      s.line(circle([104, 236], 13), 'bright').line(seg([152, 212], [212, 176]), 'contour').line(seg([156, 222], [216, 184]), 'contour').line(seg([212, 174], [206, 152], [220, 182]), 'contour');
      for (const p of [[60, 250], [150, 206], [208, 152]]) s.line(seg(nail, p), 'paper');
    }],
    ['Wo er durch den Rahmen geht, kreuzen sich zwei Fäden.', 'Where it passes the frame, two threads cross.', (s) => {
      for (const p of [[60, 250], [150, 206], [208, 152]]) {
        const t = (520 - 295) / (520 - p[0]);
        const [x, y] = mixP(nail, p, t);
        s.line(seg([x, 75], [x, 292]), 'fine').line(seg([258, y + 12], [332, y - 13]), 'fine').line(circle([x, y], 4), 'bright');
      }
    }],
    ['Tür zu, Punkt auf das Papier. Vierzig Punkte sind eine Laute.', 'Close the door, a dot on the paper. Forty dots make a lute.', (s) => {
      s.line(seg([258, 98], [196, 76], [196, 290], [258, 299]), 'bright');
      for (const k of count(22)) s.dot([226 + 17 * cos((k / 22) * TAU), 200 + 26 * sin((k / 22) * TAU)], 'paper', 2.4);
      for (const k of count(6)) s.dot([234 + k * 3, 168 - k * 7], 'paper', 2.4);
    }]),
  'duerer-ein-fliesenboden': scene(15,
    ['Die vorderste Kante teilen Sie in gleiche Stücke.', 'Divide the front edge into equal parts.', (s) => s.line(seg(onFloor(-1, 0), onFloor(1, 0)), 'contour').lines(range(9, (k) => seg([onFloor(k / 4 - 1, 0)[0], 322], [onFloor(k / 4 - 1, 0)[0], 340])), 'bright')],
    ['Alle Linien in die Tiefe laufen zu einem Punkt.', 'All lines into the depth meet at one point.', (s) => s.line(seg([40, 110], [600, 110]), 'ghost').dot([320, 110], 'paper', 5).lines(range(9, (k) => seg(onFloor(k / 4 - 1, 0), mixP(onFloor(k / 4 - 1, 0), [320, 110], 0.94))), 'main')],
    ['Eine Schräge sagt, wie schnell die Reihen enger werden.', 'One diagonal says how fast the rows grow narrower.', (s) => s.line(range(40, (_, t) => onFloor(-1 + 2 * t, t * 8)), 'paper')],
    ['Jede Kreuzung gibt eine Reihe, und keine ist gerechnet.', 'Every crossing gives a row, and none has been calculated.', (s) => s.lines(range(9, (k) => seg(onFloor(-1, k), onFloor(1, k))), 'main').lines(range(8, (k) => circle(onFloor(-1 + (k + 1) / 4, k + 1), 3)), 'bright')],
    ['Hell und dunkel, und schon kann man hineingehen.', 'Light and dark, and you can walk in.', (s) => {
      for (const k of count(8)) for (const j of count(8)) if ((k + j) % 2) {
        const q = [onFloor(j / 4 - 1, k), onFloor(j / 4 - 0.75, k), onFloor(j / 4 - 0.75, k + 1), onFloor(j / 4 - 1, k + 1)];
        s.lines(hatchLines(q, 0.12, 3.4), 'fine');
      }
    }]),
  'duerer-der-koerper-der-melancholie': scene(16,
    ['Beginnen Sie mit einem Würfel, der auf der Ecke steht.', 'Begin with a cube that stands on its corner.', (s) => {
      const c = [320, 180];
      const hex = range(6, (k) => polar(c, 130, (k * TAU) / 6 + PI / 6));
      s.line(closed(hex), 'ghost');
      for (const k of [1, 3, 5]) s.line(seg(c, hex[k]), 'ghost');
    }],
    ['Ziehen Sie ihn in die Länge, bis die Flächen Rauten sind.', 'Stretch it until its faces are rhombuses.', (s) => {
      const c = [320, 180];
      const hex = range(6, (k) => { const [x, y] = polar(c, 130, (k * TAU) / 6 + PI / 6); return [mix(c[0], x, 0.92), mix(c[1], y, 1.12)]; });
      s.line(closed(hex), 'main');
      for (const k of [1, 3, 5]) s.line(seg(c, hex[k]), 'main');
      arrow(s, [320, 60], [320, 20], 'bright');
      arrow(s, [320, 300], [320, 340], 'bright');
    }],
    ['Oben und unten eine Ecke weg: zwei Dreiecke.', 'Take off a corner above and below: two triangles.', (s) => s.knock(box(0, 0, 640, 360)).line(seg([200, 330], [440, 330]), 'ghost') && solid(s, 0.5, [320, 180], 140, 'contour')],
    ['Acht Flächen. Von jeder Seite sieht er anders aus.', 'Eight faces. It looks different from every side.', (s) => solid(solid(s, 0.1, [110, 190], 74, 'main'), 1.15, [530, 190], 74, 'main').line(curve([150, 330], [320, 350], [490, 330]), 'ghost')],
    ['Dürer sagte nie, warum er da liegt. Messen kann man ihn.', 'Dürer never said why it lies there. It can be measured.', (s) => {
      const { top, high, low } = solidAt(0.5, [320, 180], 140);
      s.lines(hatchLines([high[0], high[1], low[0]].map(([x, y]) => [x, y]), 1.1, 4), 'fine').lines(hatchLines(top.map(([x, y]) => [x, y]), 0.2, 4), 'bright');
      arrow(s, [190, 122], [190, 238], 'paper');
      arrow(s, [190, 238], [190, 122], 'paper');
    }]),
  'duerer-kreuz-und-quer': scene(17,
    ['Eine Lage gleicher Striche macht eine Fläche grau.', 'One layer of even strokes turns a surface grey.', (s) => s.lines(hatchLines(box(40, 50, 120, 110), 0.8, 6), 'bright').line(closed(box(40, 50, 120, 110)), 'fine')],
    ['Eine zweite quer darüber macht sie dunkel.', 'A second one across makes it dark.', (s) => s.lines(hatchLines(box(40, 200, 120, 110), 0.8, 6), 'bright').lines(hatchLines(box(40, 200, 120, 110), -0.7, 6), 'bright').line(closed(box(40, 200, 120, 110)), 'fine')],
    ['Auf der Kugel biegen sich die Striche mit der Form.', 'On the sphere the strokes bend with the form.', (s) => {
      s.line(circle([390, 180], 130), 'contour');
      s.lines(range(30, (k) => ellipse([390, 180], 130 * cos(mix(-1.45, 1.45, k / 29)) * 0.999, 20 * cos(mix(-1.45, 1.45, k / 29)), 0.2, PI * 0.98).map(([x, y]) => [x, y + 130 * sin(mix(-1.45, 1.45, k / 29))]).filter(([x, y]) => inside([x, y], circle([390, 180], 129)) && (x - 390) * 0.5 + (y - 180) * 0.8 > -46)), 'fine');
    }],
    ['Die zweite Lage folgt ihr auch, nur in die andere Richtung.', 'The second layer follows it too, in the other direction.', (s) => s.lines(range(26, (k) => range(40, (_, t) => { const a = mix(-1.4, 1.4, k / 25); return [390 + 130 * sin(a) * cos(mix(-1.3, 1.3, t)), 180 + 130 * sin(mix(-1.3, 1.3, t))]; }).filter(([x, y]) => (x - 390) * 0.7 + (y - 180) * 0.7 > 18)), 'main')],
    ['Ein Rest bleibt weiß. Dort ist das Licht.', 'A piece stays white. That is where the light is.', (s) => {
      s.line(ellipse([340, 118], 26, 18, 0, TAU, 40, -0.6), 'paper');
      s.lines(range(5, (k) => seg([222 + k * 16, 20 - k * 2], [268 + k * 16, 66 - k * 4])), 'paper');
      s.lines(hatchLines(ellipse([440, 324], 130, 14), 0, 4), 'ghost');
    }]),
  'duerer-ein-stueck-wiese': scene(18,
    ['Ein Stück Wiese, so groß wie ein Blatt Papier.', 'A patch of meadow, as large as a sheet of paper.', (s) => ground(s, 318, 30, 610, 'contour').lines(range(50, (k) => seg([36 + k * 11.5, 320], [30 + k * 11.5 + 12 * s.rnd(), 328 + 16 * s.rnd()])), 'ghost')],
    ['Zuerst die Halme. Jeder steht woanders und neigt sich anders.', 'The blades first. Each has its place and leans in its own way.', (s) => {
      for (const k of count(64)) grass(s, 40 + k * 8.8 + 6 * s.rnd(), 318, 90 + 150 * s.rnd() * sin((k / 63) * PI) + 30 * s.rnd(), -34 + 68 * s.rnd(), k % 4 === 0 ? 'bright' : 'main');
    }],
    ['Dann der Löwenzahn, zu, weil es Abend ist.', 'Then the dandelion, shut because it is evening.', (s) => {
      for (const [x, h, lean] of [[210, 210, -16], [258, 250, 12], [420, 226, 20]]) {
        grass(s, x, 318, h, lean, 'contour').line(bezier([x + 4, 318], [x + 4, 318 - h * 0.5], [x + lean * 0.4 + 4, 318 - h * 0.8], [x + lean + 3, 318 - h], 14), 'main');
        const c = [x + lean, 318 - h - 10];
        s.shape(ellipse(c, 8, 13), 'contour').lines(range(7, (k) => seg([c[0] - 6 + k * 2, c[1] + 6], [c[0] - 9 + k * 3, c[1] - 20])), 'bright');
      }
    }],
    ['Unten breit der Wegerich, mit Adern, die fast gleich laufen.', 'Below, broad, the plantain, its veins almost parallel.', (s) => {
      for (const [a, l] of [[-2.8, 108], [-2.2, 96], [-1.2, 92], [-0.5, 112], [-0.15, 100]]) leaf(s, [330, 316], a, l, 24, { veins: 4, bend: 0.3 });
      s.line(curve([330, 316], [336, 250], [332, 190]), 'contour').shape(ellipse([332, 176], 6, 24), 'main').lines(hatchLines(ellipse([332, 176], 5, 22), 0.5, 3), 'fine');
    }],
    ['Fertig ist es, wenn nichts mehr wichtiger ist als das andere.', 'It is finished when nothing matters more than anything else.', (s) => {
      lens(s, [470, 130], 44, 0.9);
      for (const k of count(5)) grass(s, 444 + k * 13, 166, 62, -10 + k * 5, 'paper');
      tick(s, 590, 40);
    }]),
};
