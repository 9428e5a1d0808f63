import type { CustomProperties } from '#core/model/cart.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { changeBoughtGift } from '#server/gifts/bought-gifts.ts';
import { resendMail } from '#server/mail/outbox.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { loadRefundable, lockForRefund } from '#server/payments/decide-refund.ts';
import { findUnusedCodes, revokeCodes } from '#server/payments/reverse-fulfilment.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';

/** A code (`code_id`) of an order (`id`). */
interface OwnCode {
  readonly id: string;
  readonly code_id: string;
}

function findCode({ db }: Pick<OrderContext, 'db'>, { id, code_id }: OwnCode) {
  return db
    .selectFrom('gift_codes')
    .innerJoin('order_lines', 'order_lines.id', 'gift_codes.order_line_id')
    .select(['gift_codes.delivery', 'gift_codes.revoked_at', 'order_lines.custom_properties'])
    .where('gift_codes.id', '=', code_id)
    .where('order_lines.order_id', '=', id)
    .executeTakeFirst();
}

/**
 * Sends a code again, once for each `copyId`: to its recipient if it goes by mail, else to the buyer with the order
 * confirmation. `NOT_POSSIBLE` for a code that the confirmation does not contain: it was printed, or ordered for a
 * recipient's mail and later kept by the buyer.
 */
export async function resendCode(
  context: OrderContext,
  own: OwnCode,
  copyId: string,
): Promise<Result<void, DomainFailure>> {
  const code = await findCode(context, own);
  if (code === undefined) return err(domainFailure('NOT_FOUND'));
  if (code.revoked_at !== null) return err(domainFailure('NOT_POSSIBLE'));
  if (code.delivery === 'email') {
    const gift = { orderId: own.id, giftId: own.code_id };
    const sent = await changeBoughtGift(context, gift, { step: 'send_again' }, copyId);
    return sent.ok ? ok(undefined) : err(domainFailure('NOT_POSSIBLE'));
  }
  const { delivery: ordered = 'buyer' } = code.custom_properties as CustomProperties;
  if (code.delivery !== 'buyer' || ordered !== 'buyer') return err(domainFailure('NOT_POSSIBLE'));
  const mail = await context.db
    .selectFrom('outbox')
    .select('id')
    .where('dedupe_key', '=', `order:${own.id}`)
    .executeTakeFirst();
  if (mail === undefined) return err(domainFailure('NOT_POSSIBLE'));
  const sent = await resendMail(context, mail.id, copyId);
  return sent.ok ? ok(undefined) : err(domainFailure('GONE'));
}

/** Revokes a code that nobody has used, without giving money back. */
export async function revokeCode(context: OrderContext, own: OwnCode): Promise<Result<void, DomainFailure>> {
  if ((await findCode(context, own)) === undefined) return err(domainFailure('NOT_FOUND'));
  return inTransaction(context.db, async (trx) => {
    const order = await lockForRefund(trx, own.id);
    const { rows } = await loadRefundable(trx, order);
    const { unused } = await findUnusedCodes(trx, rows);
    const found = unused.find(({ code }) => code.id === own.code_id);
    if (found === undefined) return err(domainFailure('NOT_POSSIBLE'));
    await revokeCodes(trx, context, [found.code], null);
    await recordChange(trx, context, {
      action: 'code.revoked',
      record: { type: 'orders', id: own.id },
      before: { code: own.code_id, balance: found.left },
    });
    return ok(undefined);
  });
}
