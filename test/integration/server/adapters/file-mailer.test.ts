import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFileMailer } from '#adapters/mail/file-mailer.ts';
import { describeMailer } from '#test/kits/mailer-kit.ts';
import { arrivedMail } from '#test/support/arrived-mail.ts';
import { readMime } from '#test/support/read-mime.ts';

async function openFolder() {
  const root = await mkdtemp(join(tmpdir(), 'meisterhand-mail-'));
  return { root, folder: join(root, 'mail') };
}

describeMailer({
  name: 'files',
  create: async () => {
    const { root, folder } = await openFolder();
    return {
      mailer: createFileMailer({ directory: folder }),
      async arrived() {
        const names = await readdir(folder).catch(() => []);
        const mails = names.filter((name) => name.endsWith('.eml'));
        return Promise.all(
          mails.map(async (name) => arrivedMail(await readFile(join(folder, name), 'utf8'))),
        );
      },
      async breakDown() {
        // A file replaces the folder, so that no mail can be written.
        await rename(folder, `${folder}.away`).catch(() => undefined);
        await writeFile(folder, '');
      },
      async mend() {
        await rm(folder);
        await rename(`${folder}.away`, folder).catch(() => mkdir(folder));
      },
      dispose: () => rm(root, { recursive: true }),
    };
  },
});

test('readable copies are written beside the mail, and no incomplete files', async () => {
  const { root, folder } = await openFolder();
  onTestFinished(() => rm(root, { recursive: true }));
  const id = '019346d0-0000-7000-8000-000000000001';
  const content = Buffer.from('%PDF-1.7');
  await createFileMailer({ directory: folder }).send({
    id,
    sender: 'Meisterhand <post@meisterhand.example>',
    recipient: 'johanna.brandt@example.com',
    subject: 'Ihre Bestellung',
    text: 'Guten Tag',
    html: '<p>Guten Tag</p>',
    attachments: [{ filename: '../../Rechnung.pdf', content, type: 'application/pdf' }],
  });
  expect((await readdir(folder)).toSorted()).toEqual([
    `${id}-1.pdf`,
    `${id}.eml`,
    `${id}.html`,
    `${id}.json`,
  ]);
  expect(await readFile(join(folder, `${id}.html`), 'utf8')).toBe('<p>Guten Tag</p>');
  expect(await readFile(join(folder, `${id}-1.pdf`))).toEqual(content);
  expect(JSON.parse(await readFile(join(folder, `${id}.json`), 'utf8'))).toEqual({
    recipient: 'johanna.brandt@example.com',
    subject: 'Ihre Bestellung',
    attachments: [{ filename: '../../Rechnung.pdf', file: `${id}-1.pdf` }],
  });
});

test('a newsletter contains the unsubscribe header, unfolded on one line', async () => {
  const { root, folder } = await openFolder();
  onTestFinished(() => rm(root, { recursive: true }));
  const id = '019346d0-0000-7000-8000-000000000002';
  const unsubscribeUrl = `https://meisterhand.example/api/newsletter/unsubscribe?token=${'a'.repeat(66)}`;
  await createFileMailer({ directory: folder }).send({
    id,
    sender: 'Meisterhand <post@meisterhand.example>',
    recipient: 'johanna.brandt@example.com',
    subject: 'Willkommen',
    text: 'Guten Tag',
    html: '<p>Guten Tag</p>',
    attachments: [],
    unsubscribeUrl,
    replyTo: 'ada@example.org',
  });
  const raw = await readFile(join(folder, `${id}.eml`), 'utf8');
  expect(raw).toContain(`\nList-Unsubscribe: <${unsubscribeUrl}>\n`);
  expect(raw).toContain('\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\n');
  expect(readMime(raw).headers['reply-to']).toBe('ada@example.org');
});
