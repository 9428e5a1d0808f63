import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createSmtpMailer } from '#adapters/mail/smtp/smtp-mailer.ts';
import { describeMailer, retryAfterTests } from '#test/kits/mailer-kit.ts';
import { arrivedMail } from '#test/support/arrived-mail.ts';
import { openPostOffice } from '#test/support/smtp-post-office.ts';

describeMailer({
  name: 'SMTP',
  skip: retryAfterTests.map((test) => ({ test, reason: 'SMTP has no Retry-After' })),
  create: async () => {
    const office = await openPostOffice();
    return {
      mailer: createSmtpMailer({ url: office.url, timeoutMilliseconds: 3_000 }),
      arrived: async () => office.taken.map(({ raw, recipients }) => arrivedMail(raw, recipients)),
      breakDown: async () => office.refuse('busy'),
      mend: async () => office.refuse(null),
      refuse: async (how) => office.refuse(how),
      hang: async () => office.refuse('silent'),
      cutOff: () => office.close(),
      // SMTP has no keys; the message id stands for them.
      tries: async () => Array.from({ length: office.connections() }, () => null),
      timeLimit: 3_000,
      dispose: () => office.close(),
    };
  },
});

const message = {
  id: '019346d0-0000-7000-8000-000000000002',
  sender: 'Meisterhand <post@meisterhand.example>',
  recipient: 'johanna.brandt@example.com',
  subject: 'Ihre Bestellung',
  text: 'Guten Tag',
  html: '<p>Guten Tag</p>',
  attachments: [],
};

test('logs in with the name and password of its URL', async () => {
  const office = await openPostOffice({ login: { user: 'shop', password: 'drei/Äpfel' } });
  onTestFinished(() => office.close());
  await createSmtpMailer({ url: office.url }).send(message);
  expect(office.users).toEqual(['shop']);
  const wrong = createSmtpMailer({ url: office.url.replace('shop:', 'somebody:') });
  await expect(wrong.send(message)).rejects.toThrow(/auth|login/i);
  expect(office.taken).toHaveLength(1);
});

test('fails if the server does not know the recipient, and delivers nothing', async () => {
  const office = await openPostOffice({ unknownRecipients: [message.recipient] });
  onTestFinished(() => office.close());
  const mailer = createSmtpMailer({ url: office.url });
  await expect(mailer.send(message)).rejects.toThrow(/No such mailbox/);
  expect(office.taken).toEqual([]);
  await mailer.send({ ...message, recipient: 'ada@example.org' });
  expect(office.taken).toHaveLength(1);
});

test.each(['at_once', 'starttls'] as const)(
  'encrypts %s, and delivers nothing to a server with an untrusted certificate',
  async (encryption) => {
    const office = await openPostOffice({ encryption });
    onTestFinished(() => office.close());
    await expect(createSmtpMailer({ url: office.url }).send(message)).rejects.toThrow(/certificate/);
    expect(office.taken).toEqual([]);
    // With this parameter in the URL an operator accepts a self-signed certificate.
    await createSmtpMailer({ url: `${office.url}/?tls.rejectUnauthorized=false` }).send(message);
    expect(office.taken.map(({ isEncrypted }) => isEncrypted)).toEqual([true]);
  },
);

test('gives up on a server that does not respond, and on one that does not exist', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, timeoutMilliseconds: 200 });
  await expect(mailer.send(message)).rejects.toThrow();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
  await expect(mailer.send(message)).rejects.toThrow(/ECONNREFUSED/);
});

test('gives up on a server that greets and then falls silent', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => {
    sockets.push(socket);
    socket.write('220 mail.example ESMTP\r\n');
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  const { port } = silent.address() as AddressInfo;
  const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, timeoutMilliseconds: 200 });
  await expect(mailer.send(message)).rejects.toThrow(/timeout/i);
});

test('opens a connection for each mail', async () => {
  const office = await openPostOffice();
  onTestFinished(() => office.close());
  const mailer = createSmtpMailer({ url: office.url });
  for (const _ of [1, 2]) await mailer.send(message);
  expect(office.connections()).toBe(2);
});
