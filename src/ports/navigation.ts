/**
 * The address of the page. `path` starts with `/` and has no query; `query` is without `?`, empty when there is none.
 */
export interface PageAddress {
  readonly path: string;
  readonly query: string;
}

/**
 * Document loads. Changes inside the page (links, steps of a form) belong to the router and not to this port.
 *
 * Promises: `assign` leaves for an address of this site only; anything else goes to the start page. Both return at
 * once, and the page goes on running until the browser has left it. Never throws.
 */
export interface Navigation {
  address(): PageAddress;
  /** Loads a path of this site, with its query if it has one, as a new document. */
  assign(path: string): void;
  /** Loads the present document anew. */
  reload(): void;
}
