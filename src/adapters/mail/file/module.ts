import type { MailModule } from '#ports/modules.ts';

/** Writes mails into a folder instead of sending them. Demo mode only. */
export default {
  kind: 'mail',
  name: 'file',
  settings: {},
  demoOnly: 'sends no mails',
  async open(_, { mailDir }) {
    const { createFileMailer } = await import('./file-mailer.ts');
    return createFileMailer({ directory: mailDir });
  },
} satisfies MailModule;
