import { plainCode } from '#core/model/typed-text.ts';
import { ok, type Result } from '#core/rules/basics/result.ts';
import type { Caller } from '#server/platform/caller.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { DomainFailure } from '#server/platform/domain-failure.ts';
import { respondInConstantTime } from '#server/platform/http/constant-time-response.ts';
import { ownMailboxOf } from '#server/platform/mailboxes.ts';
import { enqueueMail } from '#server/platform/outbox/enqueue-mail.ts';
import { limitOf, takeHit } from '#server/platform/rate-limits.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

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
  { locale }: Pick<Caller, 'locale'>,
): Promise<Result<null, DomainFailure>> {
  return respondInConstantTime(context, async () => {
    const found = await findRecipient(context, query);
    // Above the limit the links of this hour are still valid, and the response is the same.
    if (found !== undefined && (await mayMail(context, found))) {
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

type Found = NonNullable<Awaited<ReturnType<typeof findRecipient>>>;

/** The address of a paid order has its own limit, because anybody can order with somebody's address without paying. */
async function mayMail(context: ServerContext, { recipient, completed_at }: Found): Promise<boolean> {
  const mailbox = ownMailboxOf(recipient, completed_at !== null);
  return (await takeHit(context.db, context, [limitOf('order_link', { mailbox })])).ok;
}

/** Finds the order and the recipient of its link: the current address of its account, else the address of the order. */
async function findRecipient({ db }: ServerContext, { code, email }: OrderQuery) {
  return db
    .selectFrom('orders')
    .leftJoin('users', 'users.id', 'orders.user_id')
    .select([
      'orders.id',
      'orders.completed_at',
      (select) => select.fn.coalesce('users.email', 'orders.email').as('recipient'),
    ])
    .where('orders.code', '=', plainCode(code))
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
