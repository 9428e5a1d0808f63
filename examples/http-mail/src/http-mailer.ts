import type { Mailer, MailMessage } from 'meisterhand/ports';

interface HttpMailerOptions {
  /** Address of the service, without a slash at the end. */
  readonly url: string;
  readonly key: string;
  /** Milliseconds until a service that does not respond counts as down. */
  readonly timeLimit?: number;
}

/**
 * Sends each mail with one request. Rejects for every status but 202, so that the shop's outbox tries again; the id of
 * the mail is the idempotency key, with which the service delivers a repeated mail once.
 */
export function createHttpMailer({ url, key, timeLimit = 20_000 }: HttpMailerOptions): Mailer {
  return {
    async send(message) {
      const response = await fetch(`${url}/v1/messages`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': message.id,
        },
        body: JSON.stringify(toRequest(message)),
        signal: AbortSignal.timeout(timeLimit),
      });
      const body = await response.text();
      if (response.status !== 202)
        throw new Error(`The mail service responded with ${response.status}: ${body.slice(0, 200)}`);
    },
  };
}

/** The mail as the service wants it. Its headers ask for no automatic replies. */
function toRequest(message: MailMessage): object {
  const domain = /@([^>\s]+)>?$/.exec(message.sender)?.[1] ?? 'localhost';
  return {
    from: message.sender,
    to: message.recipient,
    reply_to: message.replyTo,
    // The service refuses subjects with line breaks.
    subject: message.subject.replaceAll(/[\r\n]+/g, ' '),
    text: message.text,
    html: message.html,
    headers: {
      'Message-ID': `<${message.id}@${domain}>`,
      'Auto-Submitted': 'auto-generated',
      ...(message.unsubscribeUrl === undefined
        ? {}
        : {
            'List-Unsubscribe': `<${message.unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
    attachments: message.attachments.map(({ filename, content, type }) => ({
      filename,
      type,
      content: content.toString('base64'),
    })),
  };
}
