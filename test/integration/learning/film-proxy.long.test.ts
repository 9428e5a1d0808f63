import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { endWithThisProcess } from '#test/support/end-with-this-process.ts';
import { ensureProgram } from '#test/support/ensure-program.ts';
import { reservePort } from '#test/support/reserve-ports.ts';

const segment = 'film-abc-picture-720.m4s';
const within = { timeout: 120_000 };
const folder = mkdtempSync(join(tmpdir(), 'meisterhand-film-proxy-'));

/** The response of the shop by query string. `ends`: it closes the connection. */
const answers: Readonly<Record<string, { readonly status: number; readonly wait?: string } | 'ends'>> = {
  '?signature=open': { status: 200 },
  '?signature=wrong': { status: 403 },
  '?signature=busy': { status: 429, wait: '1234' },
  '?signature=away': { status: 503, wait: '7' },
  '?signature=gone': { status: 404 },
  '?signature=broken': { status: 500 },
  '?signature=ends': 'ends',
};

/** A request other than nginx should send is answered with 304 or 500, which no case expects. */
const shop = createServer((request, response) => {
  const { pathname, search } = new URL(`http://shop${request.url}`);
  const { 'if-none-match': known, 'x-real-ip': viewer, range } = request.headers;
  const isAskedWell = request.method === 'HEAD' && viewer !== undefined && range === undefined;
  const isFile = pathname.startsWith('/media/parts/film-');
  const asked =
    known !== undefined ? { status: 304 } : isAskedWell && isFile ? answers[search] : { status: 500 };
  const answer = asked ?? { status: 403 };
  if (answer === 'ends') return request.socket.destroy();
  response.writeHead(answer.status, answer.wait === undefined ? {} : { 'Retry-After': answer.wait });
  response.end();
});

let stop = async () => {};
let url = '';

/** Starts nginx with the documented configuration, except for ports, certificate and folder. */
beforeAll(async () => {
  ensureProgram('nginx', 'nginx');
  const [shopPort, port] = [await reservePort(), await reservePort()];
  shop.listen(shopPort, '127.0.0.1');
  await once(shop, 'listening');
  const films = join(folder, 'films');
  mkdirSync(films);
  writeFileSync(join(films, segment), '0123456789');
  const documented = readFileSync(join(projectRoot, 'docs/proxy/films-nginx.conf'), 'utf8')
    .replace('127.0.0.1:3000', `127.0.0.1:${shopPort}`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replaceAll(/ssl_certificate\S* \S+;/g, '')
    .replace('/srv/meisterhand/films', films);
  const configuration = join(folder, 'nginx.conf');
  writeFileSync(
    configuration,
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; worker_processes 1;
     pid ${folder}/nginx.pid; error_log ${folder}/error.log;
     events { worker_connections 64; }
     http { access_log off; ${documented} }`,
  );
  const nginx = spawn('nginx', ['-c', configuration, '-p', folder], { stdio: 'ignore', detached: true });
  endWithThisProcess(nginx);
  const ended = once(nginx, 'exit');
  stop = async () => {
    nginx.kill('SIGQUIT');
    await ended;
  };
  url = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => fetch(url), within);
});

afterAll(async () => {
  await stop();
  shop.closeAllConnections();
  shop.close();
  rmSync(folder, { recursive: true });
});

async function ask(signature: string, { file = segment, known = {} } = {}) {
  const address = `${url}/media/parts/${file}?signature=${signature}`;
  const { status, headers } = await fetch(address, { headers: { Range: 'bytes=2-5', ...known } });
  return {
    status,
    wait: headers.get('Retry-After'),
    kept: headers.get('Cache-Control'),
  };
}

test.each([
  ['open', { status: 206, wait: null, kept: 'public, max-age=31536000, immutable' }],
  ['wrong', { status: 403, wait: null, kept: null }],
  ['busy', { status: 429, wait: '1234', kept: 'private, no-store' }],
  ['away', { status: 503, wait: '7', kept: 'private, no-store' }],
  ['gone', { status: 404, wait: null, kept: 'private, no-store' }],
  ['broken', { status: 503, wait: '2', kept: 'private, no-store' }],
  ['ends', { status: 503, wait: '2', kept: 'private, no-store' }],
])('the documented proxy passes on what the shop responds for a segment: %s', async (signature, told) => {
  expect(await ask(signature)).toMatchObject(told);
  const known = { 'If-None-Match': '"of another"' };
  expect(await ask(signature, { known }), 'the second time').toMatchObject(told);
});

test('a range of an open segment is sent, and a segment that is not in the folder is not found', async () => {
  const response = await fetch(`${url}/media/parts/${segment}?signature=open`, {
    headers: { Range: 'bytes=2-5' },
  });
  expect(await response.text()).toBe('2345');
  expect(await ask('open', { file: 'film-gone.m4s' })).toMatchObject({ status: 404, kept: null });
});
