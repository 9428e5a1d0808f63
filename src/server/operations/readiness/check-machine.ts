import { existsSync } from 'node:fs';
import { readdir, readFile, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { type Finding, findingsOf } from './finding.ts';

const gigabyte = 2 ** 30;
const hour = 3_600_000;
/** Maximum age of the newest backup: one day and two hours. */
const oldestBackup = 26 * hour;

interface Machine {
  readonly dataDir: string;
  readonly ffmpegPaths: readonly string[];
  /** Folder with backups, or one backup; null if not given. */
  readonly backups: string | null;
  readonly now: number;
}

/** Checks disk, rights of the data folder, ffmpeg, and the age of the newest backup. */
export async function checkMachine({
  dataDir,
  ffmpegPaths,
  backups,
  now,
}: Machine): Promise<readonly Finding[]> {
  const { findings, wrong, look } = findingsOf('machine');
  if (!existsSync(dataDir))
    look(`DATA_DIR ${dataDir} is not there yet`, 'the start makes it; name a durable folder');
  else {
    const { bavail, bsize, blocks } = await statfs(dataDir);
    const free = bavail * bsize;
    const text = `${(free / gigabyte).toFixed(1)} GB are free for ${dataDir}`;
    if (free < gigabyte) wrong(text, 'make room, or use another disk');
    else if (free < 5 * gigabyte || bavail / blocks < 0.1)
      look(text, 'make room before films and mails need it');
    const { mode } = await stat(dataDir);
    if ((mode & 0o007) !== 0)
      wrong(`others may look into ${dataDir}, which has secrets`, `run: chmod 700 ${dataDir}`);
  }
  if (!ffmpegPaths.some((path) => existsSync(path)))
    look('there is no ffmpeg, so no films can be made', 'install ffmpeg, or set FFMPEG_PATH');
  if (backups === null)
    look('the age of the newest backup was not looked at', 'name its folder: --backups FOLDER');
  else {
    const newest = await newestBackup(backups);
    if (newest === null)
      wrong(`there is no complete backup in ${backups}`, 'run every night: npm run shop -- backup FOLDER');
    else if (now - newest > oldestBackup)
      wrong(
        `the newest backup is ${Math.floor((now - newest) / hour)} hours old`,
        'run every night: npm run shop -- backup FOLDER',
      );
  }
  return findings;
}

/** Returns when the newest complete backup in a folder was made, in milliseconds; null if there is none. */
async function newestBackup(folder: string): Promise<number | null> {
  const entries = existsSync(folder) ? await readdir(folder, { withFileTypes: true }) : [];
  const folders = [
    folder,
    ...entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name)),
  ];
  const times = await Promise.all(folders.map(madeAt));
  const made = times.filter((time) => time !== null);
  return made.length === 0 ? null : Math.max(...made);
}

/**
 * Returns when a backup was made, in milliseconds; null if it is incomplete: its manifest is written last. Hashes are
 * compared by `restore`.
 */
async function madeAt(folder: string): Promise<number | null> {
  try {
    const { created_at } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as {
      created_at?: string;
    };
    const time = Date.parse(created_at ?? '');
    return Number.isNaN(time) ? null : time;
  } catch {
    return null;
  }
}
