import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/platform/database/schema.ts';
import { fileOfRecord } from './records/record-types.ts';
import { composeLegal } from './sources/compose-texts.ts';
import type { Content } from './sources/content-shapes.ts';
import { legalFile } from './sources/marketing-schemas.ts';
import { shopFile } from './sources/shop-schemas.ts';

/** Published shop data, or a published legal page. */
export interface PublishedRecord {
  readonly type: string;
  readonly slug: string;
  readonly published: unknown;
}

/**
 * Reads the published shop data and legal pages, also from a database that is not migrated yet; none before the content
 * files are first loaded.
 */
export async function readPublishedRecords(db: Kysely<Database>): Promise<readonly PublishedRecord[]> {
  const { rows } = await sql<{
    has_records: boolean;
  }>`select to_regclass('catalogue_records') is not null as has_records`.execute(db);
  if (!rows[0]?.has_records) return [];
  return db
    .selectFrom('catalogue_records')
    .select(['type', 'slug', 'published'])
    .where('type', 'in', ['shop', 'legal'])
    .where('published', 'is not', null)
    .execute();
}

/** Returns the published shop data with the defaults of missing fields; null if there are none that are valid. */
export function publishedShop(records: readonly PublishedRecord[]): Content['shop'] | null {
  const record = records.find(({ type }) => type === 'shop');
  return shopFile.safeParse(record?.published).data ?? null;
}

/** Returns the content with the published shop data and legal pages, where there are any, in place of the files. */
export function withPublishedRecords(content: Content, records: readonly PublishedRecord[]): Content {
  if (records.length === 0) return content;
  const shop = publishedShop(records) ?? content.shop;
  const pages = records
    .filter(({ type }) => type === 'legal')
    .map(({ slug, published }) => ({
      slug,
      file: fileOfRecord({ type: 'legal', slug }),
      value: legalFile.parse(published),
      lineOf: () => null,
    }));
  const legal = composeLegal({
    shop: { ...content.sources.shop, value: shop },
    legal: pages.length > 0 ? pages : content.sources.legal,
  });
  return { ...content, shop, legal };
}
