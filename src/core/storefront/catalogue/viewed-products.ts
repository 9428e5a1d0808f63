import type { ProductCard, SearchHit } from '#core/model/product.ts';
import { ok } from '#core/rules/basics/result.ts';
import {
  parseViewed,
  rememberViewed,
  viewedProductsKey,
} from '#core/rules/catalogue/viewed-products-in-storage.ts';
import type { ApiResult, StorefrontContext } from '#core/storefront/kernel/context.ts';

/**
 * Creates the actions that remember viewed products, only in this browser and only with consent to preferences
 * (docs/behaviour/navigation-and-layout.md#recently-viewed).
 */
export function createViewedProducts({ localStorage, stores }: StorefrontContext) {
  const read = (): readonly SearchHit[] =>
    stores.consent.snapshot.preferences ? parseViewed(localStorage.read(viewedProductsKey)) : [];
  return {
    rememberViewed({ kind, id, slug, title, subtitle, picture }: ProductCard): void {
      if (!stores.consent.snapshot.preferences) return;
      const { locale } = stores.locale.snapshot;
      const product = { kind, id, slug, title, teaser: subtitle, picture, language: locale } as const;
      localStorage.write(viewedProductsKey, JSON.stringify(rememberViewed(read(), product)));
    },
    /** The remembered products, newest first. */
    listViewed: async (): ApiResult<readonly SearchHit[]> => ok(read()),
    /** Deletes all remembered products. */
    async forgetViewed(): Promise<void> {
      localStorage.remove(viewedProductsKey);
    },
  };
}
