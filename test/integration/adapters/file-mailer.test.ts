import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFileMailer } from '#adapters/mail/file/file-mailer.ts';
import { describeMailer, mailServiceTests, retryAfterTests } from '#test/kits/mailer-kit.ts';
import { arrivedMail } from '#test/support/arrived-mail.ts';
import { readMime } from '#test/support/read-mime.ts';

async function openFolder() {
  const root = await mkdtemp(join(tmpdir(), 'meisterhand-mail-'));
  return { root, folder: join(root, 'mail') };
}

describeMailer({
  name: 'files',
  skip: [...mailServiceTests, ...retryAfterTests].map((test) => ({
    test,
    reason: 'files are written without a service',
  })),
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
      timeLimit: 1_000,
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

const repeated = {
  id: '019346d0-0000-7000-8000-000000000003',
  sender: 'Meisterhand <post@meisterhand.example>',
  recipient: 'johanna.brandt@example.com',
  subject: 'Ihre Bestellung',
  text: 'Guten Tag',
  html: '<p>Guten Tag</p>',
  attachments: [],
};

test('a mail that is sent again is replaced as a whole, also for a program that is reading it', async () => {
  const { root, folder } = await openFolder();
  onTestFinished(() => rm(root, { recursive: true }));
  const mailer = createFileMailer({ directory: folder });
  await mailer.send(repeated);
  const reader = await open(join(folder, `${repeated.id}.eml`));
  onTestFinished(() => reader.close());
  await mailer.send({ ...repeated, text: 'Guten Abend', html: '<p>Guten Abend</p>' });
  expect(await reader.readFile('utf8')).toContain('Guten Tag');
  expect(await readFile(join(folder, `${repeated.id}.eml`), 'utf8')).toContain('Guten Abend');
});

test('a mail exists only after its copies are written', async () => {
  const { root, folder } = await openFolder();
  onTestFinished(() => rm(root, { recursive: true }));
  // A folder with the name of the copy, so that the copy cannot be written.
  await mkdir(join(folder, `${repeated.id}.html`), { recursive: true });
  await expect(createFileMailer({ directory: folder }).send(repeated)).rejects.toThrow();
  expect(await readdir(folder)).not.toContain(`${repeated.id}.eml`);
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

test('a mail is forgotten with its copies, attachments and what a crash left of it, others stay', async () => {
  const { root, folder } = await openFolder();
  onTestFinished(() => rm(root, { recursive: true }));
  const mailer = createFileMailer({ directory: folder });
  await mailer.forget?.([repeated.id]);
  const other = '019346d0-0000-7000-8000-000000000004';
  const attachments = [{ filename: 'Rechnung.pdf', content: Buffer.from('%PDF'), type: 'application/pdf' }];
  for (const id of [repeated.id, other]) await mailer.send({ ...repeated, id, attachments });
  await writeFile(join(folder, `${repeated.id}.eml.part`), 'Guten');
  await writeFile(join(folder, 'readme.txt'), 'not a mail');
  for (let time = 0; time < 2; time += 1) {
    await mailer.forget?.([repeated.id]);
    expect((await readdir(folder)).toSorted()).toEqual([
      `${other}-1.pdf`,
      `${other}.eml`,
      `${other}.html`,
      `${other}.json`,
      'readme.txt',
    ]);
  }
});
