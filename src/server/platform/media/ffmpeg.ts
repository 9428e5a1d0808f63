import { type ChildProcess, spawn } from 'node:child_process';
import { constants as access } from 'node:fs';
import { access as mayAccess } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import type { FilmFaultCode } from '#core/model/film-job.ts';

/** Paths of the programs that read and make films. */
export interface FilmTools {
  readonly ffmpeg: string;
  readonly ffprobe: string;
}

/** A failure of a source film or of a program; the message names file and cause. */
export class FilmFault extends Error {
  readonly code: FilmFaultCode;

  constructor(code: FilmFaultCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Finds ffmpeg at the first of some paths, with ffprobe beside it. Null when there is none that has both.
 */
export async function findFilmTools(paths: readonly string[]): Promise<FilmTools | null> {
  for (const ffmpeg of paths) {
    const ffprobe = join(dirname(ffmpeg), 'ffprobe');
    if ((await isProgram(ffmpeg)) && (await isProgram(ffprobe))) return { ffmpeg, ffprobe };
  }
  return null;
}

/** Whether this ffmpeg has an encoder. */
export async function hasEncoder({ ffmpeg }: FilmTools, encoder: string): Promise<boolean> {
  const { output } = await runProgram(ffmpeg, ['-hide_banner', '-encoders']);
  return output.split(/\s+/).includes(encoder);
}

/** Message for an operator who has films to make but no ffmpeg. */
export const toolsMissing =
  'ffmpeg and ffprobe are missing: install them (Debian: apt-get install ffmpeg), or set FFMPEG_PATH to the path of ffmpeg, with ffprobe beside it.';

/** Allowed container formats. Playlists are excluded, because they could refer to any file of the machine. */
const containers = 'mov,matroska,webm,mpeg,mpegvideo,mpegts,avi,flv,ogg,asf,mxf,rm';

/** Returns arguments of ffmpeg and ffprobe that read one film and no other file to which it may refer. */
export function filmInput(path: string): readonly string[] {
  return ['-format_whitelist', containers, '-protocol_whitelist', 'file', '-i', path];
}

async function isProgram(path: string): Promise<boolean> {
  return mayAccess(path, access.X_OK).then(
    () => true,
    () => false,
  );
}

interface Running {
  /** Called with the number of seconds of the film that are finished. */
  readonly onSeconds?: (seconds: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Maximum length of the kept messages of a program, in characters. */
const keptCharacters = 8_000;

/**
 * Runs a program with lowest priority. Returns both outputs; throws `FilmFault` with its last message when it fails.
 */
export function runProgram(
  program: string,
  args: readonly string[],
  { onSeconds, signal }: Running = {},
): Promise<{ readonly output: string; readonly messages: string }> {
  return new Promise((resolve, reject) => {
    const child: ChildProcess = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
      killSignal: 'SIGKILL',
    });
    if (child.pid !== undefined) lowerPriority(child.pid);
    let output = '';
    let messages = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (onSeconds === undefined) output += text;
      else for (const [, time] of text.matchAll(/^out_time_us=(\d+)$/gm)) onSeconds(Number(time) / 1_000_000);
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      messages = (messages + text).slice(-keptCharacters);
    });
    child.once('error', reject);
    child.once('close', (code, killed) => {
      if (code === 0) resolve({ output, messages });
      else
        reject(
          new FilmFault(
            'not_made',
            messages.trim().split('\n').at(-1) || `${program} ended with ${code ?? killed}`,
          ),
        );
    });
  });
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already.
  }
}
