import { z } from 'zod';
import { resendMail } from '#server/mail/outbox.ts';
import { toOperatorMail } from '#server/orders/operator-order.ts';
import { isOwnerGone } from '#server/platform/outbox/can-resend.ts';
import { count, defineCommand, done, failed } from './command.ts';
import { describeDelivery } from './shipment-commands.ts';

/** `mail list`: the mails of the outbox; `--failed` shows those that were given up. */
export const listMailsCommand = defineCommand({
  name: 'mail list',
  usage: '[--failed] [--limit N]',
  summary: 'lists mails, newest first; --failed only those that were given up',
  options: { failed: { type: 'boolean' }, limit: { type: 'string' } },
  input: z.object({ failed: z.boolean().default(false), limit: count(1, 10_000).default(50) }),
  async run({ db }, { failed, limit }) {
    const mails = await db
      .selectFrom('outbox')
      .selectAll()
      .select(isOwnerGone.as('is_owner_gone'))
      .$if(failed, (query) => query.where('failed_at', 'is not', null))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    if (mails.length === 0) return done(failed ? 'No mail was given up.' : 'There are no mails.');
    return done(
      ...mails.map(
        (mail) =>
          `${mail.id}  ${mail.template} to ${mail.recipient}: ${describeDelivery(toOperatorMail(mail))}`,
      ),
    );
  },
});

/** `mail resend`: retries a mail, or sends a copy of one that was sent. */
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
      'This mail is older than 30 days, carried a link or a code of its own, or told of a declaration that was deleted with it. Ask for a new one instead.',
    );
  },
});
