import { createTransport } from 'nodemailer';
import type { Mailer } from '#host/ports/mailer.ts';
import { toNodemailer } from './file-mailer.ts';

interface SmtpMailerDeps {
  /** For example `smtps://user:password@mail.example:465`. */
  readonly url: string;
}

/** Sends mails to the server named by `SMTP_URL`; gives up on a silent server after 20 seconds and lets the outbox retry. */
export function createSmtpMailer({ url }: SmtpMailerDeps): Mailer {
  const transport = createTransport({ url, pool: true, connectionTimeout: 20_000, socketTimeout: 20_000 });
  return {
    async send(message) {
      await transport.sendMail(toNodemailer(message));
    },
  };
}
