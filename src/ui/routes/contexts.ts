import { createContext } from 'react-router';
import type { Shop } from '#core/storefront/shop.ts';

/** The shop for loaders: one per request on the server, one per browser tab. */
export const shopContext = createContext<Shop>();

/** Site data, equal on all pages. */
export interface Site {
  /** Address of the storefront without a trailing slash, for canonical addresses: `https://shop.example`. */
  readonly url: string;
  /** The current year by the server's clock, for the copyright line. */
  readonly year: number;
}

/** Site data for the root loader; set once per request, together with the shop. */
export const siteContext = createContext<Site>();

/**
 * Nonce of the document's Content-Security-Policy, for each script and style element that the server renders. Null if
 * no policy is sent (development).
 */
export const nonceContext = createContext<string | null>(null);

/** The submitted form of a page request, or the status with which it was rejected. */
export type Submission = { readonly form: FormData } | { readonly refused: 400 | 403 | 405 | 413 | 415 };

/** Returns the page's status by failure code, for forms that a call has rejected. */
export const failureStatusContext = createContext<(code: string) => number>();

/** The submitted form for a route's action; null for requests that only read. */
export const submissionContext = createContext<Submission | null>(null);

/** Called after a page's loaders have finished, before it is rendered; null if not needed. */
export const loadedContext = createContext<(() => Promise<void>) | null>(null);
