declare module 'virtual:modules/analytics' {
  import type { ServiceLoaders } from '#adapters/analytics/services.ts';

  export const loaders: ServiceLoaders;
}
