import { useTranslation } from 'react-i18next';
import { replace } from 'react-router';
import type { Cart } from '#core/model/cart.ts';
import type { Order } from '#core/model/order.ts';
import { ok } from '#core/rules/basics/result.ts';
import { localePath } from '#core/rules/basics/site-paths.ts';
import { createCartItem, toProductData, withTotals } from '#core/rules/carts/apply-cart-action.ts';
import { emptyCart } from '#core/rules/carts/empty-cart.ts';
import { parseSharedCart } from '#core/rules/carts/shared-cart.ts';
import { parseCheckoutStep, reachableStep } from '#core/rules/orders/checkout-steps.ts';
import { isOpen } from '#core/rules/orders/order-states.ts';
import type { ApiResult } from '#core/storefront/kernel/context.ts';
import { isPaymentNeeded } from '#core/storefront/orders/checkout.ts';
import type { Queries } from '#core/storefront/queries.ts';
import type { Shop } from '#core/storefront/shop.ts';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { useReloadOnLeave, useReloadOnReturn } from '#ui/document/use-reload-on-leave.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import type { RouteHandle } from '#ui/routes/route-handle.ts';
import type { Route } from './+types/checkout-route.ts';
import { CheckoutPage, CheckoutProgress } from './checkout-page.tsx';

export const handle: RouteHandle = { theme: 'paper', HeaderContent: CheckoutProgress };

/**
 * Loads the order in the address for its buyer, the cart if known, and the learner's addresses and last country.
 * Redirects from an unreachable step to the first incomplete one
 * (docs/behaviour/checkout-and-payment.md#checkout-steps).
 */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { api, queries, stores } = context.get(shopContext);
  const query = new URL(request.url).searchParams;
  const wanted = parseCheckoutStep(query.get('dialog'));
  const isLearner = stores.session.snapshot.status === 'logged_in';
  const [order, cart, addresses, place] = await Promise.all([
    findOrder(queries, query.get('order')),
    isLearner ? api.getOwnCart() : previewCart(api, query.get('produkte')),
    isLearner ? api.listAddresses({ query: { page: { size: 100 } } }) : null,
    isLearner ? api.getShippingCost() : null,
  ]);
  const checkout = `/${params.locale}/checkout`;
  if (order !== null && !isOpen(order.state)) throw replace(`${checkout}/complete/${order.id}`);
  const step = reachableStep(wanted, {
    hasOrder: order !== null,
    hasPayment: order !== null && !isPaymentNeeded(order),
  });
  if (step !== wanted) {
    const again = wanted === 'review' ? '&payment=again' : '';
    throw replace(
      step === 'address'
        ? `${checkout}/shop?dialog=address`
        : `${checkout}/shop?dialog=${step}&order=${order?.id}${again}`,
    );
  }
  return {
    order,
    cart: cart?.ok ? cart.value : null,
    addresses: addresses?.ok ? addresses.value.items : [],
    country: place?.ok ? place.value.country : null,
  };
}

async function findOrder(queries: Queries, id: string | null): Promise<Order | null> {
  if (id === null) return null;
  const response = await queries.getOrder(id);
  return response.ok ? response.value : null;
}

/**
 * Builds a guest's cart from the checkout link: products and quantities, without codes and gift data; null for other
 * addresses. It determines which form the page shows.
 */
async function previewCart(api: Shop['api'], written: string | null): ApiResult<Cart | null> {
  const lines = parseSharedCart(written);
  if (lines.length === 0) return ok(null);
  const ids = lines.map(({ product_id }) => product_id).join(',');
  const cards = await api.listProductCards({ query: { ids } });
  if (!cards.ok || cards.value.length === 0) return ok(null);
  const items = cards.value.map((card) => {
    const line = lines.find(({ product_id }) => product_id === card.id);
    return createCartItem(card.id, toProductData(card), line?.quantity);
  });
  return ok(withTotals({ ...emptyCart, products: items }));
}

/** A guest's order is personal data shown without a login, so the page must not be cached. */
export function headers(): HeadersInit {
  return { 'Cache-Control': 'private, no-store' };
}

/** Changing the step does not reload the data. */
export function shouldRevalidate(): boolean {
  return false;
}

export default function CheckoutRoute({ loaderData, params }: Route.ComponentProps) {
  const { t } = useTranslation('checkout');
  const shop = useShop();
  useReloadOnLeave('/checkout/');
  useReloadOnReturn();

  return (
    <>
      <PageMeta
        title={t('meta_title')}
        description={shop.initialState.facts?.claim ?? t('meta_title')}
        robots="noindex"
      />
      <CheckoutPage
        initialOrder={loaderData.order}
        initialCart={loaderData.cart}
        addresses={loaderData.addresses}
        country={loaderData.country}
        completePath={(id) => localePath(params.locale === 'en' ? 'en' : 'de', `/checkout/complete/${id}`)}
      />
    </>
  );
}
