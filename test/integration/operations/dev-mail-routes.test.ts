import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFileMailer } from '#adapters/mail/file/file-mailer.ts';
import { readConfig } from '#app/settings/config.ts';
import { createServerTime } from '#app/wiring/create-server-context.ts';
import { createServer } from '#app/wiring/server.ts';
import { devMailRoutes } from '#server/operations/demo/dev-routes.ts';
import { createDatabase } from '#server/platform/database/connection.ts';
import { noPayments } from '#test/integration/support/gateways.ts';
import { noMedia } from '#test/support/memory-media-storage.ts';

const ids = ['019346d0-0000-7000-8000-000000000001', '019346d0-0000-7000-8000-000000000002'] as const;
let root: string;
let folder: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'meisterhand-dev-mail-'));
  folder = join(root, 'mail');
  const mailer = createFileMailer({ directory: folder });
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
        {
          filename: 'bild.png',
          content: Buffer.from('PNG'),
          type: 'image/png',
          contentId: 'bild.png@pictures',
        },
      ],
    });
  }
  await writeFile(join(root, 'secret.html'), 'geheim');
  await writeFile(join(folder, 'notes.html'), 'geheim');
  await writeFile(join(folder, `${ids[0]}.html.part`), 'geheim');
  await symlink(join(root, 'secret.html'), join(folder, 'link.html'));
});

afterAll(() => rm(root, { recursive: true }));

const ask = (path: string) => devMailRoutes(folder).request(path);

describe('/dev/mail', () => {
  test('lists the mails as text, newest first, with recipient, subject and attachments', async () => {
    const answer = await ask('/');
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html.indexOf('leser-2@')).toBeLessThan(html.indexOf('leser-1@'));
    expect(html).toContain('Bestellung 1 &lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).not.toMatch(/<script|bild|png/);
    for (const id of ids) {
      for (const file of [`${id}.html`, `${id}.eml`, `${id}-1.pdf`]) {
        expect(html).toContain(`href="/dev/mail/${file}"`);
        expect((await ask(`/${file}`)).status).toBe(200);
      }
    }
  });

  test('shows a mail with its picture, which may not run scripts or load anything else, and must not be cached', async () => {
    const html = await ask(`/${ids[0]}.html`);
    expect(await html.text()).toBe(`<h1>Mail 1</h1><img src="${ids[0]}-2.png">`);
    expect(html.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; form-action/,
    );
    expect(html.headers.get('cache-control')).toBe('no-store');
    const picture = await ask(`/${ids[0]}-2.png`);
    expect([picture.headers.get('content-type'), await picture.text()]).toEqual(['image/png', 'PNG']);
    const raw = await ask(`/${ids[0]}.eml`);
    expect(raw.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const paper = await ask(`/${ids[0]}-1.pdf`);
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
    const answer = await ask(path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain('geheim');
  });

  test('shows a text when no mails exist', async () => {
    const html = await (await devMailRoutes(join(root, 'nothing')).request('/')).text();
    expect(html).toContain('None yet');
  });

  test('exists in demo mode only', async () => {
    const config = await readConfig({ DATA_DIR: root });
    if (!config.ok) throw new Error(config.error.join('\n'));
    const db = createDatabase('postgres://nobody@127.0.0.1:1/nothing', { max: 1 });
    const hostIn = (mode: 'demo' | 'live') =>
      createServer({
        config: { ...config.value, mode },
        secrets: { token: 'x'.repeat(32), of: () => 'x'.repeat(32) },
        db,
        connectionString: '',
        time: createServerTime({ mode }, db),
        payments: noPayments,
        mailer: { send: async () => {} },
        media: noMedia,
        log: { info() {}, warn() {}, error() {} },
      }).routes;
    expect((await hostIn('demo').request('/dev/mail')).status).toBe(200);
    for (const path of ['/dev/mail', `/dev/mail/${ids[0]}.html`, '/dev/clock']) {
      const headers = { Host: 'attacker.example' };
      expect((await hostIn('demo').request(path, { headers })).status).toBe(403);
    }
    for (const path of ['/dev/mail', `/dev/mail/${ids[0]}.html`]) {
      expect((await hostIn('live').request(path)).status).toBe(404);
    }
    await db.destroy();
  });
});
