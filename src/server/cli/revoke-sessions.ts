import { z } from 'zod';
import { normaliseEmail } from '#core/rules/email-address.ts';
import { defineCommand, done, failed } from './command.ts';

/** `sessions revoke`: logs an account out everywhere, at once; every call checks its session. */
export const revokeSessionsCommand = defineCommand({
  name: 'sessions revoke',
  usage: 'EMAIL',
  summary: 'logs an account out on every device, at once',
  operands: ['email'],
  input: z.object({ email: z.string().transform(normaliseEmail) }),
  async run({ db, clock }, { email }) {
    const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
    if (user === undefined) return failed(`There is no account ${email}.`);
    const { numUpdatedRows } = await db
      .updateTable('sessions')
      .set({ revoked_at: new Date(clock.now()) })
      .where('user_id', '=', user.id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    return done(`${email} is logged out; sessions ended: ${numUpdatedRows}.`);
  },
});
