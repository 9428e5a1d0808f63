import { createContext } from 'react-router';
import type { Shop } from '#core/storefront/shop.ts';

/** The shop for loaders: `context.get(shopContext)`. One per request on the server, one per browser tab. */
export const shopContext = createContext<Shop>();

/** What is the same on every page of the site. */
export interface Site {
  /** Address of the storefront without a trailing slash, for canonical addresses: `https://shop.example`. */
  readonly url: string;
  /** The current year by the server's clock, for the copyright line. */
  readonly year: number;
}

/** The site for the root loader; set once per request, together with the shop. */
export const siteContext = createContext<Site>();

/**
 * The nonce of the document's Content-Security-Policy, for every script and style element that the server renders. Null
 * where no policy is sent (development).
 */
export const nonceContext = createContext<string | null>(null);

/** What a page request brings: a form, or the status with which it is refused. */
export type Submission = { readonly form: FormData } | { readonly refused: 400 | 403 | 405 | 413 | 415 };

/** The status of a page whose form was refused by a call, by the call's failure code. */
export const failureStatusContext = createContext<(code: string) => number>();

/** The form for the action of a route; null for requests that only read. */
export const submissionContext = createContext<Submission | null>(null);

/** Called when the loaders of a page have read everything, before it is rendered; null where nobody waits for it. */
export const loadedContext = createContext<(() => Promise<void>) | null>(null);
