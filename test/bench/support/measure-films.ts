import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { partExpiry, partSignature } from '#server/platform/media/media-signature.ts';
import { folderFacts } from '#server/platform/media/packaged-film.ts';
import { reservePort } from '#test/support/reserve-ports.ts';
import type { ProcessUse } from './process-use.ts';
import { startWorker } from './worker-process.ts';

/** A server of film segments, and the number of viewers that it can serve. */
interface FilmSpeed {
  readonly server: 'shop' | 'nginx';
  /** Viewers of 720 lines at once. */
  readonly viewers: number;
  /** Processor time for a viewer in a minute, in milliseconds; null for nginx. */
  readonly processor: number | null;
}

/** Megabytes of a minute of film by track. */
type FilmMinutes = Readonly<Record<string, number>>;

interface Films {
  readonly speeds: readonly FilmSpeed[];
  readonly hasNginx: boolean;
  readonly minutes: FilmMinutes;
}

const secret = 'a secret of thirty-two characters';
const segmentSeconds = 4;
const segments = 15;
/** 720 lines at the highest bit rate of the ladder, with sound. */
const segmentBytes = ((2_800_000 + 128_000) / 8) * segmentSeconds;
const file = 'film-bench-v720.m4s';
const connections = 16;

/**
 * Measures the delivery of segments by one process of the shop, and by nginx with the same file where it is installed.
 */
export async function measureFilms(seconds: number): Promise<Films> {
  const folder = mkdtempSync(join(tmpdir(), 'meisterhand-bench-films-'));
  writeFileSync(join(folder, file), randomBytes(segments * segmentBytes));
  try {
    const shop = await measureShop(folder, seconds);
    const nginx = await measureNginx(folder, seconds);
    return {
      speeds: [shop, ...(nginx === null ? [] : [nginx])],
      hasNginx: nginx !== null,
      minutes: readMinutes(),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measureShop(folder: string, seconds: number): Promise<FilmSpeed> {
  const port = await reservePort();
  const server = startWorker<object, ProcessUse>({
    entry: 'test/bench/support/run-film-server.ts',
    env: { FILMS: folder, PORT: String(port), SECRET: secret },
    logFile: join(folder, 'shop.log'),
  });
  try {
    const path = () => `/media/parts/${file}?${partSignature(secret, file, partExpiry(Date.now()))}`;
    await isOpen(port);
    await watch(port, path, 1);
    const { processor: before } = await server.request({});
    const rate = await watch(port, path, seconds);
    const { processor } = await server.request({});
    const viewers = rate * segmentSeconds;
    return { server: 'shop', viewers, processor: ((processor - before) / 1_000 / seconds / viewers) * 60 };
  } finally {
    await server.end();
  }
}

/** Measures nginx; null if it is not installed. */
async function measureNginx(folder: string, seconds: number): Promise<FilmSpeed | null> {
  const port = await reservePort();
  const configuration = join(folder, 'nginx.conf');
  writeFileSync(
    configuration,
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
     events {}
     http { access_log off; sendfile on; server { listen 127.0.0.1:${port}; location /media/parts/ { alias ${folder}/; } } }`,
  );
  const server = spawn('nginx', ['-c', configuration, '-p', folder], { stdio: 'ignore' });
  const isMissing = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(true));
    server.once('spawn', () => resolve(false));
  });
  if (isMissing) return null;
  try {
    await isOpen(port);
    const path = () => `/media/parts/${file}`;
    await watch(port, path, 1);
    return { server: 'nginx', viewers: (await watch(port, path, seconds)) * segmentSeconds, processor: null };
  } finally {
    server.kill('SIGTERM');
  }
}

/** Requests segments on all connections without a pause. Returns the segments a second. */
async function watch(port: number, path: () => string, seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const end = performance.now() + 1_000 * seconds;
  let received = 0;
  const one = async () => {
    for (let number = 0; performance.now() < end; number = (number + 1) % segments) {
      const first = number * segmentBytes;
      await segment(agent, port, path(), `bytes=${first}-${first + segmentBytes - 1}`);
      received += 1;
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: connections }, one));
  const taken = (performance.now() - began) / 1_000;
  agent.destroy();
  return received / taken;
}

function segment(agent: Agent, port: number, path: string, range: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path, agent, headers: { Range: range } }, (response) => {
      if (response.statusCode !== 206) reject(new Error(`A segment got status ${response.statusCode}`));
      response.on('end', resolve).on('error', reject).resume();
    });
    request.on('error', reject);
  });
}

/** Returns the megabytes of a minute of each track, over all films of the content. */
function readMinutes(): FilmMinutes {
  const folder = join(projectRoot, 'content/films');
  const sums: Record<string, { bytes: number; seconds: number }> = {};
  for (const film of readdirSync(folder)) {
    const { seconds } = folderFacts.parse(JSON.parse(readFileSync(join(folder, film, 'film.json'), 'utf8')));
    for (const name of readdirSync(join(folder, film)).filter((one) => one.endsWith('.mp4'))) {
      const track = name.slice(0, -'.mp4'.length);
      const sum = sums[track] ?? { bytes: 0, seconds: 0 };
      sums[track] = {
        bytes: sum.bytes + statSync(join(folder, film, name)).size,
        seconds: sum.seconds + seconds,
      };
    }
  }
  return Object.fromEntries(
    Object.entries(sums).map(([track, { bytes, seconds }]) => [track, (60 * bytes) / seconds / 1_000_000]),
  );
}

async function isOpen(port: number): Promise<void> {
  for (;;) {
    const isThere = await new Promise<boolean>((resolve) => {
      get({ host: '127.0.0.1', port, path: '/media/parts/none' }, (response) => {
        response.resume();
        resolve(true);
      }).on('error', () => resolve(false));
    });
    if (isThere) return;
    await pause(50);
  }
}

/** Returns the figures as lines of text. */
export function describeFilms({ speeds, hasNginx, minutes }: Films): readonly string[] {
  return [
    ...speeds.map(
      ({ server, viewers, processor }) =>
        `${server}: ${Math.round(viewers)} viewers of 720 lines at once${processor === null ? '' : `, ${processor.toFixed(1)} ms of processor each a minute`}`,
    ),
    ...(hasNginx ? [] : ['nginx is not installed here, so nothing is compared with it.']),
    ...Object.entries(minutes).map(([track, megabytes]) => `${track}: ${megabytes.toFixed(2)} MB a minute`),
  ];
}
