// Draws every picture of the shop. `node content/pictures/draw.mjs` writes the SVGs beside this file, and into
// small/ the variants with fewer, heavier lines for displays below 200 px; another folder may be named instead.
// Geometry plus a seed, letters from the shop's serif: the same program writes the same bytes. New motif: a file in drawing/, a line
// here. Colours, pens and what a sheet can do stand in drawing/sheet.mjs.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { duerer } from './drawing/albrecht-duerer.mjs';
import { humboldt } from './drawing/alexander-von-humboldt.mjs';
import { escoffier } from './drawing/auguste-escoffier.mjs';
import { benz } from './drawing/bertha-benz.mjs';
import { sauceBook } from './drawing/buch-fuenf-saucen.mjs';
import { caterpillarBook } from './drawing/buch-raupen-lesen.mjs';
import { measuringBook } from './drawing/buch-vom-messen.mjs';
import { settingBook } from './drawing/buch-vom-setzen-der-worte.mjs';
import { stage } from './drawing/buehne-duerer.mjs';
import { schumann } from './drawing/clara-schumann.mjs';
import { noether } from './drawing/emmy-noether.mjs';
import { giftBox } from './drawing/geschenk-box.mjs';
import { printWorkshop } from './drawing/geschenk-druckwerkstatt.mjs';
import { herbCrate } from './drawing/geschenk-kraeuterkiste.mjs';
import { courseGift } from './drawing/geschenk-kurs.mjs';
import { guilloche } from './drawing/guilloche.mjs';
import { hildegard } from './drawing/hildegard-von-bingen.mjs';
import { semmelweis } from './drawing/ignaz-semmelweis.mjs';
import { goethe } from './drawing/johann-wolfgang-von-goethe.mjs';
import { gutenberg } from './drawing/johannes-gutenberg.mjs';
import { kollwitz } from './drawing/kaethe-kollwitz.mjs';
import { merian } from './drawing/maria-sibylla-merian.mjs';
import { ticket } from './drawing/masterpass.mjs';
import { monthlyPass } from './drawing/monatskarte.mjs';
import { rosette } from './drawing/rosette.mjs';
import { INK, PAPER, STAGE } from './drawing/sheet.mjs';
import { voucher, voucherPetals } from './drawing/voucher.mjs';

const pictures = {
  'albrecht-duerer': [duerer, 'Ein Körper, gemessen mit Fäden'],
  'clara-schumann': [schumann, 'Der Flügel von oben, Saiten im Klang'],
  'maria-sibylla-merian': [merian, 'Falter, Blatt und Raupe'],
  'auguste-escoffier': [escoffier, 'Kupferpfanne im Dampf'],
  'alexander-von-humboldt': [humboldt, 'Berg im Schnitt mit Höhenmaß'],
  'emmy-noether': [noether, 'Spiegelungen ohne Ende'],
  'hildegard-von-bingen': [hildegard, 'Kräuterrad'],
  'bertha-benz': [benz, 'Rad, Kurbel und Kolben'],
  'johann-wolfgang-von-goethe': [goethe, 'Farbenkreis und Feder'],
  'johannes-gutenberg': [gutenberg, 'Im Anfang war das Wort, gesetzt'],
  'ignaz-semmelweis': [semmelweis, 'Hand im Wasser'],
  'kaethe-kollwitz': [kollwitz, 'Mutter und Kind'],
  'geschenk-gutschein': [(small) => rosette(50, 12, 21, small), 'Rosette des Gutscheins'],
  'geschenk-kurs': [(small) => rosette(12, 7, 17, small), 'Rosette des Kursgeschenks'],
  'geschenk-box': [giftBox, 'Geschenkbox mit Schleife'],
  'geschenk-kraeuterkiste': [herbCrate, 'Kiste aus Lärche mit Kräutern'],
  'geschenk-druckwerkstatt': [printWorkshop, 'Drei Hohleisen und eine Platte'],
  'buch-vom-messen': [measuringBook, 'Muschellinie'],
  'buch-raupen-lesen': [caterpillarBook, 'Ein Blatt, vom Rand her gelesen'],
  'buch-vom-setzen-der-worte': [settingBook, 'Doppelseite mit Satzspiegel'],
  'buch-fuenf-saucen': [sauceBook, 'Fünf Tropfen'],
  masterpass: [ticket, 'Eintrittskarte'],
  monatskarte: [monthlyPass, 'Kalenderblatt'],
  'buehne-duerer': [stage, 'Faden, Rahmen, Körper', { ground: STAGE }],
  'buehne-duerer-mitte': [stage, 'Faden, Rahmen, Körper', { ground: STAGE, crop: [352, 0, 1056, 738] }],
  'tafel-perspektive': [stage, 'Faden, Rahmen, Körper', { ink: PAPER, ground: false }],
  guilloche: [guilloche, 'Muster der Eintrittskarte', { ground: false }],
};
/** Waves of the frame around the drawing of a course that is given away. */
const waves = {
  'ignaz-semmelweis': 3,
  'albrecht-duerer': 4,
  'clara-schumann': 5,
  'maria-sibylla-merian': 6,
  'auguste-escoffier': 8,
  'alexander-von-humboldt': 9,
  'kaethe-kollwitz': 10,
  'johann-wolfgang-von-goethe': 11,
  'hildegard-von-bingen': 13,
  'emmy-noether': 14,
  'bertha-benz': 15,
  'johannes-gutenberg': 16,
};
for (const [course, count] of Object.entries(waves)) {
  const [draw, title] = pictures[course];
  pictures[`geschenk-${course}`] = [(small) => courseGift(draw, count, small), `${title}, im Rahmen mit Schleife`];
}

for (const value of Object.keys(voucherPetals)) {
  pictures[`gutschein-${value}`] = [(small) => voucher(value, small), `Rosette mit der Zahl ${value}`];
}

const folder = process.argv[2] ?? dirname(fileURLToPath(import.meta.url));
mkdirSync(join(folder, 'small'), { recursive: true });
for (const [name, [draw, title, { ink = INK, ground = ink.ground, crop } = {}]] of Object.entries(pictures)) {
  writeFileSync(join(folder, `${name}.svg`), draw().svg(title, ink, { ground, crop }));
  // Only what stands on its own ground is ever shown small.
  if (ground === ink.ground)
    writeFileSync(join(folder, 'small', `${name}.svg`), draw(true).svg(title, ink, { ground }));
}
