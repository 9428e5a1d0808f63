import type { Day, Defaulted, Instant, Json } from './columns.ts';

interface MastersTable {
  slug: string;
  firstname: string;
  lastname: string;
  picture: string;
  texts: Json;
  search_de: Defaulted<string>;
  search_en: Defaulted<string>;
  search_words: Defaulted<string>;
}

interface ProductsTable {
  id: string;
  kind: string;
  slug: string;
  position: number;
  price_cents: number;
  monthly_price_cents: number | null;
  stock: number | null;
  declared_stock: number | null;
  max_per_order: number | null;
  is_shipped: boolean;
  is_fixed_price: boolean;
  is_active: Defaulted<boolean>;
  master_slug: string | null;
  category_identifier: string;
  group_identifier: string | null;
  picture: string;
  card: Json;
  texts: Json;
  details: Json;
  companion_ids: Defaulted<string[]>;
  search_de: string;
  search_en: string;
  search_words_de: string;
  search_words_en: string;
}

/** Kept by triggers; nobody else writes it. `group_identifier` is empty for products without a group. */
interface ProductCountsTable {
  kind: string;
  group_identifier: string;
  count: number;
}

interface PriceHistoryTable {
  product_id: string;
  valid_from: Instant;
  price_cents: number;
}

interface LessonsTable {
  id: string;
  course_id: string;
  position: number;
  part: number;
  length_seconds: number;
  is_free: boolean;
  is_active: Defaulted<boolean>;
  texts: Json;
}

interface BundlesTable {
  id: string;
  product_ids: string[];
  price_cents: number;
  texts: Json;
}

interface PagesTable {
  slug: string;
  locale: string;
  title: string;
  description: string;
  html: string;
  plain: string;
  version: string;
}

interface ContentsTable {
  key: string;
  value: Json;
}

interface PostsTable {
  slug: string;
  published_on: Day;
  title: string;
  teaser: string;
  html: string;
  topic: string;
  picture: string;
  picture_alt: string;
  reading_minutes: number;
  keywords: Defaulted<string[]>;
  product_ids: Defaulted<string[]>;
  seo_title: string;
  seo_description: string;
  search: string;
  search_words: string;
}

interface PageVersionsTable {
  slug: string;
  locale: string;
  version: string;
  title: string;
  html: string;
  plain: string;
  first_loaded_at: Instant;
}

/** What the content files bring: products, lessons, pages, posts. */
export interface CatalogueTables {
  masters: MastersTable;
  products: ProductsTable;
  product_counts: ProductCountsTable;
  price_history: PriceHistoryTable;
  lessons: LessonsTable;
  bundles: BundlesTable;
  pages: PagesTable;
  contents: ContentsTable;
  posts: PostsTable;
  page_versions: PageVersionsTable;
}
