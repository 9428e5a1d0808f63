import type { ComponentType } from 'react';
import { useMatches } from 'react-router';
import type { ProductCard } from '#core/model/product.ts';

export interface RouteHandle {
  /** `paper` is for legal texts, the blog and the checkout; `ink` is the default. */
  readonly theme?: 'ink' | 'paper';
  /** Whether links in mails bring a token to this page, which is taken out of the address before anything else runs. */
  readonly takesMailToken?: true;
  /** Shown beside the logo where the navigation is hidden, such as the steps of the checkout. */
  readonly HeaderContent?: ComponentType;
  /** The product that a product page shows, taken from the data of the route's loader. */
  readonly productOf?: (loaderData: never) => ProductCard;
}

/** The handle of the innermost route that has one. */
export function useRouteHandle(): RouteHandle {
  const handle = useMatches()
    .map((match) => match.handle)
    .findLast((candidate) => typeof candidate === 'object' && candidate !== null);
  return handle ?? {};
}

/** The product that the page shows; null on pages that are not about one product. */
export function useRouteProduct(): ProductCard | null {
  const matches = useMatches();
  const { productOf } = useRouteHandle();
  const data = matches.at(-1)?.loaderData;
  // The type of the data is known to the route that names `productOf`.
  return productOf === undefined || data === undefined ? null : productOf(data as never);
}
