import { describeMailer } from 'meisterhand/kits';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpMailer } from '../src/http-mailer.ts';
import { type AcceptedMail, startMailService } from './mail-service.ts';

describeMailer({
  name: 'HTTP mail',
  async create() {
    const service = await startMailService();
    return {
      mailer: createHttpMailer({ url: service.url, key: service.key, timeLimit: 3_000 }),
      arrived: async () => service.accepted.map(toArrived),
      breakDown: async () => service.answer(503),
      mend: async () => service.answer(null),
      refuse: async (how) => service.answer(statuses[how]),
      refuseFor: async (retryAfter, status) => service.answer(status, retryAfter),
      hang: async () => service.hang(),
      trickle: async () => service.trickle(),
      tries: async () => service.tries,
      timeLimit: 3_000,
      dispose: () => service.close(),
    };
  },
});

/** With 202 the service accepts the request, and its response names the recipient as refused. */
const statuses = { recipient: 410, credentials: 401, too_many: 429, suspicion: 422, belated: 202 };

function toArrived({ from, to, bcc = [], tracking, reply_to, headers, attachments, ...same }: AcceptedMail) {
  const unsubscribe = headers['List-Unsubscribe'];
  return {
    ...same,
    messageId: headers['Message-ID'] ?? '',
    sender: from,
    recipient: to,
    recipients: [to, ...bcc],
    hasOneClick: headers['List-Unsubscribe-Post'] === 'List-Unsubscribe=One-Click',
    isTracked: tracking,
    attachments: attachments.map(({ content, content_id, ...file }) => ({
      ...file,
      ...(content_id === undefined ? {} : { contentId: content_id }),
      content: Buffer.from(content, 'base64'),
    })),
    ...(reply_to === undefined ? {} : { replyTo: reply_to }),
    ...(unsubscribe === undefined ? {} : { unsubscribeUrl: unsubscribe.slice(1, -1) }),
  };
}

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
