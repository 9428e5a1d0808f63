/**
 * Values that the Node server passes with the request. `incoming` is its connection; `clientAddress` is the address of
 * the visitor when a page rendered in this process calls the API.
 */
export interface ServerEnvironment {
  Bindings: {
    readonly incoming?: { readonly socket: { readonly remoteAddress?: string } };
    readonly clientAddress?: string;
    /** The caller is in this process and takes values instead of texts (`local-values.ts`). */
    readonly takesValues?: boolean;
  };
}
