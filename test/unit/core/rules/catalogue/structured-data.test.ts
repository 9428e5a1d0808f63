import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { ProductPage, Rating } from '#core/model/product.ts';
import { cents } from '#core/rules/basics/money.ts';
import { breadcrumbMarkup, itemListMarkup, productMarkup } from '#core/rules/catalogue/structured-data.ts';
import { runs } from '#test/run-length.ts';
import { cardOf } from '#test/support/test-browser.ts';

const addresses = {
  page: 'https://shop.example/de/kurse/linie',
  picture: 'https://shop.example/pictures/linie-1200.webp',
};

function course(change: Partial<ProductPage> = {}, rating: Rating | null = null): ProductPage {
  const known = cardOf('albrecht-duerer');
  const details = { ...known.details, kind: 'course', rating } as ProductPage['details'];
  const seo_markup = { name: 'Zeichnen lernen', description: 'Ein Kurs', keywords: [] };
  return { ...known, seo_markup, rating, details, ...change };
}

describe('productMarkup', () => {
  test.prop([fc.integer({ min: 0, max: 10_000_000 })], { numRuns: runs(100) })(
    'gives the price in euro with two decimals',
    (price) => {
      const { offers } = productMarkup(course({ price: cents(price) }), addresses) as {
        offers: { price: string; priceCurrency: string };
      };
      expect(offers.price).toMatch(/^\d+\.\d{2}$/);
      expect(Math.round(Number(offers.price) * 100)).toBe(price);
      expect(offers.priceCurrency).toBe('EUR');
    },
  );

  test('names the product of the page, which is available online only', () => {
    expect(productMarkup(course(), addresses)).toMatchObject({
      '@type': 'Product',
      name: 'Zeichnen lernen',
      description: 'Ein Kurs',
      image: addresses.picture,
      offers: { availability: 'https://schema.org/OnlineOnly', url: addresses.page },
    });
  });

  test('has a rating only when there are reviews', () => {
    expect(productMarkup(course(), addresses)).not.toHaveProperty('aggregateRating');
    const rated = productMarkup(course({}, { average: 4.5, reviewers: 8, min: 3, max: 4.8 }), addresses);
    expect(rated).toMatchObject({
      aggregateRating: { ratingValue: 4.5, reviewCount: 8, worstRating: 1, bestRating: 5 },
    });
  });

  test('has the availability of the product', () => {
    expect(productMarkup(course({ is_available: false }), addresses)).toMatchObject({
      offers: { availability: 'https://schema.org/OutOfStock' },
    });
    expect(productMarkup(course({ is_shipped: true }), addresses)).toMatchObject({
      offers: { availability: 'https://schema.org/InStock' },
    });
  });
});

test('itemListMarkup numbers the products that have a page, and leaves the others out', () => {
  const list = itemListMarkup(
    [course({ slug: 'a' }), course({ slug: 'b' }), course({ slug: 'c' })],
    (product) => (product.slug === 'b' ? null : `https://shop.example/${product.slug}`),
  );
  expect(list).toMatchObject({
    numberOfItems: 2,
    itemListElement: [
      { position: 1, url: 'https://shop.example/a' },
      { position: 2, url: 'https://shop.example/c' },
    ],
  });
});

test('breadcrumbMarkup counts from the outermost page', () => {
  const crumbs = breadcrumbMarkup([
    { title: 'Kurse', url: 'https://shop.example/de/kurse' },
    { title: 'Die Linie', url: addresses.page },
  ]);
  expect(crumbs).toMatchObject({
    itemListElement: [
      { position: 1, name: 'Kurse' },
      { position: 2, item: addresses.page },
    ],
  });
});
