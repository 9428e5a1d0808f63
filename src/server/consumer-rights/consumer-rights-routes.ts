import { endpoints } from '#api/endpoints.ts';
import { ok } from '#core/rules/basics/result.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import type { Caller } from '#server/platform/caller.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { type NewDeclaration, recordDeclaration } from './record-declaration.ts';

/** Withdrawals and cancellations; no login needed. */
export function consumerRightsRoutes(context: OrderContext): readonly Route[] {
  const declare = async (declaration: NewDeclaration, caller: Caller) => {
    const { reference, received_at, mailed } = await recordDeclaration(context, declaration, caller);
    const attributes = { received_at: received_at.toISOString(), mailed };
    return ok({ success: true, data: { type: 'declarations', id: reference, attributes } } as const);
  };
  return [
    route(endpoints.declareWithdrawal, ({ body, caller }) => {
      const { lines, reason, ...declared } = body;
      return declare({ kind: 'withdrawal', ...declared, details: { lines, reason } }, caller);
    }),
    route(endpoints.declareCancellation, ({ body, caller }) => {
      const { kind, reason, ends_on, ...declared } = body;
      return declare({ kind: 'cancellation', ...declared, details: { kind, reason, ends_on } }, caller);
    }),
  ];
}
