import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FilmFault, type FilmTools, filmInput, runProgram } from './ffmpeg.ts';
import type { FolderFacts, Storyboard } from './packaged-film.ts';
import type { SourceFilm } from './probe-film.ts';

/** Video sizes by lines, smallest first, with their maximum bit rate in kbit/s. */
const ladder = [
  { lines: 240, most: 400 },
  { lines: 480, most: 1_200 },
  { lines: 720, most: 2_800 },
  { lines: 1_080, most: 5_000 },
] as const;

/** Length of a segment in seconds; each begins with a key frame, at the same time in all sizes. */
const segmentSeconds = 4;

/** Encoding settings of a film. */
export interface FilmQuality {
  /** x264 preset, which sets the encoding time. */
  readonly preset: string;
  /** x264's constant rate factor: a higher one makes smaller files. */
  readonly factor: number;
  /** Bit rate of the sound in kbit/s. */
  readonly sound: number;
  /** Largest video size in lines. */
  readonly lines: number;
  /** Also encodes larger sizes as AV1, which needs two thirds of the bits and as much work again. */
  readonly av1?: boolean;
}

export const defaultQuality: FilmQuality = { preset: 'veryfast', factor: 23, sound: 128, lines: 1_080 };

interface Making {
  readonly tools: FilmTools;
  readonly quality: FilmQuality;
  /** Whether to make a preview for cards, which everybody may see. */
  readonly hasPreview?: boolean;
  readonly signal?: AbortSignal;
  /** Called with the current step and the finished share of all work, from 0 to 1. */
  onProgress?(step: string, share: number): Promise<void> | void;
}

/** A step of the work. Its result is a file; if that exists, the step is skipped. */
interface Step {
  readonly name: string;
  readonly file: string;
  /** Share of the work, compared with other steps. */
  readonly weight: number;
  /** Makes the file under a temporary name, so that a partial file is not taken for a result. */
  make(path: string, onSeconds: (seconds: number) => void): Promise<unknown>;
}

/** Runs ffmpeg with the source as its input. */
type Run = (onSeconds: (seconds: number) => void, ...args: readonly string[]) => Promise<unknown>;

/**
 * Makes the files of a packaged film in a folder (`storeFilm` reads them): normalised sound (EBU R128), video in all
 * sizes up to that of the source, storyboard, poster and, if wanted, a preview for cards. Results of an earlier,
 * interrupted call are kept. Throws `FilmFault` with the source and the cause.
 */
export async function makeFilm(source: SourceFilm, folder: string, making: Making): Promise<void> {
  const { tools, quality, signal, onProgress } = making;
  await mkdir(folder, { recursive: true });
  const run: Run = (onSeconds, ...args) =>
    runProgram(
      tools.ffmpeg,
      ['-v', 'error', '-nostdin', '-progress', 'pipe:1', '-y', ...filmInput(source.path), ...args],
      {
        onSeconds,
        signal,
      },
    );
  const rungs = rungsOf(source, quality);
  const steps: readonly Step[] = [
    ...(source.hasSound
      ? [
          {
            name: 'sound',
            file: 'sound.mp4',
            weight: 0.1,
            make: async (path: string, onSeconds: (seconds: number) => void) =>
              run(onSeconds, ...soundArguments(await loudness(source, making), quality), path),
          },
        ]
      : []),
    ...rungs.map(({ lines, height, most }) => ({
      name: `${lines} lines`,
      file: `v${lines}.mp4`,
      weight: 0.1 + (lines / 1_080) ** 2,
      make: (path: string, onSeconds: (seconds: number) => void) =>
        run(onSeconds, ...pictureArguments(source, { height, most }, quality), path),
    })),
  ];
  const modern: readonly Step[] = rungs
    .filter(({ lines }) => quality.av1 === true && lines >= smallestModern)
    .map(({ lines, height, most }) => ({
      name: `AV1 ${lines} lines`,
      file: `a${lines}.mp4`,
      weight: 0.2 + 2 * (lines / 1_080) ** 2,
      make: (path, onSeconds) => run(onSeconds, ...modernArguments(source, { height, most }), path),
    }));
  const pictures = picturesOf(source, folder, making, run);
  const all = [...steps, ...modern, ...pictures];
  const whole = all.reduce((sum, { weight }) => sum + weight, 0);
  let done = 0;
  for (const step of all) {
    signal?.throwIfAborted();
    const path = join(folder, step.file);
    if (!existsSync(path)) {
      await onProgress?.(step.name, done / whole);
      const unfinished = `${path}.unfinished`;
      const begun = done;
      await step
        .make(unfinished, (seconds) => {
          const share = Math.min(1, seconds / source.seconds);
          Promise.resolve(onProgress?.(step.name, (begun + step.weight * share) / whole)).catch(() => {});
        })
        .catch((error) => {
          if (!(error instanceof FilmFault)) throw error;
          throw new FilmFault('not_made', `${source.path}, ${step.name}: ${error.message}`);
        });
      await rename(unfinished, path);
    }
    done += step.weight;
  }
}

