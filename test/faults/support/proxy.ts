import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { ensureProgram } from '#test/support/ensure-program.ts';
import { reservePort } from '#test/support/reserve-ports.ts';

/** nginx with the configuration that the shop's documentation gives. */
export interface Proxy {
  readonly url: string;
  /**
   * Sends requests to the servers at these ports from now on, like `nginx -s reload`. `files`: ports of servers with
   * the scripts and styles of earlier pages. Returns when nginx has read the configuration.
   */
  pointTo(servers: readonly number[], files?: readonly number[]): Promise<void>;
  stop(): Promise<void>;
}

const longestMs = 30_000;
const pollMs = 50;

/**
 * Starts Debian's nginx with `docs/proxy/kept-pages-nginx.conf`; only ports and the folder of the cache are changed. It
 * trusts the client address in `X-Real-IP`, because each guest has rate limits of its own.
 */
export async function startProxy(folder: string, servers: readonly number[]): Promise<Proxy> {
  ensureProgram('nginx', 'nginx');
  const documented = readFileSync(join(projectRoot, 'docs/proxy/kept-pages-nginx.conf'), 'utf8');
  const port = await reservePort();
  const url = `http://127.0.0.1:${port}`;
  const configuration = join(folder, 'nginx.conf');
  mkdirSync(join(folder, 'cache'), { recursive: true });
  let generation = 0;

  const write = (to: readonly number[], files: readonly number[]) => {
    generation += 1;
    const own = documented
      .replace('/var/cache/nginx/meisterhand', join(folder, 'cache'))
      .replace(/(upstream meisterhand \{)(?:\s*server [^;]+;)+/, `$1 ${serverLines(to)}`)
      .replace(/(upstream meisterhand_files \{)(?:\s*server [^;]+;)+/, `$1 ${serverLines(files)}`)
      .replace(
        'listen 8080;',
        `listen 127.0.0.1:${port}; location = /generation { return 200 "${generation}"; }`,
      );
    writeFileSync(
      configuration,
      `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; worker_processes 2;
       pid ${folder}/nginx.pid; error_log ${folder}/error.log;
       events { worker_connections 1024; }
       http { access_log off; set_real_ip_from 127.0.0.1; real_ip_header X-Real-IP; ${own} }`,
    );
  };
  const isRead = async () => {
    const end = performance.now() + longestMs;
    for (; ; await pause(pollMs)) {
      const current = await fetchAlone(`${url}/generation`).then(
        (response) => response.text(),
        () => '',
      );
      if (current === String(generation)) return;
      if (performance.now() > end)
        throw new Error(
          `nginx did not read its configuration: ${readFileSync(`${folder}/error.log`, 'utf8')}`,
        );
    }
  };

  write(servers, servers);
  const checked = spawnSync('nginx', ['-t', '-c', configuration, '-p', folder], { encoding: 'utf8' });
  if (checked.status !== 0) throw new Error(`nginx refuses its configuration: ${checked.stderr}`);
  const nginx = spawn('nginx', ['-c', configuration, '-p', folder], { stdio: 'ignore' });
  await isRead();
  return {
    url,
    async pointTo(to, files = to) {
      write(to, files);
      nginx.kill('SIGHUP');
      await isRead();
    },
    async stop() {
      const ended = new Promise((resolve) => nginx.once('exit', resolve));
      nginx.kill('SIGQUIT');
      await ended;
    },
  };
}

function serverLines(ports: readonly number[]): string {
  return ports.map((port) => `server 127.0.0.1:${port};`).join(' ');
}

/**
 * `fetch` on a new connection. A kept connection may be closed at the moment of a request, which no server can avoid
 * and clients repeat.
 */
export const fetchAlone: typeof fetch = (address, { method = 'GET', headers, body, signal } = {}) =>
  new Promise((resolve, reject) => {
    const outgoing = request(
      String(address),
      {
        method,
        agent: false,
        headers: Object.fromEntries(new Headers(headers)),
        signal: signal ?? undefined,
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.once('error', reject);
        response.once('end', () => {
          const { statusCode: status = 0 } = response;
          const received = Object.entries(response.headers).map(([name, value]): [string, string] => [
            name,
            String(value),
          ]);
          const isEmpty = [204, 304].includes(status);
          resolve(new Response(isEmpty ? null : Buffer.concat(parts), { status, headers: received }));
        });
      },
    );
    outgoing.once('error', reject);
    outgoing.end(body === undefined || body === null ? undefined : String(body));
  });
