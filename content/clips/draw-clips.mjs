// Draws the clip of every lesson: `node content/clips/draw-clips.mjs [lesson …]` writes <lesson>.webm, .mp4, .svg (the
// finished drawing) and the captions <lesson>.<locale>.vtt beside this file. Needs ffmpeg (VP9 and H.264) on the path;
// the shop itself never runs this. `--captions` writes only drawings and captions. A new lesson: a scene in scenes/.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { HEIGHT, SCALE, WIDTH } from './scene.mjs';

const FRAMES_A_SECOND = 12;
/** Shorter is no lesson, even as a sample. */
const SHORTEST_CLIP = 20;

const folder = dirname(fileURLToPath(import.meta.url));
const words = process.argv.slice(2);
const wanted = words.filter((word) => !word.startsWith('--'));
sharp.concurrency(1);

const scenes = {};
for (const file of readdirSync(join(folder, 'scenes')).filter((name) => name.endsWith('.mjs')))
  Object.assign(scenes, (await import(`./scenes/${file}`)).scenes);

for (const [lesson, draw] of Object.entries(scenes)) {
  if (wanted.length > 0 && !wanted.includes(lesson)) continue;
  const scene = draw();
  const seconds = scene.seconds();
  if (seconds < SHORTEST_CLIP || seconds >= 60)
    throw new Error(`${lesson} takes ${seconds.toFixed(1)} s: give it from ${SHORTEST_CLIP} to 59`);
  writeFileSync(join(folder, `${lesson}.svg`), scene.poster());
  for (const locale of ['de', 'en']) writeFileSync(join(folder, `${lesson}.${locale}.vtt`), scene.captions(locale));
  if (words.includes('--captions')) continue;
  await film(scene, seconds, join(folder, lesson), scene.isMoving ? 5 : 0);
  console.log(`${lesson}: ${seconds.toFixed(1)} s`);
}

/** `coarser` raises both quantisers: where the camera moves, every line costs bits in every frame and none is looked at for long. */
async function film(scene, seconds, target, coarser) {
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${WIDTH * SCALE}x${HEIGHT * SCALE}`, '-r', FRAMES_A_SECOND, '-i', '-'];
  const vp9 = ['-c:v', 'libvpx-vp9', '-b:v', 0, '-crf', 44 + 2 * coarser, '-g', 120, '-row-mt', 1, '-cpu-used', 4];
  const h264 = ['-c:v', 'libx264', '-preset', 'medium', '-crf', 31 + coarser, '-tune', 'animation', '-movflags', '+faststart'];
  const yuv = ['-pix_fmt', 'yuv420p', '-fflags', '+bitexact', '-flags:v', '+bitexact', '-map_metadata', -1];
  const ffmpeg = spawn(
    'ffmpeg',
    ['-v', 'error', '-y', ...input, ...vp9, ...yuv, `${target}.part.webm`, ...h264, ...yuv, `${target}.part.mp4`].map(String),
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
  const ended = once(ffmpeg, 'exit');
  for (let frame = 0; frame < seconds * FRAMES_A_SECOND; frame++) {
    const svg = scene.frame(frame / FRAMES_A_SECOND);
    const raw = await sharp(Buffer.from(svg)).flatten().removeAlpha().raw().toBuffer();
    if (!ffmpeg.stdin.write(raw)) await once(ffmpeg.stdin, 'drain');
  }
  ffmpeg.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
  // A film appears whole or not at all.
  for (const ending of ['webm', 'mp4']) renameSync(`${target}.part.${ending}`, `${target}.${ending}`);
}
