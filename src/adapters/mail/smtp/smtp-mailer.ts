import { createTransport } from 'nodemailer';
import { toNodemailer } from '#adapters/mail/nodemailer-message.ts';
import { maskEmails } from '#core/rules/accounts/mask-emails.ts';
import type { Mailer, MailFailure, MailMessage } from '#ports/mailer.ts';

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
      await transport.sendMail(toNodemailer(message)).catch((error) => {
        throw refusalOf(error, message);
      });
    },
    async verify() {
      await transport.verify();
    },
  };
}

interface SmtpError extends Error {
  readonly code?: string;
  /** The command that was refused. */
  readonly command?: string;
  /** Response of the server. */
  readonly response?: string;
  readonly responseCode?: number;
}

/**
 * Returns the server's response without data of the mail: servers repeat recipients and subjects, and nodemailer's
 * errors contain them in several properties.
 */
function refusalOf(
  { message, code, command, response, responseCode }: SmtpError,
  { subject, recipient }: MailMessage,
): Error & MailFailure {
  const masked = maskEmails(message.replaceAll(subject, '…'), [recipient]);
  const isFinal = command === 'RCPT TO' && isUnknownRecipient(response, responseCode);
  return Object.assign(new Error(masked), { code, responseCode, isFinal });
}

/**
 * Returns whether a response to `RCPT TO` is permanent (5xx, RFC 5321 §4.2.1) and about the recipient: 5.7 is about the
 * sender's permissions, 5.3, 5.4 and 5.5 are about servers (RFC 3463 §3).
 */
function isUnknownRecipient(response = '', responseCode = 0): boolean {
  const subject = /\b5\.(\d{1,3})\.\d{1,3}\b/.exec(response)?.[1];
  return responseCode >= 500 && responseCode < 600 && ['1', '2', undefined].includes(subject);
}
