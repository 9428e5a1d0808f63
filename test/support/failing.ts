import type { ShopApi } from '#ports/shop-api.ts';

const networkFailure = { ok: false, error: { code: 'NETWORK', status: 0, detail: '', fields: {} } } as const;

/** Fails the named calls as a lost connection does; all calls for `*`. */
export function failing(...calls: readonly (keyof ShopApi | '*')[]) {
  return (api: ShopApi): ShopApi =>
    new Proxy(api, {
      get(target, key) {
        const isCutOff = calls.some((call) => call === '*' || call === key);
        return isCutOff ? async () => networkFailure : Reflect.get(target, key);
      },
    });
}
