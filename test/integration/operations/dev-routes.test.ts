import { mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFileMailer } from '#adapters/mail/file/file-mailer.ts';
import { readConfig } from '#app/settings/config.ts';
import { createServerTime } from '#app/wiring/create-server-context.ts';
import { createServer, type Server } from '#app/wiring/server.ts';
import { devMailRoutes } from '#server/operations/demo/dev-routes.ts';
import { createDatabase } from '#server/platform/database/connection.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { noPayments } from '#test/integration/support/gateways.ts';
import { noMedia } from '#test/support/memory-media-storage.ts';

const { connectionString } = await openTestDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'meisterhand-clock-'));
const pools: { destroy(): Promise<void> }[] = [];
afterAll(async () => {
  await Promise.all(pools.map((db) => db.destroy()));
  rmSync(dataDir, { recursive: true });
});

/** Creates another server on the shared database, as a second process would. */
async function openServer(mode: 'demo' | 'live' = 'demo'): Promise<Server> {
  const config = await readConfig({ DATABASE_URL: connectionString, DATA_DIR: dataDir });
  if (!config.ok) throw new Error(config.error.join('\n'));
  const db = createDatabase(connectionString, { max: 3 });
  pools.push(db);
  return createServer({
    config: { ...config.value, mode },
    secrets: { token: 'a secret of thirty-two characters', of: () => 'secret' },
    db,
    connectionString,
    time: createServerTime({ mode }, db),
    payments: noPayments,
    mailer: { send: async () => {} },
    media: noMedia,
    log: { info() {}, warn() {}, error() {} },
  });
}

/** For tests that change nothing. */
const shared = await openServer();
const day = 86_400;

async function ask(server: Server, body?: unknown, type = 'application/json') {
  const init =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'Content-Type': type }, body: JSON.stringify(body) };
  const response = await server.routes.request('/dev/clock', init);
  return { status: response.status, body: response.status === 404 ? null : await response.json() };
}

test('returns the time and moves it forward, on every server', async () => {
  const one = await openServer();
  const other = await openServer();
  const jobs = await other.startJobs();
  try {
    expect(await ask(one)).toMatchObject({ status: 200, body: { offset_seconds: 0 } });
    const before = one.context.clock.now();
    expect(await ask(one, { advance_seconds: 31 * day })).toMatchObject({
      body: { offset_seconds: 31 * day },
    });
    expect(one.context.clock.now() - before).toBeGreaterThanOrEqual(31 * day * 1_000);
    await expect.poll(() => other.context.clock.now() - before).toBeGreaterThan(31 * day * 1_000);
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => ask([one, other][index % 2] ?? one, { advance_seconds: 60 })),
    );
    const { body } = await ask(await openServer());
    expect(body.offset_seconds).toBe(31 * day + 600);
    await ask(one);
    const asked = one.context.clock.now();
    const seen = Date.parse((await ask(other)).body.now);
    expect(seen).toBeGreaterThanOrEqual(asked - 1);
    expect(seen).toBeLessThanOrEqual(one.context.clock.now());
  } finally {
    await jobs.stop();
  }
});

test.for([
  { advance_seconds: 0 },
  { advance_seconds: -60 },
  { advance_seconds: 1.5 },
  { advance_seconds: '60' },
  { advance_seconds: 41 * day },
  { advance_seconds: 60, now: 0 },
  {},
  null,
  [],
])('refuses %j and reports the accepted values', async (body) => {
  const before = await ask(shared);
  const refused = await ask(shared, body);
  expect(refused).toMatchObject({ status: 422, body: { error: expect.stringContaining('advance_seconds') } });
  expect((await ask(shared)).body.offset_seconds).toBe(before.body.offset_seconds);
});

test('a form of another site cannot move the clock: only JSON is accepted', async () => {
  expect((await ask(shared, { advance_seconds: 60 }, 'text/plain')).status).toBe(415);
});

test('the test clock does not exist in live mode', async () => {
  const server = await openServer('live');
  expect((await ask(server)).status).toBe(404);
  expect((await ask(server, { advance_seconds: 60 })).status).toBe(404);
  const before = Date.now();
  const shown = server.context.clock.now();
  expect(shown).toBeGreaterThanOrEqual(before);
  expect(shown).toBeLessThanOrEqual(Date.now());
});

