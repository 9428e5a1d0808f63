// Clips of the piano course: key, arm, line, passage, voices, memory, piece, evening.
import { bezier, circle, ellipse, hatchLines } from '../../pictures/drawing/lines.mjs';
import { mix, range } from '../../pictures/drawing/numbers.mjs';
import { Scene } from '../scene.mjs';

const { PI, sin, cos } = Math;
const seg = (...pts) => pts;
const count = (n) => Array.from({ length: n }, (_, k) => k);
const box = (x, y, w, h) => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
];
/** Five lines of a staff. */
const staff = (s, x, y, w, gap = 9) =>
  s.lines(
    range(5, (k) => seg([x, y + k * gap], [x + w, y + k * gap])),
    'fine',
  );
/** A filled note head with its stem up or down. */
const note = (s, x, y, up = true, pen = 'bright') => {
  s.line(ellipse([x, y], 6, 4, 0, PI * 2, 24, -0.35), pen);
  s.lines(hatchLines(ellipse([x, y], 5.4, 3.4, 0, PI * 2, 24, -0.35), 0.4, 1.6), pen);
  return s.line(up ? seg([x + 5.6, y - 2], [x + 5.6, y - 32]) : seg([x - 5.6, y + 2], [x - 5.6, y + 32]), pen);
};
/** White keys from the side of the player, `n` of them. */
const keys = (s, x, y, n, w, h) => {
  for (let i = 0; i < n; i++) s.line([...box(x + i * w, y, w, h), [x + i * w, y]], 'main');
  for (let i = 0; i < n - 1; i++)
    if (![2, 6].includes(i % 7)) {
      const b = box(x + (i + 1) * w - w * 0.29, y, w * 0.58, h * 0.6);
      s.knock(b).lines(hatchLines(b, PI / 2, 2.4), 'fine').line([...b, b[0]], 'bright');
    }
  return s;
};

const oneKey = () =>
  new Scene(1)
    .phase('Eine Taste von der Seite: ein Hebel, der auf einem Stift liegt.', 'One key from the side: a lever resting on a pin.', (s) => {
      s.line([...box(90, 230, 400, 22), [90, 230]], 'contour').line(seg([90, 238], [200, 238]), 'fine');
      s.shape([[282, 290], [298, 290], [291, 252]], 'main').line(seg([250, 290], [330, 290]), 'main');
    })
    .phase('Am anderen Ende wartet der Hammer, und über ihm die Saite.', 'At the far end the hammer waits, and above it the string.', (s) => {
      s.line(seg([60, 92], [580, 92]), 'bright').line(seg([60, 95], [580, 95]), 'fine');
      s.line(seg([470, 230], [470, 200], [520, 160]), 'main').line(seg([330, 190], [500, 168]), 'main');
      s.shape(ellipse([506, 150], 13, 22), 'contour').lines(hatchLines(ellipse([506, 150], 12, 20), 0.9, 3), 'fine');
    })
    .phase('Der Finger liegt schon auf. Er drückt, er schlägt nicht.', 'The finger is already there. It presses, it does not strike.', (s) => {
      s.line(bezier([40, 90], [90, 110], [150, 150], [140, 222], 40), 'contour');
      s.line(bezier([70, 60], [140, 92], [196, 160], [164, 226], 40), 'contour').line(ellipse([152, 226], 12, 6, 0, PI, 20), 'contour');
      s.line(seg([152, 120], [152, 190]), 'paper').line(seg([146, 180], [152, 192], [158, 180]), 'paper');
    })
    .phase('Der Hammer fliegt das letzte Stück allein.', 'The hammer flies the last stretch alone.', (s) => {
      s.lines(range(5, (k) => circle([506, 150], 30 + k * 7, -2.2, -0.95)), 'ghost');
      s.line(seg([506, 124], [506, 98]), 'paper').line(seg([500, 106], [506, 96], [512, 106]), 'paper');
    })
    .phase('Was Sie hören, lebt und vergeht. Hören Sie ihm bis zum Ende zu.', 'What you hear lives and fades. Listen to it until it ends.', (s) => {
      s.lines(
        range(3, (k) =>
          range(160, (_, t) => [mix(60, 580, t), 60 - k * 2 + (1 - t) ** 2 * 22 * sin(t * 80 + k)]),
        ),
        'bright',
      );
    });

