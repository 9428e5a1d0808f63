declare module 'virtual:modules/analytics' {
  import type { ServiceLoaders } from '#adapters/analytics/services.ts';

  export const loaders: ServiceLoaders;
}

declare module 'virtual:modules/payment' {
  import type { OpenCardTokenizer } from '#ports/modules.ts';

  /** The browser halves of payment modules by their names, loaded when they are called. */
  export const loaders: Readonly<Record<string, () => Promise<{ readonly default: OpenCardTokenizer }>>>;
}
