import { createTransport } from 'nodemailer';
import { toNodemailer } from '#adapters/mail/nodemailer-message.ts';
import type { Mailer } from '#ports/mailer.ts';

interface SmtpMailerDeps {
  /** For example `smtps://user:password@mail.example:465`. */
  readonly url: string;
  /** Milliseconds without a response until a server counts as down. */
  readonly timeoutMilliseconds?: number;
}

/**
 * Sends mails to the server of `SMTP_URL`, one connection each. Rejects when the server does not respond for 20
 * seconds; the outbox then tries again. Resolves when the server has accepted the mail for its recipient.
 */
export function createSmtpMailer({ url, timeoutMilliseconds = 20_000 }: SmtpMailerDeps): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMilliseconds,
    greetingTimeout: timeoutMilliseconds,
    socketTimeout: timeoutMilliseconds,
  });
  return {
    async send(message) {
      await transport.sendMail(toNodemailer(message));
    },
  };
}