const weightOfTheArm = () =>
  new Scene(2)
    .phase('Die Schulter hängt. Von hier kommt das Gewicht.', 'The shoulder hangs. This is where the weight comes from.', (s) => {
      s.line(bezier([90, 40], [140, 44], [168, 66], [172, 104], 40), 'contour').line(bezier([60, 90], [84, 128], [96, 180], [92, 250], 40), 'contour');
      s.dot([140, 92], 'paper', 5).line(circle([140, 92], 16), 'fine');
    })
    .phase('Der Oberarm fällt, der Ellbogen bleibt lose.', 'The upper arm falls, the elbow stays loose.', (s) => {
      s.line(bezier([172, 104], [186, 150], [196, 190], [214, 216], 40), 'contour').line(bezier([116, 110], [130, 170], [150, 214], [190, 244], 40), 'contour');
      s.line(circle([204, 230], 15), 'fine').dot([204, 230], 'paper', 5);
    })
    .phase('Der Unterarm trägt die Hand, er hält sie nicht fest.', 'The forearm carries the hand, it does not grip it.', (s) => {
      s.line(bezier([214, 214], [290, 206], [350, 204], [400, 214], 40), 'contour').line(bezier([190, 246], [270, 252], [340, 244], [396, 236], 40), 'contour');
      s.line(circle([400, 225], 12), 'fine').dot([400, 225], 'paper', 5);
    })
    .phase('Ein Bogen von der Schulter bis zur Fingerspitze, ohne Knick.', 'One arch from the shoulder to the fingertip, without a kink.', (s) => {
      s.line(bezier([400, 214], [440, 206], [476, 222], [484, 268], 40), 'contour').line(bezier([396, 236], [430, 240], [462, 250], [470, 270], 40), 'contour');
      for (const k of count(4)) s.line(bezier([410 + k * 10, 226], [440 + k * 6, 236], [456 + k * 7, 250], [462 + k * 8, 272], 20), 'main');
      keys(s, 420, 276, 8, 24, 52);
    })
    .phase('Jetzt lassen Sie los: der Ton wird tiefer, ohne lauter zu werden.', 'Now let go: the tone grows deeper without growing louder.', (s) => {
      s.lines(range(4, (k) => bezier([140, 92 + k * 4], [230, 190 + k * 5], [330, 176 + k * 6], [476, 262 + k * 3], 60)), 'paper');
      s.lines(range(5, (k) => ellipse([474, 330], 20 + k * 22, 6 + k * 4, 0, PI)), 'ghost');
    });

const fromNoteToNote = () =>
  new Scene(3)
    .phase('Fünf Töne auf fünf Linien, für jeden Finger einer.', 'Five notes on five lines, one for every finger.', (s) => {
      staff(s, 70, 90, 500, 12);
      range(5, (k) => note(s, 130 + k * 100, 138 - k * 6, true));
    })
    .phase('Getrennt gespielt steht jeder Ton für sich.', 'Played apart, every note stands alone.', (s) => {
      for (const k of count(5)) s.line([...box(108 + k * 100, 232, 44, 16), [108 + k * 100, 232]], 'main').lines(hatchLines(box(108 + k * 100, 232, 44, 16), 0.8, 4), 'fine');
    })
    .phase('Legato heißt: der eine geht erst, wenn der andere da ist.', 'Legato means: one leaves only when the other has come.', (s) => {
      for (const k of count(5)) s.knock(box(100 + k * 100, 230, 60, 20));
      for (const k of count(5)) {
        const b = box(96 + k * 98, 262 + (k % 2) * 22, 116, 16);
        s.line([...b, b[0]], 'bright').lines(hatchLines(b, k % 2 ? 0.8 : -0.8, 5), 'fine');
      }
    })
    .phase('Der Bogen über den Noten ist eine Bewegung der Hand.', 'The slur above the notes is a movement of the hand.', (s) => {
      s.line(bezier([124, 92], [230, 34], [430, 10], [540, 66], 70), 'paper').line(bezier([124, 94], [230, 38], [430, 14], [540, 69], 70), 'paper');
    })
    .phase('Kein Pedal. Was verbunden ist, haben Ihre Finger verbunden.', 'No pedal. What is joined, your fingers have joined.', (s) => {
      s.line(bezier([118, 320], [240, 350], [420, 350], [546, 318], 80), 'contour');
    });

