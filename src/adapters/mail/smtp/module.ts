import { z } from 'zod';
import type { MailModule } from '#ports/modules.ts';

const settings = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'set an address like smtps://user:password@mail.example:465' })
    .optional(),
};

/** Sends mails to an SMTP server. */
export default {
  kind: 'mail',
  name: 'smtp',
  settings,
  secrets: ['SMTP_URL'],
  check: ({ SMTP_URL }, { mode }) =>
    SMTP_URL === undefined
      ? [{ name: 'SMTP_URL', text: `SMTP_URL is missing in ${mode} mode: set the mail server.` }]
      : [],
  async open({ SMTP_URL: url = '' }) {
    const { createSmtpMailer } = await import('./smtp-mailer.ts');
    return createSmtpMailer({ url });
  },
} satisfies MailModule<typeof settings>;
