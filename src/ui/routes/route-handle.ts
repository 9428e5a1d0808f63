import type { ComponentType } from 'react';
import { useMatches } from 'react-router';
import type { ProductCard } from '#core/model/product.ts';

export interface RouteHandle {
  /** Colour theme. `paper` is for legal texts, the blog and the checkout; `ink` is the default. */
  readonly theme?: 'ink' | 'paper';
  /** Whether mailed links open this page with a token, which is removed from the address before anything else runs. */
  readonly takesMailToken?: true;
  /** Content beside the logo on pages without navigation, such as the steps of the checkout. */
  readonly HeaderContent?: ComponentType;
  /** Returns the product of a product page from the route's loader data. */
  readonly productOf?: (loaderData: never) => ProductCard;
}

/** Returns the handle of the innermost route that has one. */
export function useRouteHandle(): RouteHandle {
  const handle = useMatches()
    .map((match) => match.handle)
    .findLast((candidate) => typeof candidate === 'object' && candidate !== null);
  return handle ?? {};
}

/** Returns the product that the page shows; null on pages that are not about one product. */
export function useRouteProduct(): ProductCard | null {
  const matches = useMatches();
  const { productOf } = useRouteHandle();
  const data = matches.at(-1)?.loaderData;
  // The route that defines `productOf` knows the type of its data.
  return productOf === undefined || data === undefined ? null : productOf(data as never);
}
