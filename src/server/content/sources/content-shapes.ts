import type { z } from 'zod';
import type { CouponKind } from '#core/model/coupon.ts';
import type { ProductKind } from '#core/model/product.ts';
import type { Locale, Localized } from '#core/model/values.ts';
import type {
  CodeContent,
  MasterTexts,
  ProductDetails,
  ProductTexts,
} from '#server/catalogue/stored-product.ts';
import type { RecordSources } from './catalogue-sources.ts';
import type { Trailer } from './film-folder.ts';
import type {
  advantagesFile,
  campaignFile,
  conversationsFile,
  giveawayFile,
  legalNames,
  newsletterWidgetFile,
  popupFile,
} from './marketing-schemas.ts';
import type { Worksheets } from './read-worksheets.ts';
import type { categoriesFile, greenbarFile, shopFile } from './shop-schemas.ts';

/** A product of any kind as the database stores it. Amounts in cents; references are product ids. */
export interface ContentProduct {
  /** Kind and slug, for example `course-albrecht-duerer` or `gift-box-zeichentisch`. */
  readonly id: string;
  readonly kind: ProductKind;
  readonly slug: string;
  /** Position in lists of its kind, from 1. */
  readonly position: number;
  /** Unit price: yearly for the membership, monthly for a subscription. */
  readonly price_cents: number;
  readonly monthly_price_cents: number | null;
  /** Null when the stock is not limited. */
  readonly stock: number | null;
  /** 1 for courses, memberships and subscriptions; null when only stock limits it. */
  readonly max_per_order: number | null;
  readonly no_bank_transfer: boolean;
  readonly picture: string;
  readonly master: string | null;
  /** Identifier of the discipline or category. */
  readonly category: string;
  /** Identifier of the group of disciplines, courses only. */
  readonly group: string | null;
  /** Values of the filters of the course list (`courseFacets`); empty for other kinds. */
  readonly facets: readonly string[];
  /** Day of publication as `YYYY-MM-DD`, courses only. */
  readonly published_on: string | null;
  readonly texts: Localized<ProductTexts>;
  /** A course's trailer; null without one. */
  readonly trailer: Trailer | null;
  readonly details: ProductDetails;
}

/** A master in every language; the id is the slug. */
export interface ContentMaster {
  readonly slug: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly picture: string;
  readonly texts: Localized<MasterTexts>;
}

/** A coupon. Times are ISO 8601; absent limits are null. */
export interface ContentCoupon {
  readonly id: string;
  /** Several codes share the coupon's limits. */
  readonly codes: readonly string[];
  readonly kind: CouponKind;
  /** Percent for `percent`, cents for `fixed`, else 0. */
  readonly value: number;
  /** The product that `free_product` adds. */
  readonly product_id: string | null;
  readonly titles: Localized<string>;
  readonly valid_from: string | null;
  readonly valid_until: string | null;
  readonly limit_total: number | null;
  readonly limit_per_user: number | null;
  readonly minimum_subtotal_cents: number | null;
  /** Product ids it is limited to; null for all. */
  readonly product_ids: readonly string[] | null;
  readonly kinds: readonly ProductKind[] | null;
  readonly campaign: string | null;
  /** Only for customers who have bought nothing before. */
  readonly first_purchase_only: boolean;
  /** Whether it is advertised publicly: its prices then count as prices of the shop. */
  readonly is_public: boolean;
  /** Loaded in demo mode only. */
  readonly is_demo: boolean;
}

/** A redeemable code that was not bought; a demo code is loaded in demo mode only. */
export type ContentCode = { readonly code: string; readonly is_demo: boolean } & (
  | CodeContent
  | { readonly kind: 'voucher'; readonly amount_cents: number }
);

/** Products sold together at a lower price. */
export interface ContentBundle {
  readonly id: string;
  readonly titles: Localized<string>;
  readonly descriptions: Localized<string>;
  readonly product_ids: readonly string[];
  readonly price_cents: number;
}

/** A demo learner; loaded in demo mode only. */
export interface DemoLearner {
  readonly email: string;
  readonly password: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly preferred_language: Locale;
  /** Product ids of the courses owned. */
  readonly courses: readonly string[];
  readonly watched: readonly {
    readonly lesson: string;
    readonly position_seconds: number;
    readonly is_finished: boolean;
    readonly days_ago: number;
  }[];
}

/** A German blog post. */
export interface ContentPost {
  readonly slug: string;
  readonly title: string;
  readonly lead: string;
  readonly topic: string;
  /** YYYY-MM-DD */
  readonly published_on: string;
  readonly reading_minutes: number;
  readonly picture: string;
  readonly picture_alt: string;
  /** Product ids of related courses. */
  readonly courses: readonly string[];
  readonly seo: {
    readonly title: string;
    readonly description: string;
    readonly keywords: readonly string[];
  };
  /** Output of `renderMarkdown`: text escaped, a fixed set of tags. */
  readonly html: string;
}

export type LegalName = (typeof legalNames)[number];

/** A legal page in one language; `version` (YYYY-MM-DD) is stored with each order that accepts it. */
export interface LegalText {
  readonly title: string;
  readonly version: string;
  readonly seo_description: string;
  /** Output of `renderMarkdown`: text escaped, a fixed set of tags. */
  readonly html: string;
  /** The whole text without mark-up, for mails. */
  readonly plain: string;
}

/** A campaign page as stored; texts in every language, products as ids. */
export interface ContentCampaign
  extends Omit<z.output<typeof campaignFile>, 'position' | 'products' | 'coupon' | 'giveaway'> {
  readonly slug: string;
  readonly product_ids: readonly string[];
  readonly coupon: {
    readonly code: string;
    readonly campaign: string | null;
    readonly title: Localized<string>;
    readonly is_first_purchase_only: boolean;
  } | null;
  /** Key of a giveaway. */
  readonly giveaway: string | null;
}

/** A giveaway as stored. */
type ContentGiveaway = z.output<typeof giveawayFile> & { readonly key: string };

/** A popup as stored. */
export type ContentPopup = Omit<z.output<typeof popupFile>, 'link'> & {
  readonly key: string;
  readonly link: NonNullable<z.output<typeof popupFile>['link']> | null;
};

/** Marketing content; its HTML is sanitised when it is loaded. */
export interface Marketing {
  readonly advantages: z.output<typeof advantagesFile>;
  readonly conversations: z.output<typeof conversationsFile>;
  readonly newsletter_widget: z.output<typeof newsletterWidgetFile>;
  readonly popups: readonly ContentPopup[];
  readonly giveaways: readonly ContentGiveaway[];
  readonly campaigns: readonly ContentCampaign[];
}

/** The validated content folder. */
export interface Content {
  readonly shop: z.output<typeof shopFile>;
  readonly categories: z.output<typeof categoriesFile>;
  readonly masters: readonly ContentMaster[];
  readonly products: readonly ContentProduct[];
  readonly coupons: readonly ContentCoupon[];
  readonly codes: readonly ContentCode[];
  readonly bundles: readonly ContentBundle[];
  readonly greenbar: z.output<typeof greenbarFile>;
  readonly marketing: Marketing;
  readonly demo: { readonly learners: readonly DemoLearner[] };
  readonly posts: readonly ContentPost[];
  readonly legal: Readonly<Record<LegalName, Localized<LegalText>>>;
  readonly worksheets: Worksheets;
  /** Names of all pictures, without extension. */
  readonly pictures: readonly string[];
  /** Outlines of the hero drawing, as SVG path data. */
  readonly opening_lines: readonly string[];
  /** Sources of the catalogue and of the texts of pages. */
  readonly sources: RecordSources;
}
