/** The class behind the provider's client module: the frames make one from the configuration the page hands them. */
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
  // biome-ignore lint/style/noDefaultExport: what a CommonJS module is, seen from here
  export default Client;
}
