import { endpoints } from '#api/endpoints.ts';
import { ok } from '#core/rules/basics/result.ts';
import type { CartContext } from '#server/carts/cart-context.ts';
import { foundCart } from '#server/carts/cart-routes.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { applyCode, cancelCode } from './apply-code.ts';
import { getCodeInfo } from './code-info.ts';
import { readCredit } from './credit.ts';

/** Coupon codes and credit. */
export function couponRoutes(context: CartContext): readonly Route[] {
  return [
    route(endpoints.getCodeInfo, async ({ body, caller }) => {
      const info = await getCodeInfo(context, body, caller);
      if (!info.ok) return info;
      return ok({ data: { type: 'codes' as const, id: info.value.code, attributes: info.value } });
    }),
    route(endpoints.applyCode, ({ body, caller }) => applyCode(context, body, caller)),
    route(endpoints.cancelCode, async ({ body, caller }) =>
      foundCart(await cancelCode(context, { ...body, user: caller.user }, caller.locale)),
    ),
    route(endpoints.getCredit, async ({ caller }) => ok({ data: await readCredit(context, caller.user.id) })),
  ];
}
