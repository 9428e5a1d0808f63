import type { ProductCard, ProductPage, Rating } from '#core/model/product.ts';
import { type Cents, maxStars, minStars } from '#core/model/values.ts';
import { currency } from '#core/rules/basics/money.ts';

/** Data in the vocabulary of schema.org. The code that writes it into a page has to escape `<`. */
export type StructuredData = Readonly<Record<string, unknown>>;

export interface MarkupAddresses {
  readonly page: string;
  readonly picture: string;
}

const context = 'https://schema.org';

/**
 * Returns the schema.org data of a product with its offer; the price is in EUR. Contains a rating only for a
 * course that has reviews.
 */
export function productMarkup(product: ProductPage, addresses: MarkupAddresses): StructuredData {
  const rating = product.details.kind === 'course' ? product.details.rating : null;
  return {
    '@context': context,
    '@type': 'Product',
    name: product.seo_markup.name,
    description: product.seo_markup.description,
    image: addresses.picture,
    sku: product.id,
    url: addresses.page,
    offers: {
      '@type': 'Offer',
      url: addresses.page,
      price: priceInEuro(product.price),
      priceCurrency: currency,
      availability: availabilityOf(product),
    },
    ...(rating === null ? {} : { aggregateRating: ratingMarkup(rating) }),
  };
}

/**
 * Returns the schema.org data of a product list, in the given order. `addressOf` returns the absolute URL of
 * a product's page; a product for which it returns null is left out.
 */
export function itemListMarkup(
  products: readonly ProductCard[],
  addressOf: (product: ProductCard) => string | null,
): StructuredData {
  const items = products.flatMap((product) => {
    const url = addressOf(product);
    return url === null ? [] : [{ name: product.title, url }];
  });
  return {
    '@context': context,
    '@type': 'ItemList',
    numberOfItems: items.length,
    itemListElement: items.map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      url,
    })),
  };
}

/** Returns the schema.org data of the breadcrumbs of a page, outermost page first, with absolute URLs. */
export function breadcrumbMarkup(
  pages: readonly { readonly title: string; readonly url: string }[],
): StructuredData {
  return {
    '@context': context,
    '@type': 'BreadcrumbList',
    itemListElement: pages.map(({ title, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      item: url,
    })),
  };
}

/** Formats cents as a decimal number in EUR: `89.00`. */
function priceInEuro(price: Cents): string {
  return (price / 100).toFixed(2);
}

function availabilityOf(product: ProductCard): string {
  if (!product.is_available) return `${context}/OutOfStock`;
  return `${context}/${product.is_shipped ? 'InStock' : 'OnlineOnly'}`;
}

/** Worst and best are the limits of the scale, not the lowest and highest given rating. */
function ratingMarkup(rating: Rating): StructuredData {
  return {
    '@type': 'AggregateRating',
    ratingValue: rating.average,
    reviewCount: rating.reviewers,
    worstRating: minStars,
    bestRating: maxStars,
  };
}
