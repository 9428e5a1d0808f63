import type { z } from 'zod';
import type { Localized } from '#core/model/values.ts';
import type { Trailer } from './film-folder.ts';
import type {
  advantagesFile,
  campaignFile,
  conversationsFile,
  giveawayFile,
  legalFile,
  newsletterWidgetFile,
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

/** Sources of the catalogue. */
export interface CatalogueSources {
  readonly products: readonly SourceProduct[];
  readonly bundles: readonly Named<z.output<typeof bundleFile>>[];
  readonly masters: readonly Named<z.output<typeof masterFile>>[];
  readonly categories: ReadFile<z.output<typeof categoriesFile>>;
  readonly pictures: readonly string[];
  /** The trailers whose files are complete. */
  readonly trailers: readonly Trailer[];
}

/** Sources of the texts of pages. */
export interface TextSources {
  readonly announcement: ReadFile<z.output<typeof greenbarFile>>;
  readonly popups: readonly Named<z.output<typeof popupFile>>[];
  readonly campaigns: readonly Named<z.output<typeof campaignFile>>[];
  readonly giveaways: readonly Named<z.output<typeof giveawayFile>>[];
  readonly posts: readonly Named<z.output<typeof postFile>>[];
  /** Slugs are `legalNames`. */
  readonly legal: readonly Named<z.output<typeof legalFile>>[];
  readonly advantages: ReadFile<z.output<typeof advantagesFile>>;
  readonly conversations: ReadFile<z.output<typeof conversationsFile>>;
  readonly newsletter_widget: ReadFile<z.output<typeof newsletterWidgetFile>>;
  readonly shop: ReadFile<z.output<typeof shopFile>>;
}

/** A coupon that campaigns can name, with the facts that texts may state. */
export interface NamedCoupon
  extends Pick<z.output<typeof couponsFile>[number], 'codes' | 'first_purchase_only' | 'is_public'> {
  readonly campaign: string | null;
  /** Null for back office coupons, which are shown by their code. */
  readonly title: Localized<string> | null;
}

/** Content that records refer to and that is not a record itself. */
export interface RecordSurroundings extends Pick<CatalogueSources, 'pictures' | 'trailers'> {
  /** Outlines of the drawings that can open the home page, by picture. */
  readonly outlines: Readonly<Record<string, readonly string[]>>;
  readonly other_amounts: z.output<typeof otherAmountsFile>;
  /** Coupons of the files, and back office coupons with exactly one code. */
  readonly coupons: readonly NamedCoupon[];
}

/** All records, and the other content that they refer to. */
export type RecordSources = CatalogueSources & TextSources & RecordSurroundings;

/** Returns the id of a product: kind and slug, for example `gift-box-zeichentisch`. */
export function productId(product: Pick<SourceProduct, 'kind' | 'slug'>): string {
  return `${product.kind.replace('_', '-')}-${product.slug}`;
}
