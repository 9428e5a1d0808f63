import { normaliseNumber } from '#core/rules/order.ts';
import type { Result } from '#core/rules/result.ts';
import { ok } from '#core/rules/result.ts';
import { respondInConstantTime } from '#server/accounts/constant-time-response.ts';
import type { Caller } from '#server/caller.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { DomainFailure } from '#server/domain-failure.ts';
import { enqueueMail } from '#server/mail/enqueue-mail.ts';
import { takeHit } from '#server/rate-limits.ts';
import type { ServerContext } from '#server/server-context.ts';

interface OrderQuery {
  /** Number of the order as typed. */
  readonly code: string;
  readonly email: string;
}

/**
 * Mails a link to an order to its buyer (docs/behaviour/orders.md#order-lookup). Known and unknown orders get the same
 * response after the same time.
 */
export function requestOrderLink(
  context: ServerContext,
  query: OrderQuery,
  { address, locale }: Pick<Caller, 'address' | 'locale'>,
): Promise<Result<null, DomainFailure>> {
  return respondInConstantTime(async () => {
    const allowed = await takeHit(context.db, context, [
      { key: ['order-lookup', query.email], hits: 5, minutes: 60 },
      { key: ['order-lookup-number', normaliseNumber(query.code)], hits: 10, minutes: 60 },
      { key: ['order-lookup-address', address], hits: 30, minutes: 60 },
    ]);
    if (!allowed.ok) return allowed;
    const found = await findRecipient(context, query);
    if (found !== undefined) {
      await inTransaction(context.db, (trx) =>
        enqueueMail(trx, context, {
          template: 'order_link',
          recipient: found.recipient,
          locale,
          facts: { order_id: found.id },
          dedupe_key: `order_link:${context.ids.uuid()}`,
        }),
      );
    }
    return ok(null);
  });
}

/**
 * The order, and whom its link is mailed to: the owner of its account, who may have changed the address since, else the
 * address of the order.
 */
async function findRecipient({ db }: ServerContext, { code, email }: OrderQuery) {
  return db
    .selectFrom('orders')
    .leftJoin('users', 'users.id', 'orders.user_id')
    .select(['orders.id', (select) => select.fn.coalesce('users.email', 'orders.email').as('recipient')])
    .where('orders.code', '=', normaliseNumber(code))
    .where((where) =>
      where.or([
        where('orders.completed_at', 'is not', null),
        where('orders.state', '=', 'awaiting_payment'),
      ]),
    )
    .where((where) => where.or([where('orders.email', '=', email), where('users.email', '=', email)]))
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
}
