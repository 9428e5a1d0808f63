import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createSmtpMailer } from '#adapters/mail/smtp/smtp-mailer.ts';
import { plainMail as message } from '#test/support/plain-mail.ts';
import { readMime } from '#test/support/read-mime.ts';
import { openSmtpServer } from '#test/support/smtp-server.ts';

test('mails are marked as automatic, so that no program replies', async () => {
  const server = await openSmtpServer();
  onTestFinished(() => server.close());
  await createSmtpMailer({ url: server.url }).send(message);
  const { headers } = readMime(server.taken[0]?.raw ?? '');
  expect(headers['auto-submitted']).toBe('auto-generated');
  expect(headers['message-id']).toBe(`<${message.id}@meisterhand.example>`);
});

test.each([
  ['RCPT TO', '550 5.1.1 No such mailbox', true],
  ['RCPT TO', '550 No such mailbox', true],
  ['RCPT TO', '550 5.7.1 Relaying denied', false],
  ['RCPT TO', '451 4.2.1 Busy', false],
  ['MAIL FROM', '550 5.1.8 Sender unknown', false],
  ['DATA', '554 5.6.0 Refused', false],
])('a mail whose %s gets "%s" has failed for good: %s', async (command, response, isFinal) => {
  const server = createServer((socket) => {
    socket.write('220 mail.example ESMTP\r\n');
    socket.on('data', (chunk) => {
      const line = chunk.toString();
      if (line.startsWith(command)) socket.write(`${response}\r\n`);
      else socket.write(line.startsWith('DATA') ? '354 Go on\r\n' : '250 Fine\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}` });
  await expect(mailer.send(message)).rejects.toMatchObject({ isFinal });
});
