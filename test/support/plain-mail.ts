import type { MailMessage } from '#ports/mailer.ts';

/** A short mail without attachments. */
export const plainMail: MailMessage = {
  id: '019346d0-0000-7000-8000-000000000002',
  sender: 'Meisterhand <post@meisterhand.example>',
  recipient: 'johanna.brandt@example.com',
  subject: 'Ihre Bestellung',
  text: 'Guten Tag',
  html: '<p>Guten Tag</p>',
  attachments: [],
};
