import type { MailerHarness } from 'meisterhand/kits';
import { createHttpMailer } from '../src/http-mailer.ts';
import { type AcceptedMail, startMailService } from './mail-service.ts';

/** Statuses of refusals. With 202, the response names the recipient as refused. */
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

/** Opens the mailer with its own simulated service, for the kit. */
export async function openHttpMail(): Promise<MailerHarness> {
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
}
