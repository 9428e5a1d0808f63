import { createContext } from 'react-router';

/** What every page says about the site it belongs to. */
export interface Site {
  /** Address of the storefront without a slash at its end, for canonical addresses: `https://shop.example`. */
  readonly url: string;
  /** The current year by the host's clock, for the copyright line. */
  readonly year: number;
}

/** The site for the root loader; composition sets it once per request, beside the shop. */
export const siteContext = createContext<Site>();