const oneHardPassage = () =>
  new Scene(4)
    .phase('Zwei Takte, mehr nicht. Der Rest des Stücks bleibt heute zu.', 'Two bars, no more. The rest of the piece stays closed today.', (s) => {
      staff(s, 60, 70, 520, 10);
      s.lines([seg([60, 70], [60, 110]), seg([320, 70], [320, 110]), seg([580, 70], [580, 110])], 'main');
      for (const k of count(8)) note(s, 90 + k * 28, 108 - ((k * 3) % 7) * 5, true, 'main');
      for (const k of count(8)) note(s, 346 + k * 28, 80 + ((k * 5) % 7) * 5, false, 'main');
    })
    .phase('Ein Kreis mit Bleistift um den Sprung, an dem es hängt.', 'A pencil circle round the leap where it sticks.', (s) => {
      s.line(ellipse([300, 92], 62, 46, 0.3, 6.9, 80, -0.1), 'paper');
    })
    .phase('Einmal im Schneckentempo.', 'Once at a snail’s pace.', (s) => {
      for (const k of count(4)) s.line(circle([110 + k * 140, 190], 9), 'bright');
      s.line(seg([70, 190], [580, 190]), 'ghost');
    })
    .phase('Einmal im Schritt, ohne zu eilen.', 'Once at walking pace, without hurry.', (s) => {
      for (const k of count(8)) s.line(circle([90 + k * 68, 244], 9), 'bright');
      s.line(seg([70, 244], [580, 244]), 'ghost');
    })
    .phase('Einmal im Tempo, und dann hören Sie auf. Morgen wieder.', 'Once in tempo, and then you stop. Again tomorrow.', (s) => {
      for (const k of count(16)) s.line(circle([84 + k * 33, 298], 9), 'bright');
      s.line(seg([70, 298], [580, 298]), 'ghost');
    });

const whichVoiceLeads = () => {
  const voice = (y, a, f, p) => range(120, (_, t) => [mix(60, 580, t), y + a * sin(t * f + p) + a * 0.4 * sin(t * f * 2.3)]);
  return new Scene(5)
    .phase('Drei Stimmen laufen nebeneinander her.', 'Three voices run side by side.', (s) => {
      s.lines([voice(90, 18, 9, 0), voice(180, 10, 7, 1), voice(280, 14, 4, 2)], 'fine');
    })
    .phase('Oben singt eine. Sie bekommt das Gewicht des Arms.', 'One sings on top. It gets the weight of the arm.', (s) => {
      s.lines(range(5, (k) => voice(86 + k * 2, 18, 9, 0)), 'contour');
    })
    .phase('In der Mitte atmet eine: leiser, aber nie weg.', 'One breathes in the middle: softer, but never gone.', (s) => {
      const v = voice(180, 10, 7, 1);
      for (let i = 0; i < 118; i += 6) s.line(v.slice(i, i + 4), 'bright');
    })
    .phase('Unten trägt eine. Auf ihr steht alles.', 'One carries below. Everything stands on it.', (s) => {
      const v = voice(280, 14, 4, 2);
      s.lines(range(4, (k) => v.map(([x, y]) => [x, y + k * 2.4])), 'main');
      for (let i = 4; i < 118; i += 9) s.line(seg(v[i], [v[i][0], 336]), 'ghost');
    })
    .phase('Spielen Sie jede allein. Danach wissen Sie, welche führt.', 'Play each alone. Then you will know which one leads.', (s) => {
      s.line(voice(66, 18, 9, 0), 'paper').line(seg([572, 60], [584, 66], [574, 76]), 'paper');
    });
};

