// This file must not import zod: every page of the storefront loads it, and only some pages load schemas.

/** Highest quantity of one product in a cart, also if the product has no limit. */
export const highestQuantity = 999;

/** Maximum number of lines in a cart. */
export const maxLines = 100;

/** Maximum number of products in the link of a shared cart. */
export const maxSharedProducts = 30;

/** Maximum number of products on a wish list. */
export const maxWishListItems = 200;

/** Lowest and highest number of stars of a review. */
export const minStars = 1;
export const maxStars = 5;

/** Minimum number of reviews for which an average rating is shown. */
export const minReviewsForRating = 5;

/** The languages of the shop; also the first path segment of every page. */
export const locales = ['de', 'en'] as const;

export type Locale = (typeof locales)[number];

/** A value in every language of the shop. */
export type Localized<Value> = Readonly<Record<Locale, Value>>;

/** The languages with their regions, for formatting with `Intl`. */
export const regions: Localized<string> = { de: 'de-DE', en: 'en-GB' };

/** An amount in integer euro cents. Prices are gross: they include VAT. */
export type Cents = number & { readonly __unit: 'cents' };

/** A calendar day as `YYYY-MM-DD`, without a time, so daylight saving time does not affect it. */
export type CalendarDay = string;

/** One page of a list: `number` counts from 1, `total` is the number of all items. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly number: number;
  readonly size: number;
  readonly total: number;
}
