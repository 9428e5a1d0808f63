import { mkdtemp, rm, stat } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { afterAll, expect, test } from 'vitest';
import { createFolderStorage } from '#adapters/media/folder/folder-storage.ts';
import { createS3Storage } from '#adapters/media/s3/s3-storage.ts';
import { splitStorage } from '#app/modules/split-storage.ts';
import { describeMediaStorage } from '#test/kits/media-storage-kit.ts';

const corsRules = `<CORSConfiguration><CORSRule><AllowedOrigin>https://shop.example</AllowedOrigin>
  <AllowedMethod>GET</AllowedMethod><AllowedHeader>range</AllowedHeader></CORSRule></CORSConfiguration>`;

/** Starts an S3 server with one bucket. `openReads` returns the number of downloads in progress. */
async function startS3() {
  const directory = await mkdtemp(join(tmpdir(), 'meisterhand-s3-'));
  const open = new Set<unknown>();
  const start = async (port: number) => {
    const service = new S3rver({
      ...{ port, address: '127.0.0.1', silent: true, directory, vhostBuckets: false },
      configureBuckets: [{ name: 'films', configs: [corsRules] }],
    });
    const address = await service.run();
    const server: Server = service.httpServer;
    server.on('request', (request, response) => {
      if (request.method !== 'GET') return;
      open.add(response);
      response.once('close', () => open.delete(response));
    });
    return { server, port: address.port };
  };
  let running = await start(0);
  const { port } = running;
  const stop = () => {
    const ended = new Promise((resolve) => running.server.close(resolve));
    running.server.closeAllConnections();
    return ended;
  };
  return {
    storage: createS3Storage({
      ...{ bucket: 'films', region: 'eu-central-1', endpoint: `http://127.0.0.1:${port}` },
      // The one account of this server.
      ...{ accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    }),
    openReads: async () => open.size,
    breakDown: async () => void (await stop()),
    async mend() {
      running = await start(port);
    },
    async dispose() {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const stream = (content: Uint8Array) => new Blob([new Uint8Array(content)]).stream();

describeMediaStorage({
  name: 's3',
  async create() {
    const service = await startS3();
    return {
      ...service,
      put: (name, content) =>
        service.storage.store({ name, size: content.byteLength, content: stream(content) }),
      remove: (name) => service.storage.remove(name),
    };
  },
  skip: [
    {
      test: 'leaves no entry behind of a file that could not be stored',
      reason: 'a file is sent with one request, of which S3 keeps nothing when it does not arrive whole',
    },
    {
      test: 'stores nothing of a file that goes on after its end, or whose signal is aborted',
      reason:
        'S3 keeps nothing that does not arrive whole; the server of this test keeps what came before the end',
    },
    {
      test: 'finds a film only after all of it is stored',
      reason: 'S3 shows an object when all of it is there; the server of this test writes it in place',
    },
  ],
});

const service = await startS3();
afterAll(service.dispose);

test('a signed URL gives browsers one file until it expires', async () => {
  const name = 'film-0001-v240.m4s';
  const content = Buffer.from('0123456789'.repeat(100));
  await service.storage.store({ name, size: content.length, content: stream(content) });
  const end = Date.now() + 300_000;
  const address = (await service.storage.addressOf?.(name, end)) ?? '';
  expect(await service.storage.addressOf?.(name, end)).toBe(address);
  const part = await fetch(address, { headers: { Range: 'bytes=5-14', Origin: 'https://shop.example' } });
  expect([part.status, await part.text()]).toEqual([206, '5678901234']);
  expect(part.headers.get('access-control-allow-origin')).toBe('https://shop.example');
  expect(part.headers.get('cache-control')).toContain('immutable');
  const past = (await service.storage.addressOf?.(name, Date.now() - 1_000)) ?? '';
  for (const refused of [
    address.replace('v240', 'v480'),
    address.replace(/Signature=[0-9a-f]+/, `Signature=${'0'.repeat(64)}`),
    past,
  ])
    expect((await fetch(refused)).status).toBe(403);
});

test('the storage module stores films only; files of the content stay in their folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'meisterhand-clips-'));
  const storage = splitStorage(createFolderStorage({ directory: folder }), service.storage);
  for (const name of ['one-key.mp4', 'film-0002-v240.m4s'])
    await storage.store({ name, size: 3, content: stream(Buffer.from('abc')) });
  expect((await stat(join(folder, 'one-key.mp4'))).size).toBe(3);
  expect([
    await service.storage.find('one-key.mp4'),
    (await service.storage.find('film-0002-v240.m4s'))?.size,
  ]).toEqual([null, 3]);
  expect([
    await storage.addressOf?.('one-key.mp4', Date.now() + 1_000),
    await storage.addressOf?.('film-0002-v240.m4s', Date.now() + 1_000),
  ]).toEqual([null, expect.stringContaining('X-Amz-Signature')]);
  await rm(folder, { recursive: true });
});
