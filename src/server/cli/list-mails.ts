import { z } from 'zod';
import { defineCommand, done } from './command.ts';
import { describeDelivery } from './describe-delivery.ts';
import { count } from './words.ts';

/** `mail list`: what the outbox holds; `--failed` shows the dead letters, which were given up. */
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
      .$if(failed, (query) => query.where('failed_at', 'is not', null))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    if (mails.length === 0) return done(failed ? 'No mail was given up.' : 'There are no mails.');
    return done(
      ...mails.map((mail) => `${mail.id}  ${mail.template} to ${mail.recipient}: ${describeDelivery(mail)}`),
    );
  },
});
