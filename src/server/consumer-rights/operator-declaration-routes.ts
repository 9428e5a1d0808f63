import { operatorEndpoints } from '#api/operator-endpoints.ts';
import type { FailureCode } from '#core/model/failure.ts';
import { err, ok } from '#core/rules/basics/result.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { makeRefundingCall } from '#server/payments/refund-proof.ts';
import { domainFailure } from '#server/platform/domain-failure.ts';
import { toListDocument, toRecordDocument } from '#server/platform/http/list-document.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { decideAsOperator, type OperatorDecisionRefusal } from './operator-decision.ts';
import { listOperatorDeclarations, readOperatorDeclaration } from './operator-declarations.ts';

type Refusal = Extract<
  FailureCode,
  | 'NOT_FOUND'
  | 'DECLARATION_ANSWERED'
  | 'RECORD_CHANGED'
  | 'PURCHASE_UNKNOWN'
  | 'NOT_POSSIBLE'
  | 'NO_GOODS_AWAITED'
  | 'NOTHING_TO_SETTLE'
  | 'DEDUCTION_MISSING'
  | 'DEDUCTION_TOO_HIGH'
>;

/** API failure of each refusal. */
export const decisionRefusals: Readonly<Record<OperatorDecisionRefusal, Refusal>> = {
  UNKNOWN_DECLARATION: 'NOT_FOUND',
  NOT_OPEN: 'DECLARATION_ANSWERED',
  SEEN_DIFFERS: 'RECORD_CHANGED',
  UNKNOWN_PURCHASE: 'PURCHASE_UNKNOWN',
  DAY_TOO_FAR: 'NOT_POSSIBLE',
  NO_GOODS_AWAITED: 'NO_GOODS_AWAITED',
  NOTHING_TO_SETTLE: 'NOTHING_TO_SETTLE',
  DEDUCTION_MISSING: 'DEDUCTION_MISSING',
  DEDUCTION_TOO_HIGH: 'DEDUCTION_TOO_HIGH',
};

/** Routes for operators to list, read and answer withdrawals and cancellations. */
export function operatorDeclarationRoutes(context: OrderContext): readonly Route[] {
  const { db } = context;
  const show = async (id: string) =>
    toRecordDocument('operator_declarations', await readOperatorDeclaration(db, id));
  return [
    route(operatorEndpoints.listOperatorDeclarations, async ({ query }) =>
      ok(
        toListDocument(
          'operator_declarations',
          await listOperatorDeclarations(db, {
            q: query['filter[q]'],
            state: query['filter[state]'],
            kind: query['filter[kind]'],
            after: query['page[after]'],
            size: query['page[size]'],
          }),
        ),
      ),
    ),
    route(operatorEndpoints.getOperatorDeclaration, ({ params }) => show(params.id)),
    route(operatorEndpoints.answerDeclaration, async ({ params, body, caller }) => {
      const declaration = await db
        .selectFrom('declarations')
        .select('reference')
        .where('id', '=', params.id)
        .executeTakeFirst();
      if (declaration === undefined) return err(domainFailure('NOT_FOUND'));
      return makeRefundingCall(context, caller, async (acting) => {
        const decided = await decideAsOperator(acting, declaration.reference, body);
        return decided.ok ? show(params.id) : err(domainFailure(decisionRefusals[decided.error]));
      });
    }),
  ];
}
