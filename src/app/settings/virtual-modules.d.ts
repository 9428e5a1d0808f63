declare module 'virtual:modules/analytics' {
  import type { ServiceLoaders } from '#adapters/analytics/services.ts';

  export const loaders: ServiceLoaders;
}

declare module 'virtual:modules/payment' {
  import type { OpenCardTokenizer } from '#ports/modules.ts';

  /** Loaders of the browser halves of payment modules, by module name. */
  export const loaders: Readonly<Record<string, () => Promise<{ readonly default: OpenCardTokenizer }>>>;
}
