import type { Locale, Localized } from '#core/model/values.ts';

/** Prefix of the pictures for shared links, `teilen-<slug>-<locale>`, which exist as PNG only. */
export const sharePrefix = 'teilen-';

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

/** Content of a gift code or redeemable code. `product_id` is a course or membership. */
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

/** All texts of a master in one language. */
export interface MasterTexts {
  /** Years as shown, for example "1471 bis 1528". */
  readonly lived: string;
  readonly origin: string;
  readonly profession: string;
  readonly picture_alt: string;
  readonly motto: string;
  readonly biography: readonly string[];
  readonly seo: {
    readonly title: string;
    readonly description: string;
    readonly keywords: readonly string[];
  };
}
