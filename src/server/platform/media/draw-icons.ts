import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { projectRoot } from '#server/platform/files/project-root.ts';

const source = readFileSync(join(projectRoot, 'public/favicon.svg'), 'utf8');
const folder = join(projectRoot, 'public');

/** Systems crop a maskable icon to their own shape, so its background fills the square and its drawing is smaller. */
const maskable = source
  .replace('rx="6"', '')
  .replace('<g ', '<g transform="translate(16 16) scale(0.78) translate(-16 -16)" ');

const icons = [
  { name: 'icons/icon-192.png', svg: source, width: 192 },
  { name: 'icons/icon-512.png', svg: source, width: 512 },
  { name: 'icons/maskable-512.png', svg: maskable, width: 512 },
  // Browsers request it at this address by themselves.
  { name: 'apple-touch-icon.png', svg: maskable, width: 180 },
] as const;

/** Runs `npm run icons`: draws the icons of the installed shop from its favicon. Run it when the favicon changes. */
async function run(): Promise<void> {
  mkdirSync(join(folder, 'icons'), { recursive: true });
  for (const { name, svg, width } of icons) {
    // 32 is the width of the drawing, which has its own size at 72 dots per inch.
    const drawing = sharp(Buffer.from(svg), { density: (72 * width) / 32 }).resize(width, width);
    await drawing.png({ palette: true, compressionLevel: 9 }).toFile(join(folder, name));
  }
  writeFileSync(join(folder, 'favicon.ico'), await drawIcon(48));
}

/**
 * Creates an icon file with one picture of this width, for programs that request `/favicon.ico` without reading a page.
 */
async function drawIcon(width: number): Promise<Buffer> {
  const drawing = sharp(Buffer.from(source), { density: (72 * width) / 32 }).resize(width, width);
  const png = await drawing.png({ compressionLevel: 9 }).toBuffer();
  const head = Buffer.alloc(22);
  // Type (icon) and number of pictures; width, height, planes, bits per pixel, length and offset of the picture.
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(width, 6);
  head.writeUInt8(width, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

await run();
