import { type Kysely, sql } from 'kysely';
import type { RecordType } from '#core/model/catalogue-record.ts';
import { type ProductKind, productKinds } from '#core/model/product.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { fileOfRecord } from './records/record-types.ts';
import type { SourceProduct } from './sources/catalogue-sources.ts';
import { composeLegal } from './sources/compose-texts.ts';
import type { Content } from './sources/content-shapes.ts';
import { legalFile } from './sources/marketing-schemas.ts';
import { shopFile } from './sources/shop-schemas.ts';

/** Published shop data, or a published legal page or product. */
export interface PublishedRecord {
  readonly type: string;
  readonly slug: string;
  readonly published: unknown;
  readonly is_on_sale: boolean;
}

/** The records that `withPublishedRecords` uses. */
const usedTypes: readonly RecordType[] = ['shop', 'legal', ...productKinds];

/**
 * Reads the published records of these types, also from a database that is not migrated yet; none before the content
 * files are first loaded.
 */
export async function readPublishedRecords(
  db: Kysely<Database>,
  types: readonly RecordType[] = usedTypes,
): Promise<readonly PublishedRecord[]> {
  const { rows } = await sql<{
    has_records: boolean;
  }>`select to_regclass('catalogue_records') is not null as has_records`.execute(db);
  if (!rows[0]?.has_records) return [];
  return db
    .selectFrom('catalogue_records')
    .select(['type', 'slug', 'published', 'is_on_sale'])
    .where('type', 'in', types)
    .where('published', 'is not', null)
    .execute();
}

/** Returns the kinds of the published products that are on sale, without reading the products themselves. */
export function readKindsOnSale(db: Kysely<Database>): Promise<readonly { readonly kind: ProductKind }[]> {
  return db
    .selectFrom('catalogue_records')
    .select((eb) => eb.ref('type').$castTo<ProductKind>().as('kind'))
    .distinct()
    .where('type', 'in', productKinds)
    .where('published', 'is not', null)
    .where('is_on_sale', '=', true)
    .execute();
}

/** Returns the published shop data with the defaults of missing fields; null if there are none that are valid. */
export function publishedShop(records: readonly PublishedRecord[]): Content['shop'] | null {
  const record = records.find(({ type }) => type === 'shop');
  return shopFile.safeParse(record?.published).data ?? null;
}

/** Returns the published products that are on sale, as stored; null if no products are published. */
function publishedProducts(records: readonly PublishedRecord[]): readonly SourceProduct[] | null {
  const kinds: readonly string[] = productKinds;
  const products = records.filter(({ type }) => kinds.includes(type));
  if (products.length === 0) return null;
  return products
    .filter(({ is_on_sale }) => is_on_sale)
    .map(({ type, slug, published }) => {
      const file = fileOfRecord({ type: type as RecordType, slug });
      return { kind: type, slug, file, value: published, lineOf: () => null } as unknown as SourceProduct;
    });
}

/**
 * Returns the content with the published shop data and legal pages, where there are any, in place of the files. Its
 * sources have the products that are on sale.
 */
export function withPublishedRecords(content: Content, records: readonly PublishedRecord[]): Content {
  if (records.length === 0) return content;
  const shop = { ...content.sources.shop, value: publishedShop(records) ?? content.shop };
  const pages = records
    .filter(({ type }) => type === 'legal')
    .map(({ slug, published }) => ({
      slug,
      file: fileOfRecord({ type: 'legal', slug }),
      value: legalFile.parse(published),
      lineOf: () => null,
    }));
  const legal = composeLegal({ shop, legal: pages.length > 0 ? pages : content.sources.legal });
  const products = publishedProducts(records) ?? content.sources.products;
  return { ...content, shop: shop.value, legal, sources: { ...content.sources, shop, products } };
}
