import type { Mailer, MailFailure, MailMessage } from 'meisterhand/ports';

interface HttpMailerOptions {
  /** URL of the service without a trailing slash. */
  readonly url: string;
  readonly key: string;
  /** Timeout of a request in milliseconds. */
  readonly timeLimit?: number;
}

/**
 * Creates a mailer that sends each mail with one request. It rejects unless the service accepts the mail (202 with an
 * id), so that the shop's outbox retries. The mail's id is the idempotency key, by which the service delivers a
 * repeated mail once. Errors contain only the status, because the service repeats recipient and subject in its
 * refusals.
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
      // The service also reports refused recipients with 202.
      if (response.status !== 202 || !/"accepted":"/.test(body)) throw refusalOf(response);
    },
  };
}

/** Creates the error of a refusal. 410 means that the recipient does not exist; only this is final. */
function refusalOf({ status, headers }: Response): Error & MailFailure {
  return Object.assign(new Error(`The mail service has not accepted the mail: it responded with ${status}`), {
    isFinal: status === 410,
    retryAfter: secondsOf(headers.get('retry-after') ?? ''),
  });
}

/** Returns the seconds of a `Retry-After`: a number, or a date (RFC 9110 §10.2.3); 0 if it is past or invalid. */
function secondsOf(retryAfter: string): number {
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1_000;
  return seconds > 0 ? Math.ceil(seconds) : 0;
}

/** Converts a mail to the service's format. Its headers suppress automatic replies. */
function toRequest(message: MailMessage): object {
  const domain = /@([^>\s]+)>?$/.exec(message.sender)?.[1] ?? 'localhost';
  return {
    from: message.sender,
    to: message.recipient,
    reply_to: message.replyTo,
    // The service rejects subjects with line breaks.
    subject: message.subject.replaceAll(/[\r\n]+/g, ' '),
    text: message.text,
    html: message.html,
    // Without this, the service adds a tracking pixel and rewrites links.
    tracking: false,
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
    attachments: message.attachments.map(({ filename, content, type, contentId }) => ({
      filename,
      type,
      content: content.toString('base64'),
      content_id: contentId,
    })),
  };
}
