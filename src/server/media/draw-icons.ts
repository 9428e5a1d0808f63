import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { projectRoot } from '#server/files/project-root.ts';

const source = readFileSync(join(projectRoot, 'public/favicon.svg'), 'utf8');
const folder = join(projectRoot, 'public');

/** Systems cut a maskable icon to their own shape, so its ground goes to the edge and its drawing is smaller. */
const maskable = source
  .replace('rx="6"', '')
  .replace('<g ', '<g transform="translate(16 16) scale(0.78) translate(-16 -16)" ');

const icons = [
  { name: 'icons/icon-192.png', svg: source, width: 192 },
  { name: 'icons/icon-512.png', svg: source, width: 512 },
  { name: 'icons/maskable-512.png', svg: maskable, width: 512 },
  // Asked for at this address by itself.
  { name: 'apple-touch-icon.png', svg: maskable, width: 180 },
] as const;

/** Runs `npm run icons`: draws the icons of the installed shop from its favicon. Run it when the favicon changes. */
async function run(): Promise<void> {
  mkdirSync(join(folder, 'icons'), { recursive: true });
  for (const { name, svg, width } of icons) {
    // 32 is the width of the drawing; 72 dots per inch are its own size.
    const drawing = sharp(Buffer.from(svg), { density: (72 * width) / 32 }).resize(width, width);
    await drawing.png({ palette: true, compressionLevel: 9 }).toFile(join(folder, name));
  }
}

await run();
