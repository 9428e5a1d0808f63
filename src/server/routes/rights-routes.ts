import { contract } from '#api/contract.ts';
import { ok } from '#core/rules/result.ts';
import type { NewDeclaration } from '#server/consumer-rights/record-declaration.ts';
import { recordDeclaration } from '#server/consumer-rights/record-declaration.ts';
import type { Caller, Route } from '#server/http/route.ts';
import { route } from '#server/http/route.ts';
import type { HostContext } from '#server/server-context.ts';

/** Withdrawals and cancellations, without login (decisions §8). */
export function rightsRoutes(context: HostContext): readonly Route[] {
  const declare = async (declaration: NewDeclaration, caller: Caller) => {
    const { reference, received_at } = await recordDeclaration(context, declaration, caller);
    const attributes = { received_at: received_at.toISOString() };
    return ok({ success: true, data: { type: 'declarations', id: reference, attributes } } as const);
  };
  return [
    route(contract.declareWithdrawal, ({ body, caller }) => {
      const { lines, reason, ...declared } = body;
      return declare({ kind: 'withdrawal', ...declared, details: { lines, reason } }, caller);
    }),
    route(contract.declareCancellation, ({ body, caller }) => {
      const { kind, reason, ends_on, ...declared } = body;
      return declare({ kind: 'cancellation', ...declared, details: { kind, reason, ends_on } }, caller);
    }),
  ];
}
