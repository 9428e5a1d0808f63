import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { HostContext } from '#server/server-context.ts';
import { keepsItsFacts } from './templates.ts';

/** What an operator's wish to send a mail again has led to. */
export type ResentMail =
  /** It had not left: it is due now and has all its attempts again. */
  | 'due_again'
  /** It had left: a copy is on its way. */
  | 'copied';

export type ResendRefusal =
  | 'UNKNOWN_MAIL'
  /** It carried a link or a code, which was forgotten when it left. */
  | 'FORGOTTEN';

/** Sends a mail again: one that was given up or waits at once, one that has left as a copy under an id of its own. */
export function resendMail(
  context: Pick<HostContext, 'db' | 'clock' | 'ids'>,
  mailId: string,
): Promise<Result<ResentMail, ResendRefusal>> {
  const now = new Date(context.clock.now());
  return inTransaction(context.db, async (trx) => {
    const mail = await trx
      .selectFrom('outbox')
      .selectAll()
      .where('id', '=', mailId)
      .forUpdate()
      .executeTakeFirst();
    if (mail === undefined) return err('UNKNOWN_MAIL');
    if (mail.sent_at === null) {
      const again = { due_at: now, failed_at: null, attempts: 0 };
      await trx.updateTable('outbox').set(again).where('id', '=', mailId).execute();
      return ok('due_again');
    }
    if (!keepsItsFacts(mail.template)) return err('FORGOTTEN');
    const id = context.ids.uuid();
    await trx
      .insertInto('outbox')
      .values({
        id,
        template: mail.template,
        recipient: mail.recipient,
        locale: mail.locale,
        facts: JSON.stringify(mail.facts),
        dedupe_key: `resent:${id}`,
        created_at: now,
        due_at: now,
      })
      .execute();
    return ok('copied');
  });
}
