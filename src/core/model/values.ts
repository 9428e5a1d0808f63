// No zod here: every page of the storefront loads these values, and only some load schemas.

/** Longest texts that are accepted, in characters; forms and schemas share them. */
export const lengths = {
  name: 80,
  fullName: 160,
  recipientName: 100,
  greeting: 600,
  email: 254,
  company: 120,
  street: 120,
  houseNumber: 20,
  postalCode: 12,
  city: 80,
  phone: 40,
  code: 64,
  reason: 2000,
  search: 100,
  reviewText: { minimum: 10, maximum: 2000 },
  reviewAuthor: 60,
  contactTopic: 120,
  contactName: 120,
  message: 5000,
  password: { minimum: 8, maximum: 128 },
} as const;

/** More pieces of one product than anybody orders. */
export const highestQuantity = 999;

/** More lines than a cart can have. */
export const mostLines = 100;

/** How many stars a review can give. */
export const mostStars = 5;

/** The languages of the shop; each is also the first segment of every storefront address. */
export const locales = ['de', 'en'] as const;

export type Locale = (typeof locales)[number];

/** Where campaign pages stand. */
export const campaignPlaces = ['specials', 'angebote'] as const;

/** The card types recognised by the card fields. */
export const cardTypes = [
  'visa',
  'mastercard',
  'american-express',
  'diners-club',
  'discover',
  'jcb',
  'unionpay',
  'maestro',
  'elo',
  'mir',
  'hiper',
  'hipercard',
] as const;

export type CardType = (typeof cardTypes)[number];

/** Forms of address offered to people. */
export const salutations = ['mr', 'ms', 'none'] as const;

/** How a gift's code reaches the one it is for: by way of the buyer, by e-mail, or printed on card as a parcel. */
export const giftDeliveries = ['buyer', 'email', 'parcel'] as const;

/** How somebody cancels: to the next possible day, or at once for good cause (§ 312k BGB). */
export const cancellationKinds = ['ordinary', 'extraordinary'] as const;

/** An amount in integer euro cents. Prices are gross: they include VAT. */
export type Cents = number & { readonly __unit: 'cents' };

/** A calendar day as `YYYY-MM-DD`. It has no hours, so daylight saving time never changes it. */
export type CalendarDay = string;

/** Whether a text is a day that exists, written as `YYYY-MM-DD`. */
export function isCalendarDay(value: unknown): value is CalendarDay {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** One page of a list: `number` from 1, `total` counts all items. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly number: number;
  readonly size: number;
  readonly total: number;
}
