import { Suspense } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { Cart } from '#core/model/cart.ts';
import { parseSharedCart } from '#core/rules/carts/shared-cart.ts';
import type { Shop } from '#core/storefront/shop.ts';
import { lazyPart } from '#ui/components/parts/load-part.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { loadPlans, valueOrThrow } from '#ui/routes/loaders.ts';
import type { SharedCartContent } from './shared-cart.tsx';

// Every page contains a list of all imports of route modules, so this module imports little.
const loadCartPage = () => import('./cart-page.tsx');
const loadSharedCart = () => import('./shared-cart.tsx');

// React loses presses on a part whose code is not loaded yet, so the first page's part is loaded before hydration.
const isFirstPage = !import.meta.env.SSR && document.documentElement.dataset.works === undefined;
const isShared = isFirstPage && new URLSearchParams(location.search).has('produkte');
const firstCartPage = isFirstPage && !isShared ? await loadCartPage().catch(() => null) : null;
const firstSharedCart = isShared ? await loadSharedCart().catch(() => null) : null;
const CartPage = firstCartPage?.CartPage ?? lazyPart(loadCartPage, 'CartPage');
const SharedCart = firstSharedCart?.SharedCart ?? lazyPart(loadSharedCart, 'SharedCart');

interface Loaded {
  /** Null for a guest, whose cart is in the browser. */
  readonly cart: Cart | null;
  /** Null if the address contains no products. */
  readonly shared: SharedCartContent | null;
}

/** Loads the products in the address, or else the learner's cart. */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<Loaded> {
  const shop = context.get(shopContext);
  const { api, stores } = shop;
  const written = new URL(request.url).searchParams.get('produkte');
  if (written !== null) return { cart: null, shared: await loadShared(shop, written) };
  if (stores.session.snapshot.status === 'guest') return { cart: null, shared: null };
  const cart = await api.getOwnCart();
  return { cart: cart.ok ? cart.value : null, shared: null };
}

/** Does not load the cart: in the browser the store already has it or is loading it. */
export async function clientLoader({ context, request }: LoaderFunctionArgs): Promise<Loaded> {
  const written = new URL(request.url).searchParams.get('produkte');
  return {
    cart: null,
    shared: written === null ? null : await loadShared(context.get(shopContext), written),
  };
}

/** Loads the products of a link, the number of products no longer sold, and the learner's plans. */
async function loadShared(shop: Shop, written: string): Promise<SharedCartContent> {
  const products = parseSharedCart(written);
  const ids = products.map(({ product_id }) => product_id).join(',');
  if (ids === '') return { items: [], gone: 0, plans: [] };
  const [cards, plans] = await Promise.all([shop.api.listProductCards({ query: { ids } }), loadPlans(shop)]);
  const items = valueOrThrow(cards).map((product) => ({
    product,
    quantity: products.find(({ product_id }) => product_id === product.id)?.quantity ?? 1,
  }));
  return { items, gone: products.length - items.length, plans };
}

/** The page of the cart, or of a shared cart (docs/behaviour/carts.md#cart-page). */
export default function CartRoute() {
  const { cart, shared } = useLoaderData<typeof loader>();
  return (
    <Suspense fallback={null}>
      {shared === null ? <CartPage loaded={cart} /> : <SharedCart {...shared} />}
    </Suspense>
  );
}
