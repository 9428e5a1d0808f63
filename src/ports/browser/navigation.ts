/** The URL of the page. `path` starts with `/` and has no query; `query` has no `?` and is empty without a query. */
export interface PageAddress {
  readonly path: string;
  readonly query: string;
}

/**
 * Loads documents. Navigation inside the page (links, steps of a form) is done by the router.
 *
 * Promises: `assign` opens only URLs of this site, and the start page for any other URL. `assign` and
 * `reload` return immediately; scripts continue until the browser has left the page. Never throws.
 */
export interface Navigation {
  address(): PageAddress;
  /** Loads a path of this site as a new document; `path` may contain a query. */
  assign(path: string): void;
  /** Reloads the current document. */
  reload(): void;
}
