import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createSmtpMailer } from '#adapters/mail/smtp/smtp-mailer.ts';
import { describeMailer, retryAfterTests } from '#test/kits/mailer-kit.ts';
import { arrivedMail } from '#test/support/arrived-mail.ts';
import { plainMail as message } from '#test/support/plain-mail.ts';
import { openSmtpServer } from '#test/support/smtp-server.ts';

describeMailer({
  name: 'SMTP',
  skip: retryAfterTests.map((test) => ({ test, reason: 'SMTP has no Retry-After' })),
  create: async () => {
    const server = await openSmtpServer();
    return {
      mailer: createSmtpMailer({ url: server.url, timeoutMilliseconds: 3_000 }),
      arrived: async () => server.taken.map(({ raw, recipients }) => arrivedMail(raw, recipients)),
      breakDown: async () => server.refuse('busy'),
      mend: async () => server.refuse(null),
      refuse: async (how) => server.refuse(how),
      hang: async () => server.refuse('silent'),
      cutOff: () => server.close(),
      // SMTP has no keys; the message id stands for them.
      tries: async () => Array.from({ length: server.connections() }, () => null),
      timeLimit: 3_000,
      dispose: () => server.close(),
    };
  },
});

test('logs in with the name and password of its URL', async () => {
  const server = await openSmtpServer({ login: { user: 'shop', password: 'drei/Äpfel' } });
  onTestFinished(() => server.close());
  await createSmtpMailer({ url: server.url }).send(message);
  expect(server.users).toEqual(['shop']);
  const wrong = createSmtpMailer({ url: server.url.replace('shop:', 'somebody:') });
  await expect(wrong.send(message)).rejects.toThrow(/auth|login/i);
  expect(server.taken).toHaveLength(1);
});

test('fails if the server does not know the recipient, and delivers nothing', async () => {
  const server = await openSmtpServer({ unknownRecipients: [message.recipient] });
  onTestFinished(() => server.close());
  const mailer = createSmtpMailer({ url: server.url });
  await expect(mailer.send(message)).rejects.toThrow(/No such mailbox/);
  expect(server.taken).toEqual([]);
  await mailer.send({ ...message, recipient: 'ada@example.org' });
  expect(server.taken).toHaveLength(1);
});

test.each(['at_once', 'starttls'] as const)(
  'encrypts %s, and delivers nothing to a server with an untrusted certificate',
  async (encryption) => {
    const server = await openSmtpServer({ encryption });
    onTestFinished(() => server.close());
    await expect(createSmtpMailer({ url: server.url }).send(message)).rejects.toThrow(/certificate/);
    expect(server.taken).toEqual([]);
    // With this parameter in the URL an operator accepts a self-signed certificate.
    await createSmtpMailer({ url: `${server.url}/?tls.rejectUnauthorized=false` }).send(message);
    expect(server.taken.map(({ isEncrypted }) => isEncrypted)).toEqual([true]);
  },
);

test.each([
  ['does not respond', '', /never received|timeout/i],
  ['falls silent after its greeting', '220 mail.example ESMTP\r\n', /timeout/i],
])('gives up on a server that %s, and on one that does not exist', async (_, greeting, reason) => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => {
    sockets.push(socket);
    socket.write(greeting);
  });
  async function close() {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
  }
  onTestFinished(close);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, timeoutMilliseconds: 200 });
  await expect(mailer.send(message)).rejects.toThrow(reason);
  await close();
  await expect(mailer.send(message)).rejects.toThrow(/ECONNREFUSED/);
});

test('opens a connection for each mail', async () => {
  const server = await openSmtpServer();
  onTestFinished(() => server.close());
  const mailer = createSmtpMailer({ url: server.url });
  for (const _ of [1, 2]) await mailer.send(message);
  expect(server.connections()).toBe(2);
});
