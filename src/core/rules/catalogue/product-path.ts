import type { ProductKind } from '#core/model/product.ts';
import type { Route } from '#core/rules/basics/site-paths.ts';

/** Returns the path of a product's page, without the locale. Membership and subscription have a page without a slug. */
export function productPath({ kind, slug }: { readonly kind: ProductKind; readonly slug: string }): Route {
  switch (kind) {
    case 'course':
      return `/kurse/${slug}`;
    case 'book':
      return `/buecher/${slug}`;
    case 'gift':
    case 'voucher':
      return `/geschenke/${slug}`;
    case 'gift_box':
      return `/geschenkboxen/${slug}`;
    case 'membership':
      return '/masterpass';
    case 'subscription':
      return '/preise';
  }
}
