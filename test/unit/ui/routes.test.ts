import { expect, test } from 'vitest';
import { productKinds } from '#core/model/product.ts';
import { locales } from '#core/model/values.ts';
import { footerLinks, navigationLinks, profileLinks } from '#core/rules/basics/site-paths.ts';
import { productPath } from '#core/rules/catalogue/product-path.ts';
import routes from '#ui/routes.ts';

const files = import.meta.glob('/src/ui/**/*-route.tsx');

interface Entry {
  readonly path?: string;
  readonly index?: true;
  readonly file: string;
  readonly children?: readonly Entry[];
}

const below = routes.flatMap((entry: Entry) => entry.children ?? []);
const paths = below.flatMap((entry) => (entry.index === true ? ['/'] : [`/${entry.path}`]));

test('every route has its module', () => {
  for (const { file } of [...routes, ...below])
    expect(Object.keys(files)).toContain(file.replace('./', '/src/ui/'));
});

test.each(locales)('header, menu and footer in %s lead to routes only', (locale) => {
  const links = [navigationLinks(locale), profileLinks(locale), footerLinks(locale)].flat();
  expect(links.length).toBeGreaterThan(4);
  for (const { route, href } of links) {
    expect(paths).toContain(route);
    expect(href.startsWith(`/${locale}/`)).toBe(true);
  }
});

test('every product’s own page is a route', () => {
  for (const kind of productKinds) {
    const path = productPath({ kind, slug: 'x' });
    expect(paths, kind).toContain(path.replace(/\/x$/, '/:slug'));
  }
});
