import type { MailModule } from '#ports/modules.ts';

/** Writes mails into a folder instead of sending them. Demo mode only. */
export default {
  kind: 'mail',
  name: 'file',
  settings: {},
  check: (_, { mode }) =>
    mode === 'live'
      ? [
          {
            name: 'MAIL_MODULE',
            text: 'MAIL_MODULE is "file", which sends no mails: live mode needs another, for example smtp.',
          },
        ]
      : [],
  async open(_, { mailDir }) {
    const { createFileMailer } = await import('./file-mailer.ts');
    return createFileMailer({ directory: mailDir });
  },
} satisfies MailModule;
