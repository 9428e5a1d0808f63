import type { ShopApi } from '#ports/shop-api.ts';

/** Wraps an API so that the names of its calls are added to `calls`. */
export function recording(calls: string[]) {
  return (api: ShopApi): ShopApi =>
    new Proxy(api, {
      get(target, key) {
        const call = Reflect.get(target, key) as ((...request: unknown[]) => unknown) | undefined;
        if (typeof call !== 'function') return call;
        return (...request: unknown[]) => {
          calls.push(String(key));
          return call(...request);
        };
      },
    });
}
