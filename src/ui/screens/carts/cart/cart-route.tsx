import { Suspense } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { Cart } from '#core/model/cart.ts';
import { parseSharedCart } from '#core/rules/carts/shared-cart.ts';
import type { Shop } from '#core/storefront/shop.ts';
import { lazyPart } from '#ui/components/parts/load-part.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { valueOrThrow } from '#ui/routes/loaders.ts';
import type { SharedCartContent } from './shared-cart.tsx';

// Every page carries a list of what the modules of routes import, so this one imports little.
const CartPage = lazyPart(() => import('./cart-page.tsx'), 'CartPage');
const SharedCart = lazyPart(() => import('./shared-cart.tsx'), 'SharedCart');

interface Loaded {
  /** Null for a guest, whose cart is in the browser. */
  readonly cart: Cart | null;
  /** Null without products in the address. */
  readonly shared: SharedCartContent | null;
}

/** The products that the address names, or the learner's cart. */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<Loaded> {
  const { api, stores } = context.get(shopContext);
  const written = new URL(request.url).searchParams.get('produkte');
  if (written !== null) return { cart: null, shared: await loadShared(api, written) };
  if (stores.session.snapshot.status === 'guest') return { cart: null, shared: null };
  const cart = await api.getOwnCart();
  return { cart: cart.ok ? cart.value : null, shared: null };
}

/** In the browser the cart is known, or being read. */
export async function clientLoader({ context, request }: LoaderFunctionArgs): Promise<Loaded> {
  const written = new URL(request.url).searchParams.get('produkte');
  return {
    cart: null,
    shared: written === null ? null : await loadShared(context.get(shopContext).api, written),
  };
}

/** The products of a link, and how many of them are no longer sold. */
async function loadShared(api: Shop['api'], written: string): Promise<SharedCartContent> {
  const products = parseSharedCart(written);
  const ids = products.map(({ product_id }) => product_id).join(',');
  const cards = ids === '' ? [] : valueOrThrow(await api.listProductCards({ query: { ids } }));
  const items = cards.map((product) => ({
    product,
    quantity: products.find(({ product_id }) => product_id === product.id)?.quantity ?? 1,
  }));
  return { items, gone: products.length - items.length };
}

/** The cart, or the products of a link to one (docs/behaviour/carts.md#cart-page). */
export default function CartRoute() {
  const { cart, shared } = useLoaderData<typeof loader>();
  return (
    <Suspense fallback={null}>
      {shared === null ? <CartPage loaded={cart} /> : <SharedCart {...shared} />}
    </Suspense>
  );
}
