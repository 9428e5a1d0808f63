// Draws the portraits of the masters: `node content/pictures/draw-portraits.mjs` writes portraet-<slug>.svg beside this
// file and into small/ the variants for displays below 200 px; takes a minute. The shop itself never runs this.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { portraits } from './drawing/portraits.mjs';
import { INK } from './drawing/sheet.mjs';

const folder = process.argv[2] ?? dirname(fileURLToPath(import.meta.url));
for (const [slug, draw] of Object.entries(portraits))
  for (const small of [false, true]) {
    const file = join(folder, small ? 'small' : '', `portraet-${slug}.svg`);
    writeFileSync(file, draw(small).svg(`Porträt ${slug}`, INK, { ground: INK.ground }));
  }