/** Returns the steps for poster, preview and storyboard. */
function picturesOf(
  source: SourceFilm,
  folder: string,
  { quality, hasPreview = false }: Making,
  run: Run,
): readonly Step[] {
  const storyboard = storyboardOf(source);
  const preview: Step = {
    name: 'preview',
    file: 'preview.mp4',
    weight: 0.05,
    make: (path, onSeconds) => run(onSeconds, ...previewArguments(source, quality), path),
  };
  return [
    {
      name: 'poster',
      file: 'poster.jpg',
      weight: 0.02,
      make: (path, onSeconds) => run(onSeconds, ...posterArguments(source), path),
    },
    ...(hasPreview ? [preview] : []),
    {
      name: 'small pictures',
      file: 'film.json',
      weight: 0.1,
      make: async (path, onSeconds) => {
        await run(onSeconds, ...sheetArguments(storyboard), join(folder, 'sheet-%d.jpg'));
        await writeFile(path, describe(source, await filledStoryboard(folder, storyboard)));
      },
    },
  ];
}

function describe({ seconds }: SourceFilm, storyboard: Storyboard | null): string {
  return JSON.stringify({ seconds, storyboard } satisfies FolderFacts);
}

/** Returns the video sizes to make, at least one; none is larger than the source. */
function rungsOf({ height }: SourceFilm, { lines: limit }: FilmQuality) {
  const fitting = ladder.filter(({ lines }) => lines <= Math.min(height, limit));
  const [smallest] = ladder;
  return fitting.length === 0
    ? [{ ...smallest, height: even(height) }]
    : fitting.map((rung) => ({ ...rung, height: rung.lines }));
}

/** Output options for CMAF tracks with their index in front. */
const cmaf = ['-movflags', '+cmaf+global_sidx+delay_moov', '-f', 'mp4'];

function pictureArguments(
  { frameRate }: SourceFilm,
  { height, most }: { readonly height: number; readonly most: number },
  { preset, factor }: FilmQuality,
): readonly string[] {
  return [
    ...pictureOf(frameRate, height),
    ...['-c:v', 'libx264', '-preset', preset, '-crf', String(factor)],
    ...['-maxrate', `${most}k`, '-bufsize', `${2 * most}k`],
    // Key frames at every segment and nowhere else, and no frame that refers to the segment before.
    ...['-g', '100000', '-sc_threshold', '0', '-x264-params', 'open-gop=0'],
    ...['-force_key_frames', `expr:gte(t,n_forced*${segmentSeconds})`],
    ...cmaf,
  ];
}

/** Options for the video of the source at a size; times start at 0, so that video and sound begin together. */
function pictureOf(frameRate: number, height: number): readonly string[] {
  const filter = `fps=fps=${frameRate}:start_time=0,scale=-2:${height},setsar=1,format=yuv420p`;
  return ['-map', '0:v:0', '-an', '-sn', '-dn', '-map_metadata', '-1', '-vf', filter];
}

/** Smallest size in lines for which AV1 saves enough. */
const smallestModern = 480;

/** ffmpeg's encoder of AV1. */
export const av1Encoder = 'libsvtav1';

function modernArguments(
  { frameRate }: SourceFilm,
  { height, most }: { readonly height: number; readonly most: number },
): readonly string[] {
  return [
    ...pictureOf(frameRate, height),
    ...['-c:v', av1Encoder, '-preset', '10', '-crf', '38', '-maxrate', `${Math.round(0.7 * most)}k`],
    // This encoder takes no list of key frames, so segments have a whole number of frames: 4.004 s at 29.97 a second.
    ...['-g', String(Math.round(segmentSeconds * frameRate))],
    ...cmaf,
  ];
}

