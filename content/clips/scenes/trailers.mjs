// The trailer of every course: its poster from near, its matter in four sentences, and the master's name.
import { duerer } from '../../pictures/drawing/albrecht-duerer.mjs';
import { humboldt } from '../../pictures/drawing/alexander-von-humboldt.mjs';
import { escoffier } from '../../pictures/drawing/auguste-escoffier.mjs';
import { benz } from '../../pictures/drawing/bertha-benz.mjs';
import { schumann } from '../../pictures/drawing/clara-schumann.mjs';
import { noether } from '../../pictures/drawing/emmy-noether.mjs';
import { hildegard } from '../../pictures/drawing/hildegard-von-bingen.mjs';
import { semmelweis } from '../../pictures/drawing/ignaz-semmelweis.mjs';
import { goethe } from '../../pictures/drawing/johann-wolfgang-von-goethe.mjs';
import { gutenberg } from '../../pictures/drawing/johannes-gutenberg.mjs';
import { kollwitz } from '../../pictures/drawing/kaethe-kollwitz.mjs';
import { merian } from '../../pictures/drawing/maria-sibylla-merian.mjs';
import { from, Trailer, upwards } from '../trailer.mjs';

const trailer = (draw, script) => () => new Trailer(draw(), script);

export const scenes = {
  'trailer-albrecht-duerer': trailer(duerer, {
    name: 'Albrecht\nDürer',
    order: upwards,
    views: [[260, 640, 560], [150, 470, 420], [330, 360, 420], [440, 190, 460], [300, 380, 900]],
    phases: [
      ['Ein Fußboden aus Quadraten. Keines davon ist ein Quadrat, wenn Sie es zeichnen.', 'A floor of squares. None of them is a square once you draw it.'],
      ['Ein Körper mit acht Flächen, und jede nimmt das Licht anders.', 'A solid with eight faces, and each takes the light differently.'],
      ['Ein Rahmen, ein Faden: so kommt das Ding auf das Blatt.', 'A frame, a thread: this is how the thing gets onto the sheet.'],
      ['Alle Fäden laufen zu einem Nagel. Dort ist Ihr Auge.', 'All threads run to one nail. Your eye is there.'],
      ['Albrecht Dürer. Sehen, messen, zeichnen.', 'Albrecht Dürer. See, measure, draw.'],
    ],
  }),
  'trailer-alexander-von-humboldt': trailer(humboldt, {
    name: 'Alexander\nvon Humboldt',
    order: upwards,
    views: [[300, 690, 520], [220, 560, 420], [300, 360, 420], [330, 170, 460], [300, 400, 900]],
    phases: [
      ['Unten, wo der Weg beginnt, stehen Palmen, und die Luft ist schwer.', 'Down where the path begins stand palms, and the air is heavy.'],
      ['Mit jedem Höhenmeter wird es kühler, und anderes wächst.', 'With every metre you climb it grows cooler, and the plants change.'],
      ['Ein Maß am Rand, und aus dem Berg wird eine Frage.', 'A scale at the margin, and the mountain becomes a question.'],
      ['Oben Wind, Licht und ein Blau, das man messen kann.', 'At the top wind, light and a blue that can be measured.'],
      ['Alexander von Humboldt. Unterwegs mit offenen Augen.', 'Alexander von Humboldt. On the road with open eyes.'],
    ],
  }),
  'trailer-auguste-escoffier': trailer(escoffier, {
    name: 'Auguste\nEscoffier',
    order: upwards,
    views: [[260, 700, 480], [330, 600, 420], [260, 490, 420], [260, 270, 420], [280, 380, 900]],
    phases: [
      ['Ein Herd, eine Pfanne, und alles liegt an seinem Platz.', 'A stove, a pan, and everything lies in its place.'],
      ['Kupfer, weil es sofort gehorcht, wenn Sie die Hitze ändern.', 'Copper, because it obeys at once when you change the heat.'],
      ['Am Rande steigt eine Blase auf, mehr nicht. Fond darf nie kochen.', 'One bubble rises at the rim, no more. Stock must never boil.'],
      ['Der Dampf sagt Ihnen, wie weit es ist. Sie lernen ihn lesen.', 'The steam tells you how far it has got. You learn to read it.'],
      ['Auguste Escoffier. Die Ordnung der Küche.', 'Auguste Escoffier. The order of the kitchen.'],
    ],
  }),
  'trailer-bertha-benz': trailer(benz, {
    name: 'Bertha\nBenz',
    order: upwards,
    views: [[300, 700, 520], [300, 520, 440], [310, 430, 420], [300, 190, 420], [300, 400, 900]],
    phases: [
      ['Ein Rad will rollen. Aber wer dreht es?', 'A wheel wants to roll. But who turns it?'],
      ['In der Nabe sitzt die Kurbel und geht im Kreis.', 'In the hub sits the crank, going round and round.'],
      ['Die Stange folgt ihr, zweiundsiebzig Mal anders, nie falsch.', 'The rod follows it, in seventy-two places, never wrong.'],
      ['Und oben geht der Kolben hin und her, weil etwas verbrennt.', 'And above it the piston goes to and fro, because something burns.'],
      ['Bertha Benz. Maschinen verstehen.', 'Bertha Benz. Understanding machines.'],
    ],
  }),
  'trailer-clara-schumann': trailer(schumann, {
    name: 'Clara\nSchumann',
    order: upwards,
    views: [[300, 690, 480], [230, 600, 420], [320, 440, 440], [230, 200, 440], [300, 400, 900]],
    phases: [
      ['Tasten, schwarz und weiß, und zehn Finger, die etwas vorhaben.', 'Keys, black and white, and ten fingers with something in mind.'],
      ['Hinter jeder Taste ein Hammer, über jedem Hammer zwei oder drei Saiten.', 'Behind every key a hammer, above every hammer two or three strings.'],
      ['Eine Saite schwingt noch, wenn der Finger längst woanders ist.', 'A string still sounds long after the finger has moved on.'],
      ['Ein Rahmen aus Eisen hält zwanzig Tonnen, damit es leise sein darf.', 'An iron frame holds twenty tonnes so that it may be soft.'],
      ['Clara Schumann. Klang in zehn Fingern.', 'Clara Schumann. Ten fingers of sound.'],
    ],
  }),
  'trailer-emmy-noether': trailer(noether, {
    name: 'Emmy\nNoether',
    order: from(300, 400),
    views: [[300, 400, 300], [330, 380, 400], [270, 420, 540], [300, 250, 620], [300, 400, 1000]],
    phases: [
      ['Ein Dreieck. Drehen Sie es, spiegeln Sie es: es bleibt, was es war.', 'A triangle. Turn it, mirror it: it stays what it was.'],
      ['Aus einem werden viele, und keines ist größer als das erste.', 'One becomes many, and none is larger than the first.'],
      ['Zum Rand hin geht es ohne Ende weiter, immer nach derselben Regel.', 'Towards the edge it goes on without end, always by the same rule.'],
      ['Was sich nicht ändert, wenn sich alles ändert: darum geht es.', 'What does not change when everything changes: that is the point.'],
      ['Emmy Noether. Symmetrie denken.', 'Emmy Noether. Thinking in symmetries.'],
    ],
  }),
  'trailer-hildegard-von-bingen': trailer(hildegard, {
    name: 'Hildegard\nvon Bingen',
    order: from(300, 400),
    views: [[300, 400, 300], [330, 300, 360], [240, 470, 440], [300, 330, 620], [300, 400, 1000]],
    phases: [
      ['In der Mitte ein Samen. Alles andere ist Geduld.', 'A seed in the middle. Everything else is patience.'],
      ['Um ihn herum Blatt an Blatt, nach Sonne und nach Wasser geordnet.', 'Around it leaf by leaf, arranged by sun and by water.'],
      ['Fenchel neben Salbei: wer neben wem wächst, ist nicht egal.', 'Fennel beside sage: who grows beside whom is not indifferent.'],
      ['Ein Rad mit zwölf Teilen, das ein ganzes Jahr lang läuft.', 'A wheel of twelve parts that runs for a whole year.'],
      ['Hildegard von Bingen. Der Kräutergarten.', 'Hildegard von Bingen. The herb garden.'],
    ],
  }),
  'trailer-ignaz-semmelweis': trailer(semmelweis, {
    name: 'Ignaz\nSemmelweis',
    order: upwards,
    views: [[300, 680, 460], [260, 540, 420], [330, 400, 420], [280, 240, 480], [300, 400, 900]],
    phases: [
      ['Eine Hand. Sie hat heute schon hundert Dinge berührt.', 'A hand. It has touched a hundred things today.'],
      ['Was an ihr haftet, sieht niemand. Zählen kann man es doch.', 'Nobody sees what clings to it. It can be counted all the same.'],
      ['Zwischen den Fingern, unter den Nägeln, am Daumen: dort fehlt es oft.', 'Between the fingers, under the nails, at the thumb: often missed.'],
      ['Wasser geht um sie herum, Seife nimmt alles mit.', 'Water goes round it, soap takes everything along.'],
      ['Ignaz Semmelweis. Saubere Hände.', 'Ignaz Semmelweis. Clean hands.'],
    ],
  }),
  'trailer-johann-wolfgang-von-goethe': trailer(goethe, {
    name: 'Johann\nWolfgang\nvon Goethe',
    order: upwards,
    views: [[280, 690, 500], [360, 560, 420], [230, 330, 440], [440, 200, 460], [300, 400, 900]],
    phases: [
      ['Eine Zeile, dann noch eine. Lesen kann man sie noch nicht.', 'One line, then another. They cannot be read yet.'],
      ['Die Feder stockt immer an derselben Stelle. Dort wird es wichtig.', 'The quill always halts at the same place. That is where it matters.'],
      ['Erst anschauen, zehn Minuten lang, und kein einziges Adjektiv.', 'First look, for ten minutes, and not a single adjective.'],
      ['Dann streichen, bis nur noch steht, was Sie gesehen haben.', 'Then cross out until only what you saw is left.'],
      ['Johann Wolfgang von Goethe. Ein Satz, der bleibt.', 'Johann Wolfgang von Goethe. A sentence that stays.'],
    ],
  }),
  'trailer-johannes-gutenberg': trailer(gutenberg, {
    name: 'Johannes\nGutenberg',
    order: (x, y) => Math.round(y / 134) * 900 + x,
    views: [[190, 110, 420], [400, 260, 400], [220, 430, 400], [400, 640, 440], [300, 400, 900]],
    phases: [
      ['Ein Buchstabe aus Blei, gegossen in einer Form, die sich verstellen lässt.', 'One letter of lead, cast in a mould that can be adjusted.'],
      ['Noch einer, und der Abstand dazwischen ist auch aus Blei.', 'Another one, and the space between them is lead as well.'],
      ['Zeile um Zeile, alle gleich lang. Das ist kein Zufall.', 'Line by line, all of a length. That is no accident.'],
      ['Farbe darauf, Papier darüber, Druck: und es steht da.', 'Ink on it, paper over it, pressure: and there it stands.'],
      ['Johannes Gutenberg. Setzen und drucken.', 'Johannes Gutenberg. Setting and printing.'],
    ],
  }),
  'trailer-kaethe-kollwitz': trailer(kollwitz, {
    name: 'Käthe\nKollwitz',
    order: from(280, 260),
    views: [[270, 230, 340], [300, 330, 380], [200, 520, 420], [330, 560, 480], [300, 400, 900]],
    phases: [
      ['Die Platte ist schwarz. Licht ist das, was Sie wegnehmen.', 'The block is black. Light is what you take away.'],
      ['Ein Schnitt, und eine Stirn beginnt. Noch einer, und sie neigt sich.', 'One cut, and a forehead begins. Another, and it bends down.'],
      ['Kein Umriss hält die beiden, nur die Richtung der Schnitte.', 'No outline holds the two, only the direction of the cuts.'],
      ['Lassen Sie stehen, was dunkel bleiben will.', 'Leave standing what wants to stay dark.'],
      ['Käthe Kollwitz. Der Schnitt ins Holz.', 'Käthe Kollwitz. Cutting into wood.'],
    ],
  }),
  'trailer-maria-sibylla-merian': trailer(merian, {
    name: 'Maria Sibylla\nMerian',
    order: upwards,
    views: [[340, 700, 480], [400, 560, 380], [300, 400, 440], [300, 220, 560], [300, 400, 900]],
    phases: [
      ['Ein Zweig am Fenster. Etwas hat von den Blättern gefressen.', 'A twig at the window. Something has been eating the leaves.'],
      ['Die Raupe frisst nur diese eine Pflanze, und sie weiß, welche.', 'The caterpillar eats this one plant only, and knows which.'],
      ['Drei Wochen lang geschieht scheinbar nichts.', 'For three weeks nothing seems to happen.'],
      ['Dann ein Flügel, gedeckt wie ein Dach, Schuppe an Schuppe.', 'Then a wing, covered like a roof, scale by scale.'],
      ['Maria Sibylla Merian. Pflanze, Raupe, Falter.', 'Maria Sibylla Merian. Plant, caterpillar, moth.'],
    ],
  }),
};
