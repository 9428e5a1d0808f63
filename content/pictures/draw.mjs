// Draws every picture of the shop: `node content/pictures/draw.mjs` writes the SVGs beside this file and the
// variants for small displays into small/. Add names to draw only those. The same program writes the same bytes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { duerer } from './drawing/albrecht-duerer.mjs';
import { humboldt } from './drawing/alexander-von-humboldt.mjs';
import { escoffier } from './drawing/auguste-escoffier.mjs';
import { benz } from './drawing/bertha-benz.mjs';
import { stage } from './drawing/buehne-duerer.mjs';
import { schumann } from './drawing/clara-schumann.mjs';
import { noether } from './drawing/emmy-noether.mjs';
import { giftBox } from './drawing/geschenk-box.mjs';
import { guilloche } from './drawing/guilloche.mjs';
import { hildegard } from './drawing/hildegard-von-bingen.mjs';
import { semmelweis } from './drawing/ignaz-semmelweis.mjs';
import { goethe } from './drawing/johann-wolfgang-von-goethe.mjs';
import { gutenberg } from './drawing/johannes-gutenberg.mjs';
import { kollwitz } from './drawing/kaethe-kollwitz.mjs';
import { merian } from './drawing/maria-sibylla-merian.mjs';
import { rosette } from './drawing/rosette.mjs';
import { INK, PAPER } from './drawing/sheet.mjs';

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
  'buehne-duerer': [stage, 'Faden, Rahmen, Körper', { ground: false }],
  'tafel-perspektive': [stage, 'Faden, Rahmen, Körper', { ink: PAPER, ground: false }],
  guilloche: [guilloche, 'Muster der Eintrittskarte', { ground: false }],
};
const folder = process.env.OUT ?? dirname(fileURLToPath(import.meta.url));
mkdirSync(join(folder, 'small'), { recursive: true });
for (const [name, [draw, title, { ink = INK, ground = true } = {}]] of Object.entries(pictures)) {
  writeFileSync(join(folder, `${name}.svg`), draw().svg(title, ink, ground));
  if (ground) writeFileSync(join(folder, 'small', `${name}.svg`), draw(true).svg(title, ink, ground));
}
