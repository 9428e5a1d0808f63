import { z } from 'zod';
import { resendMail } from '#server/mail/resend-mail.ts';
import { defineCommand, done, failed } from './command.ts';

/** `mail resend`: gives a mail another chance, or sends a copy of one that has left. */
export const resendMailCommand = defineCommand({
  name: 'mail resend',
  usage: 'ID',
  summary: 'sends a mail again; the ids stand in mail list',
  operands: ['id'],
  input: z.object({ id: z.uuid('write an id as mail list shows it') }),
  async run(context, { id }) {
    const resent = await resendMail(context, id);
    if (resent.ok) {
      return done(resent.value === 'copied' ? 'A copy of the mail is on its way.' : 'The mail is due again.');
    }
    if (resent.error === 'UNKNOWN_MAIL') return failed(`There is no mail ${id}.`);
    return failed(
      'This mail carried a link or a code of its own, which was forgotten when it left. Ask for a new one instead.',
    );
  },
});