const byHeart = () => {
  const ring = (x, y, r) => circle([x, y], r);
  return new Scene(6)
    .phase('Mit dem Ohr: Sie hören den nächsten Ton, bevor er da ist.', 'By ear: you hear the next note before it is there.', (s) => {
      s.line(ring(238, 134, 96), 'contour');
      s.line(bezier([186, 80], [246, 70], [258, 140], [222, 166], 40), 'main').line(bezier([202, 102], [232, 96], [236, 136], [210, 146], 30), 'main').line(bezier([222, 166], [210, 186], [192, 190], [186, 174], 20), 'main');
    })
    .phase('Mit der Hand: die Finger kennen den Weg.', 'By hand: the fingers know the way.', (s) => {
      s.line(ring(402, 134, 96), 'contour');
      for (const k of count(5)) s.line(bezier([402 + k * 14, 182], [396 + k * 15, 150], [392 + k * 17, 124], [392 + k * 18, 104 + Math.abs(k - 2) * 8], 20), 'main');
      s.line(bezier([396, 184], [410, 206], [450, 206], [462, 182], 30), 'main');
    })
    .phase('Mit dem Kopf: Sie wissen, welche Harmonie als nächste kommt.', 'By head: you know which harmony comes next.', (s) => {
      s.line(ring(320, 240, 96), 'contour');
      staff(s, 262, 262, 116, 8);
      for (const k of count(3)) for (const j of count(3)) s.line(ellipse([284 + k * 36, 294 - j * 12 - k * 4], 5, 3.4), 'bright');
    })
    .phase('Eines davon genügt nicht.', 'One of them is not enough.', (s) => {
      for (const [x, y] of [[180, 92], [460, 92], [320, 318]]) s.line(seg([x - 8, y - 8], [x + 8, y + 8]), 'ghost').line(seg([x + 8, y - 8], [x - 8, y + 8]), 'ghost');
    })
    .phase('Sicher sind Sie dort, wo alle drei sich treffen.', 'You are safe where all three meet.', (s) => {
      const inAll = (x, y) => [[238, 134], [402, 134], [320, 240]].every(([a, b]) => (x - a) ** 2 + (y - b) ** 2 < 96 ** 2);
      for (let y = 120; y < 240; y += 4) {
        const xs = range(200, (_, t) => mix(220, 420, t)).filter((x) => inAll(x, y));
        if (xs.length > 1) s.line(seg([xs[0], y], [xs.at(-1), y]), 'paper');
      }
    });
};

const foreignLands = () =>
  new Scene(7)
    .phase('Ein Lied ohne Worte, acht Takte lang.', 'A song without words, eight bars long.', (s) => {
      staff(s, 60, 120, 520, 11);
      for (const k of count(9)) s.line(seg([60 + k * 65, 120], [60 + k * 65, 164]), 'fine');
    })
    .phase('Die Melodie springt auf und kommt in kleinen Schritten zurück.', 'The melody leaps up and comes home in small steps.', (s) => {
      const ys = [158, 125, 131, 136, 142, 147, 153, 147];
      for (const [k, y] of ys.entries()) note(s, 88 + k * 65, y, k > 0, 'contour');
    })
    .phase('Darunter gehen Triolen, gleichmäßig wie ein Wagen.', 'Below it triplets go, as steady as a carriage.', (s) => {
      for (const k of count(8))
        for (const j of count(3)) s.line(ellipse([78 + k * 65 + j * 17, 218 + ((j + k) % 3) * 7], 4, 2.8), 'main');
      for (const k of count(8)) s.line(bezier([76 + k * 65, 250], [86 + k * 65, 260], [104 + k * 65, 260], [114 + k * 65, 250], 14), 'fine');
    })
    .phase('Am Horizont etwas, das man nur im Erzählen sieht.', 'On the horizon something seen only in the telling.', (s) => {
      s.line(range(160, (_, t) => [mix(40, 600, t), 78 - 26 * Math.abs(sin(t * 7.3)) - 14 * sin(t * 19) ** 2]), 'bright');
      s.line(range(120, (_, t) => [mix(40, 600, t), 90 - 10 * sin(t * 11 + 1)]), 'ghost');
    })
    .phase('Takt für Takt, und jeder hat nur eine Aufgabe.', 'Bar by bar, and each has only one task.', (s) => {
      for (const k of count(8)) s.line(seg([72 + k * 65, 300], [84 + k * 65, 312], [112 + k * 65, 286]), 'paper');
    });

