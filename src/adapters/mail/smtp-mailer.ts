import { createTransport } from 'nodemailer';
import type { Mailer } from '#ports/mailer.ts';
import { toNodemailer } from './nodemailer-message.ts';

interface SmtpMailerDeps {
  /** For example `smtps://user:password@mail.example:465`. */
  readonly url: string;
  /** Milliseconds that a server may stay silent. */
  readonly patience?: number;
}

/**
 * Sends mails to the server named by `SMTP_URL`, one connection each; gives up on a silent server after 20 seconds and
 * lets the outbox retry. Answers only once the server has taken the mail for its recipient.
 */
export function createSmtpMailer({ url, patience = 20_000 }: SmtpMailerDeps): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
  });
  return {
    async send(message) {
      await transport.sendMail(toNodemailer(message));
    },
  };
}
