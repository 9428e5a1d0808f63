import type { SendMailOptions } from 'nodemailer';
import type { MailMessage } from '#ports/mailer.ts';

/**
 * Converts a mail for nodemailer, identically for all mailers. A repeated mail has the same Message-ID, so that mail
 * clients recognise it. Its headers ask for no automatic replies.
 */
export function toNodemailer(message: MailMessage): SendMailOptions {
  const domain = /@([^>\s]+)>?$/.exec(message.sender)?.[1] ?? 'localhost';
  return {
    messageId: `<${message.id}@${domain}>`,
    from: message.sender,
    to: message.recipient,
    ...(message.replyTo === undefined ? {} : { replyTo: message.replyTo }),
    subject: message.subject,
    text: message.text,
    html: message.html,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(message.unsubscribeUrl === undefined
        ? {}
        : {
            // Not folded or encoded, because mail clients would not find the URL.
            'List-Unsubscribe': { prepared: true, value: `<${message.unsubscribeUrl}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
    attachments: message.attachments.map(({ filename, content, type, contentId }) => ({
      filename,
      content,
      contentType: type,
      ...(contentId === undefined ? {} : { cid: contentId, contentDisposition: 'inline' as const }),
    })),
  };
}
