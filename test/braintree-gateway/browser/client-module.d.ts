/** Types of the provider's client class. The iframes create a client from the configuration that the page sends. */
declare module 'braintree-web/client/client.js' {
  type Request = {
    readonly method: string;
    readonly endpoint: string;
    readonly data: unknown;
  };

  type ClientClass = new (
    configuration: unknown,
  ) => {
    request(request: Request): Promise<{ readonly creditCards: readonly Record<string, unknown>[] }>;
  };

  const Client: ClientClass;
  // biome-ignore lint/style/noDefaultExport: this CommonJS module has a default export
  export default Client;
}
