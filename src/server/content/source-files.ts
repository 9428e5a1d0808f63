import type { z } from 'zod';
import type { ProductKind } from '#core/model/product.ts';
import type { Localized } from '#core/model/values.ts';
import type { ContentPost, LegalName, LegalText, Marketing } from './content.ts';
import type { Trailer } from './film-folder.ts';
import type { campaignsFile, conversationsFile } from './marketing-schemas.ts';
import type {
  BookFile,
  CourseFile,
  GiftBoxFile,
  GiftFile,
  MembershipFile,
  SubscriptionFile,
  VoucherFile,
} from './product-schemas.ts';
import type { ReadFile } from './read-files.ts';
import type { Worksheets } from './read-worksheets.ts';
import type {
  bundlesFile,
  categoriesFile,
  codesFile,
  couponsFile,
  demoFile,
  greenbarFile,
  masterFile,
  shopFile,
} from './shop-schemas.ts';

/** A file named after its slug. */
export interface Named<Value> extends ReadFile<Value> {
  readonly slug: string;
}

/** A product file before its references are resolved. */
export type SourceProduct =
  | (Named<CourseFile> & { readonly kind: 'course' })
  | (Named<BookFile> & { readonly kind: 'book' })
  | (Named<GiftFile> & { readonly kind: 'gift' })
  | (Named<VoucherFile> & { readonly kind: 'voucher' })
  | (Named<GiftBoxFile> & { readonly kind: 'gift_box' })
  | (Named<MembershipFile> & { readonly kind: 'membership' })
  | (Named<SubscriptionFile> & { readonly kind: 'subscription' });

export type SourcePost = ReadFile<ContentPost>;

export type LegalTexts = Readonly<Record<LegalName, Localized<LegalText>>>;

/** All content files, each valid by itself; references between them are not checked yet. */
export interface Sources {
  readonly products: readonly SourceProduct[];
  readonly masters: readonly Named<z.output<typeof masterFile>>[];
  readonly shop: ReadFile<z.output<typeof shopFile>>;
  readonly categories: ReadFile<z.output<typeof categoriesFile>>;
  readonly coupons: ReadFile<z.output<typeof couponsFile>>;
  readonly codes: ReadFile<z.output<typeof codesFile>>;
  readonly bundles: ReadFile<z.output<typeof bundlesFile>>;
  readonly greenbar: ReadFile<z.output<typeof greenbarFile>>;
  readonly conversations: ReadFile<z.output<typeof conversationsFile>>;
  readonly marketing: Omit<Marketing, 'campaigns' | 'conversations'>;
  readonly campaigns: ReadFile<z.output<typeof campaignsFile>>;
  readonly demo: ReadFile<z.output<typeof demoFile>>;
  readonly posts: readonly SourcePost[];
  readonly legal: LegalTexts;
  readonly worksheets: Worksheets;
  readonly pictures: readonly string[];
  /** The trailers whose files are complete. */
  readonly trailers: readonly Trailer[];
}

/** Reports a fault at a field of a file. */
export type ReportFault = (
  at: ReadFile<unknown>,
  path: readonly PropertyKey[],
  problem: string,
  cure: string,
) => void;

/** Finds a product by slug and, if given, kind; reports a fault when there is none. */
export type Find = (
  at: ReadFile<unknown>,
  path: readonly PropertyKey[],
  slug: string,
  kind?: ProductKind,
) => SourceProduct | null;

/** Id of a product: kind and slug, for example `gift-box-zeichentisch`. */
export function productId(product: Pick<SourceProduct, 'kind' | 'slug'>): string {
  return `${product.kind.replace('_', '-')}-${product.slug}`;
}
