import type { z } from 'zod';
import type { Localized } from '#core/model/values.ts';
import type { Trailer } from './film-folder.ts';
import type {
  campaignFile,
  giveawayFile,
  legalFile,
  otherAmountsFile,
  popupFile,
  postFile,
} from './marketing-schemas.ts';
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
import type {
  bundleFile,
  categoriesFile,
  couponsFile,
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

/** What the catalogue is composed of. */
export interface CatalogueSources {
  readonly products: readonly SourceProduct[];
  readonly bundles: readonly Named<z.output<typeof bundleFile>>[];
  readonly masters: readonly Named<z.output<typeof masterFile>>[];
  readonly categories: ReadFile<z.output<typeof categoriesFile>>;
  readonly pictures: readonly string[];
  /** The trailers whose files are complete. */
  readonly trailers: readonly Trailer[];
}

/** What the texts of pages are composed of. */
export interface TextSources {
  readonly announcement: ReadFile<z.output<typeof greenbarFile>>;
  readonly popups: readonly Named<z.output<typeof popupFile>>[];
  readonly campaigns: readonly Named<z.output<typeof campaignFile>>[];
  readonly giveaways: readonly Named<z.output<typeof giveawayFile>>[];
  readonly posts: readonly Named<z.output<typeof postFile>>[];
  /** Named after `legalNames`. */
  readonly legal: readonly Named<z.output<typeof legalFile>>[];
}

/** A coupon that campaigns can name, and what texts may tell of it. */
export interface NamedCoupon
  extends Pick<z.output<typeof couponsFile>[number], 'codes' | 'first_purchase_only' | 'is_public'> {
  readonly campaign: string | null;
  /** Null for coupons made in the back office, which are called by their code. */
  readonly title: Localized<string> | null;
}

/** What records are checked against and filled with, and is no record itself. */
export interface RecordSurroundings extends Pick<CatalogueSources, 'pictures' | 'trailers'> {
  readonly shop: z.output<typeof shopFile>;
  readonly other_amounts: z.output<typeof otherAmountsFile>;
  /** Of the files, and those with one code that were made in the back office. */
  readonly coupons: readonly NamedCoupon[];
}

/** All records, and what surrounds them. */
export type RecordSources = CatalogueSources & TextSources & RecordSurroundings;

/** Id of a product: kind and slug, for example `gift-box-zeichentisch`. */
export function productId(product: Pick<SourceProduct, 'kind' | 'slug'>): string {
  return `${product.kind.replace('_', '-')}-${product.slug}`;
}
