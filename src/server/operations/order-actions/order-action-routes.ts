import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { cents } from '#core/rules/basics/money.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { shownCode } from '#core/rules/operations/permissions.ts';
import { changeShippingAddress } from '#server/orders/delivery/change-shipping-address.ts';
import { correctParcel, deliverOrder, shipOrder } from '#server/orders/delivery/shipments.ts';
import { maskCodes, readOperatorOrder } from '#server/orders/operator-order.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { makeRefundingCall } from '#server/payments/refund-proof.ts';
import { cancelTransfer, receiveTransfer, sendTransfer } from '#server/payments/settle-bank-transfers.ts';
import { actingAs } from '#server/platform/audit-log.ts';
import type { OperatorCaller } from '#server/platform/caller.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { resendCode, revokeCode } from './order-codes.ts';
import { addOrderNote, removeNote } from './order-notes.ts';
import { previewRefund, refundAsOperator, retryAsOperator } from './order-refunds.ts';
import { resendOrderMail } from './resend-order-mail.ts';

type WorkByCode = (
  acting: OrderContext,
  code: string,
) => Promise<Result<unknown, { readonly code: keyof typeof refusals }>>;

/** Routes by which operators change orders. Each change returns the changed order. */
export function orderActionRoutes(context: OrderContext): readonly Route[] {
  const { db } = context;
  const as = (caller: OperatorCaller) => actingAs(context, caller);

  /** Returns the order after a successful change, else the failure. */
  async function changed(id: string, caller: OperatorCaller, result: Result<unknown, DomainFailure>) {
    return result.ok ? orderDocument(id, caller) : result;
  }

  async function orderDocument(id: string, { operator }: OperatorCaller) {
    const order = await readOperatorOrder(db, { id });
    if (order === null) return err(domainFailure('NOT_FOUND'));
    const { id: orderId, ...attributes } = maskCodes(operator.permissions, order);
    return ok({ data: { type: 'operator_orders' as const, id: orderId, attributes } });
  }

  /** Calls a service that takes an order code, and maps its refusals to API failures. */
  async function byCode(id: string, caller: OperatorCaller, work: WorkByCode) {
    const order = await db.selectFrom('orders').select('code').where('id', '=', id).executeTakeFirst();
    if (order === undefined) return err(domainFailure('NOT_FOUND'));
    const result = await work(as(caller), order.code);
    return result.ok ? orderDocument(id, caller) : err(domainFailure(refusals[result.error.code]));
  }

  return [
    route(operatorEndpoints.shipOperatorOrder, ({ params, body, caller }) =>
      byCode(params.id, caller, (acting, code) => shipOrder(acting, code, body)),
    ),
    route(operatorEndpoints.deliverOperatorOrder, ({ params, caller }) =>
      byCode(params.id, caller, deliverOrder),
    ),
    route(operatorEndpoints.correctOperatorParcel, ({ params, body, caller }) =>
      byCode(params.id, caller, (acting, code) =>
        correctParcel(acting, code, { ...body, parcel_id: params.parcel_id }),
      ),
    ),
    route(operatorEndpoints.changeShippingAddress, async ({ params, body, caller }) =>
      changed(params.id, caller, await changeShippingAddress(as(caller), params.id, body)),
    ),
    route(operatorEndpoints.receiveOperatorTransfer, ({ params, body, caller }) =>
      byCode(params.id, caller, (acting, code) => receiveTransfer(acting, code, cents(body.amount))),
    ),
    route(operatorEndpoints.sendOperatorTransfer, async ({ params, body, caller }) => {
      const sent = await sendTransfer(as(caller), body.key, params.id);
      return sent.ok ? orderDocument(params.id, caller) : err(domainFailure('NOT_FOUND'));
    }),
    route(operatorEndpoints.callOffOperatorTransfer, ({ params, caller }) =>
      byCode(params.id, caller, cancelTransfer),
    ),
    route(operatorEndpoints.previewOperatorRefund, async ({ params, body, caller }) => {
      const effects = await previewRefund(context, params.id, body);
      if (!effects.ok) return effects;
      const codes = effects.value.codes.map((code) => shownCode(code, caller.operator.permissions));
      return ok({ data: { ...effects.value, codes } });
    }),
    route(operatorEndpoints.refundOperatorOrder, async ({ params, body, caller }) =>
      changed(
        params.id,
        caller,
        await makeRefundingCall(context, caller, (acting) => refundAsOperator(acting, params.id, body)),
      ),
    ),
    route(operatorEndpoints.retryOperatorRefund, async ({ params, body, caller }) =>
      changed(params.id, caller, await retryAsOperator(as(caller), params.id, body)),
    ),
    route(operatorEndpoints.noteOperatorOrder, async ({ params, body, caller }) =>
      changed(params.id, caller, await addOrderNote(as(caller), params.id, body)),
    ),
    route(operatorEndpoints.removeOperatorNote, async ({ params, caller }) =>
      changed(params.id, caller, await removeNote(as(caller), params)),
    ),
    route(operatorEndpoints.resendOperatorMail, async ({ params, body, caller }) =>
      changed(params.id, caller, await resendOrderMail(as(caller), { ...params, ...body })),
    ),
    route(operatorEndpoints.resendOperatorCode, async ({ params, body, caller }) =>
      changed(params.id, caller, await resendCode(as(caller), params, body.copy_id)),
    ),
    route(operatorEndpoints.revokeOperatorCode, async ({ params, caller }) =>
      changed(params.id, caller, await revokeCode(as(caller), params)),
    ),
  ];
}

/** Maps the refusals of shipment services to API failures. */
export const goodsRefusals = {
  UNKNOWN_ORDER: 'NOT_FOUND',
  NOT_POSSIBLE: 'NOT_POSSIBLE',
  OTHER_PARCEL: 'RECORD_CHANGED',
  MORE_THAN_LEFT: 'RECORD_CHANGED',
} as const;

/** Maps the refusals of services that commands also use to API failures. */
const refusals = {
  ...goodsRefusals,
  NOT_AWAITED: 'NOT_POSSIBLE',
  OTHER_AMOUNT: 'AMOUNT_DIFFERS',
} as const;
