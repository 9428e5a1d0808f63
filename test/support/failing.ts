import type { ShopApi } from '#ports/shop-api.ts';

const networkFailure = { ok: false, error: { code: 'NETWORK', detail: '', fields: {} } } as const;

/** Wraps an API so that the named calls (`*`: all calls) fail as after a lost connection. */
export function failing(...calls: readonly (keyof ShopApi | '*')[]) {
  return (api: ShopApi): ShopApi =>
    new Proxy(api, {
      get(target, key) {
        const isCutOff = calls.some((call) => call === '*' || call === key);
        return isCutOff ? async () => networkFailure : Reflect.get(target, key);
      },
    });
}
