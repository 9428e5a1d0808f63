import type { EndpointRequest } from '#api/endpoint.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { addDays, startOfDay } from '#core/rules/basics/calendar.ts';
import { cents } from '#core/rules/basics/money.ts';
import { err, ok } from '#core/rules/basics/result.ts';
import type { CartContext } from '#server/carts/cart-context.ts';
import { actingAs } from '#server/platform/audit-log.ts';
import type { OperatorCaller } from '#server/platform/caller.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { toListDocument, toRecordDocument } from '#server/platform/http/list-document.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { createCoupon, type NewCouponFault } from './create-coupon.ts';
import {
  changeCoupon,
  endCoupon,
  exportCodes,
  limitFault,
  listCoupons,
  readCoupon,
} from './operator-coupons.ts';
import { tryCoupon } from './try-coupon.ts';

/** Coupons for operators. */
export function operatorCouponRoutes(context: CartContext): readonly Route[] {
  const show = async (id: string, caller: Pick<OperatorCaller, 'locale' | 'operator'>) =>
    toRecordDocument('coupons', await readCoupon(context, id, caller));
  return [
    route(operatorEndpoints.listOperatorCoupons, async ({ query }) =>
      ok(
        toListDocument(
          'coupons',
          await listCoupons(context, {
            q: query['filter[q]'],
            kind: query['filter[kind]'],
            state: query['filter[state]'],
            after: query['page[after]'],
            size: query['page[size]'],
          }),
        ),
      ),
    ),
    route(operatorEndpoints.getOperatorCoupon, ({ params, caller }) => show(params.id, caller)),
    route(operatorEndpoints.createOperatorCoupon, async ({ body, caller }) => {
      const { first_day, last_day, minimum_subtotal, count, prefix, codes, ...coupon } = body;
      const fault = effectFault(body) ?? limitFault(body, 0);
      if (fault !== null) return err(fault);
      const created = await createCoupon(actingAs(context, caller), {
        ...coupon,
        minimum_subtotal: minimum_subtotal === null ? null : cents(minimum_subtotal),
        codes: count === null ? codes : { count, prefix },
        valid_from: first_day === null ? null : startOfDay(first_day),
        valid_until: last_day === null ? null : startOfDay(addDays(last_day, 1)),
      });
      if (!created.ok) return err(toFailure(created.error));
      const answer = await show(created.value.id, caller);
      return answer.ok ? ok({ ...answer.value, meta: { codes: [...created.value.codes] } }) : answer;
    }),
    route(operatorEndpoints.changeOperatorCoupon, async ({ params, body, caller }) => {
      const { seen, ...limits } = body;
      const changed = await changeCoupon(actingAs(context, caller), params.id, limits, seen);
      return changed.ok ? show(params.id, caller) : changed;
    }),
    route(operatorEndpoints.endOperatorCoupon, async ({ params, caller }) => {
      const ended = await endCoupon(actingAs(context, caller), params.id);
      return ended.ok ? show(params.id, caller) : ended;
    }),
    route(operatorEndpoints.exportCouponCodes, ({ params, caller }) =>
      exportCodes(context, params.id, caller.locale),
    ),
    route(operatorEndpoints.tryOperatorCoupon, async ({ body, caller }) => {
      const tried = await tryCoupon(context, body, caller);
      return tried.ok ? ok({ data: tried.value }) : tried;
    }),
  ];
}

type NewCouponBody = NonNullable<EndpointRequest<typeof operatorEndpoints.createOperatorCoupon>['body']>;

/** Returns a failure for a field that contradicts another one; null when none does. */
function effectFault({ kind, value, free_product_id, codes, count }: NewCouponBody): DomainFailure | null {
  const invalid = (pointer: string, reason: 'required' | 'too_large' | 'wrong_format') =>
    domainFailure('INVALID_INPUT', { pointer, reason });
  const hasValue = kind === 'percent' || kind === 'fixed';
  if (hasValue !== value > 0) return invalid('/value', hasValue ? 'required' : 'wrong_format');
  if (kind === 'percent' && value > 100) return invalid('/value', 'too_large');
  if ((kind === 'free_product') !== (free_product_id !== null))
    return invalid('/free_product_id', kind === 'free_product' ? 'required' : 'wrong_format');
  if (codes.length > 0 === (count !== null))
    return invalid('/codes', count === null ? 'required' : 'wrong_format');
  return null;
}

function toFailure([fault]: readonly NewCouponFault[]): DomainFailure {
  switch (fault?.code) {
    case 'CODE_TAKEN':
      return domainFailure('NAME_TAKEN', { pointer: '/codes' });
    case 'OTHER_COUPON':
      return domainFailure('RECORD_CHANGED', { pointer: '/id' });
    case 'NOT_FREE':
      return domainFailure('INVALID_INPUT', { pointer: '/free_product_id', reason: 'not_offered' });
    default:
      return domainFailure('UNKNOWN_PRODUCT', { pointer: '/product_ids' });
  }
}
