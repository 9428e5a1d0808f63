import type { ProductKind } from '#core/model/product.ts';
import type { Route } from './navigation.ts';

/** The page of a product without the locale. Membership and subscription are the only ones of their kind. */
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
