import type { ArrivedMail } from '#test/kits/mailer-harness.ts';
import { readMime } from './read-mime.ts';

/**
 * Parses a raw mail into the form that the mailer conformance kit compares. `recipients` are those
 * that a mail server received; by default those of the headers.
 */
export function arrivedMail(raw: string, recipients?: readonly string[]): ArrivedMail {
  const { headers, ...mail } = readMime(raw);
  const unsubscribeUrl = /^<(.*)>$/.exec(headers['list-unsubscribe'] ?? '')?.[1];
  return {
    ...mail,
    messageId: headers['message-id'] ?? '',
    recipients:
      recipients ?? [headers.to, headers.cc, headers.bcc].flatMap((all) => all?.split(/,\s*/) ?? []),
    hasOneClick: headers['list-unsubscribe-post'] === 'List-Unsubscribe=One-Click',
    // Neither a file nor a plain mail server adds tracking to a mail.
    isTracked: false,
    sender: headers.from ?? '',
    recipient: headers.to ?? '',
    subject: headers.subject ?? '',
    ...(headers['reply-to'] === undefined ? {} : { replyTo: headers['reply-to'] }),
    ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl }),
  };
}
