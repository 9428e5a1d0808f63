import type { ArrivedMail } from '#test/kits/mailer-kit.ts';
import { readMime } from './read-mime.ts';

/** Parses a raw mail into the form that the mailer conformance kit compares. */
export function arrivedMail(raw: string): ArrivedMail {
  const { headers, ...mail } = readMime(raw);
  const unsubscribeUrl = /^<(.*)>$/.exec(headers['list-unsubscribe'] ?? '')?.[1];
  return {
    ...mail,
    messageId: headers['message-id'] ?? '',
    sender: headers.from ?? '',
    recipient: headers.to ?? '',
    subject: headers.subject ?? '',
    ...(headers['reply-to'] === undefined ? {} : { replyTo: headers['reply-to'] }),
    ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl }),
  };
}
