import type { Mailer, MailFailure, MailMessage } from 'meisterhand/ports';

interface HttpMailerOptions {
  /** Address of the service, without a slash at the end. */
  readonly url: string;
  readonly key: string;
  /** Milliseconds until a service that does not respond counts as down. */
  readonly timeLimit?: number;
}

/**
 * Sends each mail with one request. Rejects unless the service has accepted it (202, with the id that it gives), so that
 * the shop's outbox tries again; the id of the mail is the idempotency key, with which the service delivers a repeated
 * mail once. Errors have only the status, because the service repeats recipient and subject in its refusals.
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
      // It names refused recipients with 202, too.
      if (response.status !== 202 || !/"accepted":"/.test(body)) throw refusalOf(response);
    },
  };
}

/** 410 is what this service says of recipients that do not exist; nothing else is final. */
function refusalOf({ status, headers }: Response): Error & MailFailure {
  return Object.assign(new Error(`The mail service has not accepted the mail: it responded with ${status}`), {
    isFinal: status === 410,
    retryAfter: secondsOf(headers.get('retry-after') ?? ''),
  });
}

/** The seconds of a `Retry-After`: a number, or a date (RFC 9110 §10.2.3); 0 for what is over or cannot be read. */
function secondsOf(retryAfter: string): number {
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1_000;
  return seconds > 0 ? Math.ceil(seconds) : 0;
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
    // The service adds a pixel and rewrites links unless it is told not to.
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