const anEvening = () =>
  new Scene(8)
    .phase('Ein Zimmer, ein Flügel, ein Stuhl in der richtigen Höhe.', 'A room, a grand piano, a stool at the right height.', (s) => {
      s.line(bezier([250, 210], [330, 206], [470, 180], [480, 150], 40), 'contour').line(seg([480, 150], [486, 210], [250, 232], [250, 210]), 'contour');
      s.line(bezier([262, 206], [330, 120], [430, 80], [500, 70], 40), 'main').line(seg([500, 70], [480, 150]), 'main');
      for (const x of [270, 360, 466]) s.line(seg([x, 230 - (x - 250) * 0.09], [x, 300]), 'main');
      s.shape(box(170, 250, 52, 12), 'bright').lines([seg([178, 262], [174, 306]), seg([214, 262], [218, 306])], 'main');
    })
    .phase('Davor ein paar Menschen, die Ihnen wohlwollen.', 'In front of it a few people who wish you well.', (s) => {
      for (const k of count(7)) {
        const x = 60 + k * 88, y = 326 + (k % 2) * 10;
        s.knock(ellipse([x, y], 20, 24)).line(ellipse([x, y], 15, 18), 'main').line(bezier([x - 32, 372], [x - 26, y + 16], [x + 26, y + 16], [x + 32, 372], 24), 'main');
      }
    })
    .phase('Setzen Sie sich. Warten Sie, bis es still ist.', 'Sit down. Wait until it is quiet.', (s) => {
      s.line(ellipse([196, 150], 17, 21), 'contour').line(bezier([180, 248], [166, 200], [184, 172], [198, 172], 30), 'contour').line(bezier([214, 248], [226, 214], [214, 180], [200, 172], 30), 'contour').line(bezier([206, 190], [230, 214], [244, 210], [256, 206], 20), 'contour');
    })
    .phase('Verspielen Sie sich, dann spielen Sie weiter.', 'If you slip, play on.', (s) => {
      const path = range(140, (_, t) => [mix(280, 600, t), 50 + 12 * sin(t * 16) - (t > 0.42 && t < 0.5 ? 22 * sin(((t - 0.42) / 0.08) * PI) : 0)]);
      s.line(path, 'bright');
    })
    .phase('Niemand hat den Fehler behalten. Den Abend schon.', 'Nobody kept the mistake. They kept the evening.', (s) => {
      s.lines(range(26, (k) => { const a = (k / 26) * PI * 2; return seg([90 + 26 * cos(a), 66 + 26 * sin(a)], [90 + (36 + (k % 2) * 10) * cos(a), 66 + (36 + (k % 2) * 10) * sin(a)]); }), 'bright');
      s.line(circle([90, 66], 20), 'paper');
    });

export const scenes = {
  'schumann-eine-taste': oneKey,
  'schumann-das-gewicht-des-arms': weightOfTheArm,
  'schumann-von-ton-zu-ton': fromNoteToNote,
  'schumann-eine-schwere-stelle': oneHardPassage,
  'schumann-welche-stimme-fuehrt': whichVoiceLeads,
  'schumann-auswendig': byHeart,
  'schumann-von-fremden-laendern': foreignLands,
  'schumann-ein-abend-vor-anderen': anEvening,
};
