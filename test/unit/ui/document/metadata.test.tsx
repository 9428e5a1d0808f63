import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { ProductPage } from '#core/model/product.ts';
import { cardOf } from '#test/support/test-browser.ts';
import { draw } from '#test/unit/ui/support/draw.tsx';
import { ProductMeta } from '#ui/document/product-meta.tsx';
import { readCourseFilter } from '#ui/screens/catalogue/courses/course-filter.ts';
import CoursesRoute from '#ui/screens/catalogue/courses/courses-route.tsx';
import BlogRoute from '#ui/screens/content/blog/blog-route.tsx';
import PostRoute from '#ui/screens/content/post/post-route.tsx';

type CoursesProps = Parameters<typeof CoursesRoute>[0];
type BlogProps = Parameters<typeof BlogRoute>[0];
type PostProps = Parameters<typeof PostRoute>[0];

/** Returns the structured data of a page. */
async function dataOf(page: ReactNode): Promise<readonly object[]> {
  const { html } = await draw(page);
  const blocks = html.matchAll(/<script[^>]*application\/ld\+json[^>]*>(.*?)<\/script>/g);
  return [...blocks].flatMap(([, text = '']) => JSON.parse(text));
}

test('the structured data of a course has name, text, picture, price, availability and rating', async () => {
  const known = cardOf('clara-schumann');
  const rating = { average: 4.5, reviewers: 8, min: 3, max: 5 };
  const product: ProductPage = {
    ...known,
    seo_markup: { name: 'Klavier lernen', description: 'Vom ersten Ton an', keywords: [] },
    details: { ...known.details, kind: 'course', rating } as ProductPage['details'],
  };
  const [course, ...others] = await dataOf(
    <ProductMeta product={product} above={[{ title: 'Courses', to: '/kurse' }]} />,
  );
  expect(course).toMatchObject({
    '@type': 'Product',
    name: 'Klavier lernen',
    description: 'Vom ersten Ton an',
    image: '/pictures/clara-schumann-1200.webp',
    offers: {
      url: '/en/kurse/clara-schumann',
      price: '99.00',
      priceCurrency: 'EUR',
      availability: 'https://schema.org/OnlineOnly',
    },
    aggregateRating: { ratingValue: 4.5, reviewCount: 8, worstRating: 1, bestRating: 5 },
  });
  expect(others).toMatchObject([{ '@type': 'BreadcrumbList' }]);
});

test('the structured data of the course list is a list of its courses', async () => {
  const items = ['clara-schumann', 'emmy-noether'].map(cardOf);
  const groups = [{ identifier: 'hand-und-bild', title: 'Hand und Bild', count: 2 }];
  const list = { items, total: 2, number: 1, size: 12, suggestion: null, groups, facets: [] };
  const filter = readCourseFilter(new URLSearchParams());
  const props = { loaderData: { filter, list, alternatives: null } } as unknown as CoursesProps;
  expect(await dataOf(<CoursesRoute {...props} />)).toMatchObject([
    {
      '@type': 'ItemList',
      numberOfItems: 2,
      itemListElement: [
        { position: 1, name: 'Klavier', url: '/en/kurse/clara-schumann' },
        { position: 2, name: 'Mathematik', url: '/en/kurse/emmy-noether' },
      ],
    },
  ]);
});

test('the canonical URL of a blog page keeps its query without attribution parameters', async () => {
  const canonicalOf = async (page: ReactNode, route: string) =>
    /<link rel="canonical" href="([^"]*)"/.exec((await draw(page, { route })).html)?.[1];
  const posts = { items: [], total: 7, number: 2, size: 6 };
  const list = { loaderData: { posts, newsletter: null } } as unknown as BlogProps;
  expect(await canonicalOf(<BlogRoute {...list} />, '/blog?utm_source=zeitung&seite=2')).toBe(
    '/en/blog?seite=2',
  );
  const post = {
    slug: 'linien',
    title: 'Linien',
    teaser: 'Wo eine anfängt',
    topic: 'Üben',
    published_on: '2026-11-01',
    reading_minutes: 3,
    picture: 'linien',
    picture_alt: '',
    html: '<p>Hier.</p>',
    courses: [],
    seo_markup: { name: 'Linien', description: 'Wo eine anfängt', keywords: [] },
  };
  const props = { loaderData: { post, newsletter: null } } as unknown as PostProps;
  expect(await canonicalOf(<PostRoute {...props} />, '/blog/linien?absatz=2&ref=FREUND')).toBe(
    '/en/blog/linien?absatz=2',
  );
});