const ids = ['019346d0-0000-7000-8000-000000000001', '019346d0-0000-7000-8000-000000000002'] as const;
let root: string;
let folder: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'meisterhand-dev-mail-'));
  folder = join(root, 'mail');
  const mailer = createFileMailer({ directory: folder });
  const picture = { filename: 'bild.png', contentId: 'bild.png@pictures' };
  for (const [index, id] of ids.entries()) {
    await mailer.send({
      id,
      sender: 'Meisterhand <post@meisterhand.example>',
      recipient: `leser-${index + 1}@example.com`,
      subject: `Bestellung ${index + 1} <script>alert(1)</script>`,
      text: 'Guten Tag',
      html: `<h1>Mail ${index + 1}</h1><img src="cid:bild.png@pictures">`,
      attachments: [
        { filename: 'Rechnung.pdf', content: Buffer.from('%PDF-1.7'), type: 'application/pdf' },
        { ...picture, content: Buffer.from('PNG'), type: 'image/png' },
      ],
    });
  }
  await writeFile(join(root, 'secret.html'), 'geheim');
  await writeFile(join(folder, 'notes.html'), 'geheim');
  await writeFile(join(folder, `${ids[0]}.html.part`), 'geheim');
  await symlink(join(root, 'secret.html'), join(folder, 'link.html'));
});

afterAll(() => rm(root, { recursive: true }));

const readMail = (path: string) => devMailRoutes(folder).request(path);

describe('/dev/mail', () => {
  test('lists the mails as text, newest first, with recipient, subject and attachments', async () => {
    const answer = await readMail('/');
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html.indexOf('leser-2@')).toBeLessThan(html.indexOf('leser-1@'));
    expect(html).toContain('Bestellung 1 &lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).not.toMatch(/<script|bild|png/);
    for (const id of ids) {
      for (const file of [`${id}.html`, `${id}.eml`, `${id}-1.pdf`]) {
        expect(html).toContain(`href="/dev/mail/${file}"`);
        expect((await readMail(`/${file}`)).status).toBe(200);
      }
    }
  });

  test('shows a mail with its picture, which may not run scripts or load anything else, and must not be cached', async () => {
    const html = await readMail(`/${ids[0]}.html`);
    expect(await html.text()).toBe(`<h1>Mail 1</h1><img src="${ids[0]}-2.png">`);
    expect(html.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; form-action/,
    );
    expect(html.headers.get('cache-control')).toBe('no-store');
    const picture = await readMail(`/${ids[0]}-2.png`);
    expect([picture.headers.get('content-type'), await picture.text()]).toEqual(['image/png', 'PNG']);
    const raw = await readMail(`/${ids[0]}.eml`);
    expect(raw.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const paper = await readMail(`/${ids[0]}-1.pdf`);
    expect([paper.headers.get('content-type'), await paper.text()]).toEqual(['application/pdf', '%PDF-1.7']);
  });

  test.each([
    '/../secret.html',
    '/..%2fsecret.html',
    '/%2e%2e%2fsecret.html',
    '/..%5csecret.html',
    `/${ids[0]}%2f..%2f..%2fsecret.html`,
    '/notes.html',
    '/link.html',
    `/${ids[0]}.html.part`,
    `/${ids[0]}.json`,
    `/${ids[0]}.html%00.eml`,
    '/00000000-0000-0000-0000-000000000000.html',
    `/${'-'.repeat(36)}.html`,
  ])('serves only mails: %s', async (path) => {
    const answer = await readMail(path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain('geheim');
  });

  test('shows a text when no mails exist', async () => {
    const html = await (await devMailRoutes(join(root, 'nothing')).request('/')).text();
    expect(html).toContain('None yet');
  });

  test('exists in demo mode only', async () => {
    const { routes: demo } = shared;
    const { routes: live } = await openServer('live');
    expect((await demo.request('/dev/mail')).status).toBe(200);
    for (const path of ['/dev/mail', `/dev/mail/${ids[0]}.html`, '/dev/clock']) {
      const headers = { Host: 'attacker.example' };
      expect((await demo.request(path, { headers })).status).toBe(403);
    }
    for (const path of ['/dev/mail', `/dev/mail/${ids[0]}.html`]) {
      expect((await live.request(path)).status).toBe(404);
    }
  });
});
