import type { ProductKind } from '#core/model/product.ts';
import type { Route } from '#core/rules/basics/site-paths.ts';
import { productPath } from '#core/rules/catalogue/product-path.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

export interface SitemapEntry {
  readonly route: Route;
  /** Books and posts have German pages only. */
  readonly isGermanOnly: boolean;
  /** Name of its picture; null without one. */
  readonly picture: string | null;
}

export const sitemapKinds = ['pages', 'products', 'masters', 'posts'] as const;

type SitemapKind = (typeof sitemapKinds)[number];

/** Entries per sitemap file. */
const partSize = 1000;

/** Pages that do not come from the catalogue. */
const pages: readonly (readonly [route: Route, isGermanOnly: boolean])[] = [
  ['/', false],
  ['/kurse', false],
  ['/masterpass', false],
  ['/preise', false],
  ['/geschenke', false],
  ['/geschenkboxen', false],
  ['/buecher', true],
  ['/blog', true],
  ['/tv', true],
  ['/experten', false],
  ['/kontakt', false],
  ['/faqs', false],
  ['/agbs', false],
  ['/datenschutz', false],
  ['/impressum', false],
  ['/widerrufsbelehrung', false],
  ['/kuendigung', false],
  ['/barrierefreiheit', false],
];

/** Products of these kinds are shown on pages listed above. */
const kindsWithFixedPages: readonly ProductKind[] = ['membership', 'subscription'];

/** Returns the number of sitemap files per kind. */
export async function countParts({ db }: Pick<ServerContext, 'db'>): Promise<Record<SitemapKind, number>> {
  const { products, masters, posts } = await db
    .selectNoFrom((select) => [
      select
        .selectFrom('products')
        .select((where) => where.fn.countAll<number>().as('count'))
        .where('is_active', '=', true)
        .where('kind', 'not in', kindsWithFixedPages)
        .as('products'),
      select
        .selectFrom('masters')
        .select((where) => where.fn.countAll<number>().as('count'))
        .as('masters'),
      select
        .selectFrom('posts')
        .select((where) => where.fn.countAll<number>().as('count'))
        .as('posts'),
    ])
    .executeTakeFirstOrThrow();
  const parts = (count: number | null) => Math.ceil((count ?? 0) / partSize);
  return { pages: 1, products: parts(products), masters: parts(masters), posts: parts(posts) };
}

/** Returns the entries of one file; `part` counts from 1. Empty beyond the last file. */
export async function listEntries(
  { db }: Pick<ServerContext, 'db'>,
  kind: SitemapKind,
  part: number,
): Promise<readonly SitemapEntry[]> {
  const offset = (part - 1) * partSize;
  if (part < 1) return [];
  switch (kind) {
    case 'pages':
      return part > 1 ? [] : pages.map(([route, isGermanOnly]) => ({ route, isGermanOnly, picture: null }));
    case 'products': {
      const rows = await db
        .selectFrom('products')
        .select(['kind', 'slug', 'picture'])
        .where('is_active', '=', true)
        .where('kind', 'not in', kindsWithFixedPages)
        .orderBy('id')
        .limit(partSize)
        .offset(offset)
        .execute();
      return rows.map(({ kind, slug, picture }) => ({
        route: productPath({ kind: kind as ProductKind, slug }),
        isGermanOnly: kind === 'book',
        picture,
      }));
    }
    case 'masters': {
      const rows = await db
        .selectFrom('masters')
        .select(['slug', 'picture'])
        .orderBy('slug')
        .limit(partSize)
        .offset(offset)
        .execute();
      return rows.map(({ slug, picture }) => ({ route: `/experten/${slug}`, isGermanOnly: false, picture }));
    }
    case 'posts': {
      const rows = await db
        .selectFrom('posts')
        .select(['slug', 'picture'])
        .orderBy('slug')
        .limit(partSize)
        .offset(offset)
        .execute();
      return rows.map(({ slug, picture }) => ({ route: `/blog/${slug}`, isGermanOnly: true, picture }));
    }
  }
}
