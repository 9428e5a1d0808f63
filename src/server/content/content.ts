import type { z } from 'zod';
import type { CouponKind } from '#core/model/coupon.ts';
import type { ProductKind } from '#core/model/product.ts';
import type { Locale, Localized } from '#core/model/values.ts';
import type { Trailer } from './film-folder.ts';
import type { InLocale } from './localized.ts';
import type {
  advantagesFile,
  campaignsFile,
  conversationsFile,
  giveawaysFile,
  legalNames,
  newsletterWidgetFile,
  popupsFile,
} from './marketing-schemas.ts';

import type { Worksheets } from './read-worksheets.ts';
import type { categoriesFile, greenbarFile, masterFile, shopFile } from './shop-schemas.ts';

/** A lesson in one language. Lengths in seconds. */
export interface LessonTexts {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly length_seconds: number;
  readonly is_free: boolean;
}

/** All texts of a product in one language. Lists that do not apply to a kind are empty. */
export interface ProductTexts {
  readonly title: string;
  readonly subtitle: string;
  readonly picture_alt: string;
  readonly lead: string;
  readonly description: readonly string[];
  /** Discipline of a course; category title of other kinds. */
  readonly category_title: string;
  /** Group of disciplines, courses only. */
  readonly group_title: string | null;
  readonly seo: {
    readonly title: string;
    readonly description: string;
    readonly keywords: readonly string[];
  };
  readonly level: string | null;
  readonly material: string | null;
  /** Binding and size of a book. */
  readonly format: string | null;
  readonly goals: readonly string[];
  readonly parts: readonly { readonly title: string; readonly lessons: readonly LessonTexts[] }[];
  readonly questions: readonly { readonly question: string; readonly answer: string }[];
  /** Contents of a box, benefits of a membership or subscription. */
  readonly contents: readonly string[];
}

/** The manufacturer responsible for product safety (GPSR). */
export interface Manufacturer {
  readonly name: string;
  readonly address: string;
  readonly email: string;
}

/** What a gift code or redeemable code gives. `product_id` is a course or membership. */
export type CodeContent =
  | { readonly kind: 'course'; readonly product_id: string }
  | { readonly kind: 'membership'; readonly product_id: string };

/** Data of a product that does not depend on the language. */
export type ProductDetails =
  | {
      readonly kind: 'course';
      /** All lessons in order; `part` counts from 0. Lengths in seconds. */
      readonly lessons: readonly {
        readonly id: string;
        readonly part: number;
        readonly length_seconds: number;
        readonly is_free: boolean;
        /** `at` in seconds from the beginning of the film. */
        readonly chapters: readonly { readonly at: number; readonly title: Localized<string> }[];
      }[];
      readonly length_seconds: number;
      /** Ids of the books that accompany the course. */
      readonly companions: readonly string[];
      /** Slug of the gift that contains the course; null without one. */
      readonly gift: string | null;
    }
  | {
      readonly kind: 'book';
      /** Absent for a book without one. */
      readonly isbn?: string;
      readonly pages: number;
      readonly weight_grams: number;
      readonly language: Locale;
      readonly manufacturer: Manufacturer;
      /** Absent in details loaded by an older version. */
      readonly warnings?: Localized<readonly string[]> | null;
      /** Ids of the courses that the book accompanies. */
      readonly companions: readonly string[];
    }
  | { readonly kind: 'gift'; readonly gives: CodeContent }
  | { readonly kind: 'voucher'; readonly value_cents: number }
  | {
      readonly kind: 'gift_box';
      readonly weight_grams: number;
      readonly manufacturer: Manufacturer;
      /** Absent in details loaded by an older version. */
      readonly warnings?: Localized<readonly string[]> | null;
      readonly gives: CodeContent | null;
    }
  | { readonly kind: 'membership' }
  | { readonly kind: 'subscription' };

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
  /** By which a course is found in the list (`courseFacets`); empty for other kinds. */
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

export type MasterTexts = Omit<InLocale<z.output<typeof masterFile>>, 'firstname' | 'lastname' | 'picture'>;

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
  /** Made by `renderMarkdown`: every text escaped, a fixed set of tags. */
  readonly html: string;
}

export type LegalName = (typeof legalNames)[number];

/** A legal page in one language; `version` (YYYY-MM-DD) is stored with each order that accepts it. */
export interface LegalText {
  readonly title: string;
  readonly version: string;
  readonly seo_description: string;
  /** Made by `renderMarkdown`: every text escaped, a fixed set of tags. */
  readonly html: string;
  /** The whole text without mark-up, for mails. */
  readonly plain: string;
}

/** A campaign page as stored; texts in every language, products as ids. */
export interface ContentCampaign
  extends Omit<z.output<typeof campaignsFile>[number], 'products' | 'coupon' | 'giveaway'> {
  readonly product_ids: readonly string[];
  readonly coupon: {
    readonly code: string;
    readonly campaign: string | null;
    readonly title: Localized<string>;
  } | null;
  /** Key of a giveaway. */
  readonly giveaway: string | null;
}

/** Marketing content; its HTML is sanitised when it is loaded. */
export interface Marketing {
  readonly advantages: z.output<typeof advantagesFile>;
  readonly conversations: z.output<typeof conversationsFile>;
  readonly newsletter_widget: z.output<typeof newsletterWidgetFile>;
  readonly popups: z.output<typeof popupsFile>;
  readonly giveaways: z.output<typeof giveawaysFile>;
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
}
