import { describeMailer } from 'meisterhand/kits';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpMailer } from '../src/http-mailer.ts';
import { openHttpMail } from './harness.ts';
import { startMailService } from './mail-service.ts';

describeMailer({ name: 'HTTP mail', create: openHttpMail });

const message = {
  id: '019346d0-0000-7000-8000-000000000002',
  sender: 'Meisterhand <post@meisterhand.example>',
  recipient: 'johanna.brandt@example.com',
  subject: 'Ihre Bestellung',
  text: 'Guten Tag',
  html: '<p>Guten Tag</p>',
  attachments: [],
};

test('a wrong key, too many requests and an outage are told with their status', async () => {
  const service = await startMailService();
  onTestFinished(() => service.close());
  const wrong = createHttpMailer({ url: service.url, key: 'key-of-somebody-else' });
  await expect(wrong.send(message)).rejects.toThrow('responded with 401');
  const mailer = createHttpMailer({ url: service.url, key: service.key });
  for (const status of [429, 500]) {
    service.answer(status);
    await expect(mailer.send(message)).rejects.toThrow(`responded with ${status}`);
  }
  expect(service.accepted).toEqual([]);
});

test('the shop is told how long the service wants to be left alone, and which recipients do not exist', async () => {
  const service = await startMailService();
  onTestFinished(() => service.close());
  const mailer = createHttpMailer({ url: service.url, key: service.key });
  service.answer(429, '90');
  await expect(mailer.send(message)).rejects.toMatchObject({ retryAfter: 90, isFinal: false });
  service.answer(410);
  await expect(mailer.send(message)).rejects.toMatchObject({ retryAfter: 0, isFinal: true });
});

test('a service that does not respond counts as down after the time limit', async () => {
  const service = await startMailService();
  onTestFinished(() => service.close());
  service.hang();
  const mailer = createHttpMailer({ url: service.url, key: service.key, timeLimit: 100 });
  await expect(mailer.send(message)).rejects.toThrow(/timeout/i);
});

test('a mail that is sent again, because its response was lost, is delivered once', async () => {
  const service = await startMailService();
  onTestFinished(() => service.close());
  const mailer = createHttpMailer({ url: service.url, key: service.key });
  for (const _ of ['first', 'again']) await mailer.send(message);
  expect(service.accepted).toHaveLength(1);
});
