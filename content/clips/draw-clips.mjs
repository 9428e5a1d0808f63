// Draws the clip of every lesson: `node content/clips/draw-clips.mjs [lesson …]` writes <lesson>.webm, .mp4, .svg (the
// finished drawing) and the captions <lesson>.<locale>.vtt beside this file. Needs ffmpeg (VP9, H.264, Opus and AAC) on
// the path; the shop itself never runs this. `--captions` writes only drawings and captions, `--sound` those and the
// sound of the films that are there. A new lesson: a scene in scenes/, and what is heard in sound/film-sounds.mjs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { parse } from 'yaml';
import { HEIGHT, SCALE, WIDTH } from './scene.mjs';
import { soundOf } from './sound/film-sounds.mjs';
import { RATE, synthesise } from './sound/synthesis.mjs';

const FRAMES_A_SECOND = 12;
/** Shorter is no lesson, even as a sample. */
const SHORTEST_CLIP = 20;

const yuv = ['-pix_fmt', 'yuv420p'];
/** Same input, same bytes. */
const repeatable = ['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact', '-map_metadata', -1];
const forWeb = ['-movflags', '+faststart'];

const folder = dirname(fileURLToPath(import.meta.url));
const words = process.argv.slice(2);
const wanted = words.filter((word) => !word.startsWith('--'));
sharp.concurrency(1);

/** Where a film belongs, by its name: slug of the course, and when the chapters of a lesson begin, in seconds. */
const inCourses = new Map();
for (const file of readdirSync(join(folder, '../courses'))) {
  const course = file.replace('.yaml', '');
  inCourses.set(`trailer-${course}`, { course, chapters: [] });
  for (const { id, chapters = [] } of parse(readFileSync(join(folder, '../courses', file), 'utf8')).parts.flatMap((part) => part.lessons))
    inCourses.set(id, { course, chapters: chapters.map(({ at }) => at) });
}

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
  const sound = soundOf(lesson, { ...inCourses.get(lesson), phases: scene.phases.length });
  for (const locale of ['de', 'en'])
    writeFileSync(join(folder, `${lesson}.${locale}.vtt`), scene.captions(locale, sound?.captions));
  if (words.includes('--captions')) continue;
  if (!words.includes('--sound')) await film(scene, seconds, join(folder, lesson));
  if (sound !== null) await addSound(synthesise(sound.notes(scene.timing(), seconds), seconds, sound.peak), join(folder, lesson), sound.kilobits);
  console.log(`${lesson}: ${seconds.toFixed(1)} s`);
}

/** Where the camera moves, every line changes in every frame: there an encoder that searches longer pays, and a little less is seen. */
async function film(scene, seconds, target) {
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${WIDTH * SCALE}x${HEIGHT * SCALE}`, '-r', FRAMES_A_SECOND, '-i', '-'];
  const { isMoving = false } = scene;
  const vp9 = ['-c:v', 'libvpx-vp9', '-b:v', 0, '-crf', isMoving ? 51 : 44, '-g', 120, '-row-mt', 1, '-cpu-used', isMoving ? 1 : 4];
  const h264 = ['-c:v', 'libx264', '-preset', isMoving ? 'veryslow' : 'medium', '-crf', isMoving ? 37 : 31, '-tune', 'animation', ...forWeb];
  const outputs = [...vp9, ...yuv, ...repeatable, `${target}.part.webm`, ...h264, ...yuv, ...repeatable, `${target}.part.mp4`];
  await ffmpeg([...input, ...outputs], target, async (write) => {
    for (let frame = 0; frame < seconds * FRAMES_A_SECOND; frame++) {
      const svg = scene.frame(frame / FRAMES_A_SECOND);
      await write(await sharp(Buffer.from(svg)).flatten().removeAlpha().raw().toBuffer());
    }
  });
}

/** Puts the sound beside the pictures of a film, which stay as they are. AAC needs more than Opus to sound alike. */
async function addSound(samples, target, kilobits = 28) {
  const coders = {
    webm: ['-c:a', 'libopus', '-b:a', `${kilobits}k`, '-frame_duration', 60],
    mp4: ['-c:a', 'aac', '-b:a', `${kilobits + 8}k`, ...forWeb],
  };
  const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  const outputs = Object.entries(coders).flatMap(([ending, coder], index) => [
    ...['-map', `${index}:v`, '-map', '2:a', '-c:v', 'copy', ...coder, ...repeatable, `${target}.part.${ending}`],
  ]);
  const films = Object.keys(coders).flatMap((ending) => ['-i', `${target}.${ending}`]);
  await ffmpeg([...films, '-f', 'f32le', '-ar', RATE, '-ac', 1, '-i', '-', ...outputs], target, (write) => write(bytes));
}

/** Runs ffmpeg on what `feed` writes. A film appears whole or not at all. */
async function ffmpeg(args, target, feed) {
  const child = spawn('ffmpeg', ['-v', 'error', '-y', ...args].map(String), { stdio: ['pipe', 'inherit', 'inherit'] });
  const ended = once(child, 'exit');
  await feed(async (bytes) => {
    if (!child.stdin.write(bytes)) await once(child.stdin, 'drain');
  });
  child.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
  for (const ending of ['webm', 'mp4']) renameSync(`${target}.part.${ending}`, `${target}.${ending}`);
}
