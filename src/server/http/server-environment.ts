/**
 * What the server hands to the app beside the request. `incoming` is the connection as the Node server knows it;
 * `clientAddress` names the visitor when a page is rendered in this process and calls the API on their behalf.
 */
export interface ServerEnvironment {
  Bindings: {
    readonly incoming?: { readonly socket: { readonly remoteAddress?: string } };
    readonly clientAddress?: string;
  };
}
