import { createContext } from 'react-router';
import type { Shop } from '#core/storefront/shop.ts';

/** The shop for loaders, middleware and actions: `context.get(shopContext)`. One per request, or one per browser tab. */
export const shopContext = createContext<Shop>();

/** What every page says about the site it belongs to. */
export interface Site {
  /** Address of the storefront without a slash at its end, for canonical addresses: `https://shop.example`. */
  readonly url: string;
  /** The current year by the host's clock, for the copyright line. */
  readonly year: number;
}

/** The site for the root loader; composition sets it once per request, beside the shop. */
export const siteContext = createContext<Site>();

/**
 * The nonce of the document that is being rendered: it stands in the Content-Security-Policy, and on every script and
 * style element that the server writes. Null where no policy is sent (development).
 */
export const nonceContext = createContext<string | null>(null);
