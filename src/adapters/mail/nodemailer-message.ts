import type { SendMailOptions } from 'nodemailer';
import type { MailMessage } from '#ports/mailer.ts';

/**
 * The message in the form nodemailer takes; all mailers send the same bytes. A mail that is sent again keeps its
 * Message-ID, so that mail programs recognise it; programs that answer by themselves are told not to.
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
            // Kept as they are: folded or encoded, mail programs would not find the address.
            'List-Unsubscribe': { prepared: true, value: `<${message.unsubscribeUrl}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
    attachments: message.attachments.map(({ filename, content, type }) => ({
      filename,
      content,
      contentType: type,
    })),
  };
}