function soundArguments(normalise: string | null, { sound }: FilmQuality): readonly string[] {
  const filter = [...(normalise === null ? [] : [normalise]), 'aresample=48000:async=1:first_pts=0'].join(
    ',',
  );
  return [
    ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1', '-af', filter],
    ...['-ac', '2', '-c:a', 'aac', '-b:a', `${sound}k`],
    ...['-frag_duration', String(segmentSeconds * 1_000_000)],
    ...cmaf,
  ];
}

/** Target loudness for speech on phones, in LUFS and dB. */
const target = 'I=-16:TP=-1.5:LRA=11';

/**
 * Measures the loudness of the whole film, and returns the filter that normalises it (EBU R128). Null if the film is
 * silent.
 */
async function loudness({ path }: SourceFilm, { tools, signal }: Making): Promise<string | null> {
  const filter = `loudnorm=${target}:print_format=json`;
  const args = [
    '-hide_banner',
    '-nostdin',
    '-nostats',
    ...filmInput(path),
    '-map',
    '0:a:0',
    '-af',
    filter,
    '-f',
    'null',
    '-',
  ];
  const { messages } = await runProgram(tools.ffmpeg, args, { signal });
  const found = /\{[^{}]*"input_i"[^{}]*\}/.exec(messages)?.[0];
  if (found === undefined) throw new FilmFault('not_made', 'its loudness cannot be measured');
  const { input_i, input_tp, input_lra, input_thresh, target_offset }: Readonly<Record<string, string>> =
    JSON.parse(found);
  const measured = [input_i, input_tp, input_lra, input_thresh, target_offset];
  if (!measured.every((value) => Number.isFinite(Number(value)))) return null;
  return `loudnorm=${target}:measured_I=${input_i}:measured_TP=${input_tp}:measured_LRA=${input_lra}:measured_thresh=${input_thresh}:offset=${target_offset}:linear=true`;
}

/** Plans the storyboard: about a hundred small pictures, at most one per second. */
function storyboardOf({ seconds, width, height }: SourceFilm): Storyboard {
  const every = Math.max(1, Math.ceil(seconds / 100));
  const small = width >= height ? 160 : 90;
  return {
    every,
    count: Math.max(1, Math.round(seconds / every)),
    columns: 5,
    rows: 5,
    width: small,
    height: even((small * height) / width),
  };
}

function sheetArguments({ every, columns, rows, width, height }: Storyboard): readonly string[] {
  const filter = `fps=fps=1/${every}:start_time=0,scale=${width}:${height},tile=${columns}x${rows}`;
  return ['-map', '0:v:0', '-vf', filter, '-q:v', '6', '-f', 'image2'];
}

/** Limits the storyboard to the pictures on the sheets that were made; null if there are none. */
async function filledStoryboard(folder: string, storyboard: Storyboard): Promise<Storyboard | null> {
  const sheets = (await readdir(folder)).filter((name) => /^sheet-\d+\.jpg$/.test(name)).length;
  const count = Math.min(storyboard.count, sheets * storyboard.columns * storyboard.rows);
  return count === 0 ? null : { ...storyboard, count };
}

function posterArguments({ seconds, height }: SourceFilm): readonly string[] {
  const filter = `scale=-2:${Math.min(720, even(height))}`;
  const at = String(Math.min(3, seconds / 10));
  return [
    '-map',
    '0:v:0',
    '-ss',
    at,
    '-frames:v',
    '1',
    '-vf',
    filter,
    '-q:v',
    '4',
    '-f',
    'image2',
    '-update',
    '1',
  ];
}

/** Length of a preview in seconds, as much as cards play of a whole file (`src/ui/document/play-preview.ts`). */
const previewSeconds = 3;

/** Options for a preview from the middle of the film: one unencrypted file, as large as the trailers of the content. */
function previewArguments(
  { frameRate, seconds, height }: SourceFilm,
  { preset, factor }: FilmQuality,
): readonly string[] {
  return [
    ...pictureOf(Math.min(frameRate, 30), Math.min(540, even(height))),
    ...['-ss', String(Math.max(0, (seconds - previewSeconds) / 2)), '-t', String(previewSeconds)],
    ...['-c:v', 'libx264', '-preset', preset, '-crf', String(factor)],
    ...['-maxrate', '1500k', '-bufsize', '3000k'],
    ...['-movflags', '+faststart', '-f', 'mp4'],
  ];
}

/** Encoders need an even number of lines. */
function even(pixels: number): number {
  return Math.max(2, 2 * Math.round(pixels / 2));
}
