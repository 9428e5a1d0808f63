import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFileMailer } from '#adapters/mail/file/file-mailer.ts';
import { describeMailer, mailServiceTests, retryAfterTests } from '#test/kits/mailer-kit.ts';
import { arrivedMail } from '#test/support/arrived-mail.ts';
import { plainMail as mail } from '#test/support/plain-mail.ts';
import { readMime } from '#test/support/read-mime.ts';

async function openFolder() {
  const root = await mkdtemp(join(tmpdir(), 'meisterhand-mail-'));
  return { root, folder: join(root, 'mail') };
}

/** Opens a folder for mails that is removed after the test. Returns its path. */
async function openOwnFolder(): Promise<string> {
  const { root, folder } = await openFolder();
  onTestFinished(() => rm(root, { recursive: true }));
  return folder;
}

const { id } = mail;

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
  const folder = await openOwnFolder();
  const content = Buffer.from('%PDF-1.7');
  const attachments = [{ filename: '../../Rechnung.pdf', content, type: 'application/pdf' }];
  await createFileMailer({ directory: folder }).send({ ...mail, attachments });
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

test('a mail that is sent again is replaced as a whole, even while a program reads it', async () => {
  const folder = await openOwnFolder();
  const mailer = createFileMailer({ directory: folder });
  await mailer.send(mail);
  const reader = await open(join(folder, `${id}.eml`));
  onTestFinished(() => reader.close());
  await mailer.send({ ...mail, text: 'Guten Abend', html: '<p>Guten Abend</p>' });
  expect(await reader.readFile('utf8')).toContain('Guten Tag');
  expect(await readFile(join(folder, `${id}.eml`), 'utf8')).toContain('Guten Abend');
});

test('a mail exists only after its copies are written', async () => {
  const folder = await openOwnFolder();
  // A folder with the name of the copy, so that the copy cannot be written.
  await mkdir(join(folder, `${id}.html`), { recursive: true });
  await expect(createFileMailer({ directory: folder }).send(mail)).rejects.toThrow();
  expect(await readdir(folder)).not.toContain(`${id}.eml`);
});

test('a newsletter contains the unsubscribe header, unfolded on one line', async () => {
  const folder = await openOwnFolder();
  const unsubscribeUrl = `https://meisterhand.example/api/newsletter/unsubscribe?token=${'a'.repeat(66)}`;
  const newsletter = { ...mail, unsubscribeUrl, replyTo: 'ada@example.org' };
  await createFileMailer({ directory: folder }).send(newsletter);
  const raw = await readFile(join(folder, `${id}.eml`), 'utf8');
  expect(raw).toContain(`\nList-Unsubscribe: <${unsubscribeUrl}>\n`);
  expect(raw).toContain('\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\n');
  expect(readMime(raw).headers['reply-to']).toBe('ada@example.org');
});

test('forgetting a mail deletes its copies, attachments and partial files, but no other mail', async () => {
  const folder = await openOwnFolder();
  const mailer = createFileMailer({ directory: folder });
  await mailer.forget?.([id]);
  const other = '019346d0-0000-7000-8000-000000000004';
  const attachments = [{ filename: 'Rechnung.pdf', content: Buffer.from('%PDF'), type: 'application/pdf' }];
  for (const each of [id, other]) await mailer.send({ ...mail, id: each, attachments });
  await writeFile(join(folder, `${id}.eml.part`), 'Guten');
  await writeFile(join(folder, 'readme.txt'), 'not a mail');
  for (let time = 0; time < 2; time += 1) {
    await mailer.forget?.([id]);
    expect((await readdir(folder)).toSorted()).toEqual([
      `${other}-1.pdf`,
      `${other}.eml`,
      `${other}.html`,
      `${other}.json`,
      'readme.txt',
    ]);
  }
});
