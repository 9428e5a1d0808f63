import * as z from 'zod/mini';
import { type Infer, instant } from './primitives.ts';
import { productKinds } from './product.ts';

/**
 * Types of catalogue records: products of all kinds, bundle offers, masters, and the single record of all categories.
 */
export const catalogueTypes = [...productKinds, 'bundle', 'master', 'categories'] as const;

/**
 * Texts of pages: the announcement bar, popups, campaign pages, giveaways, blog posts, legal pages, the shop's
 * advantages, conversations with masters, the newsletter form, and the shop's data.
 */
export const textTypes = [
  'announcement',
  'popup',
  'campaign',
  'giveaway',
  'post',
  'legal',
  'advantages',
  'conversations',
  'newsletter_widget',
  'shop',
] as const;

export const recordTypes = [...catalogueTypes, ...textTypes] as const;

/** The two lists in which operators find records. */
export const recordGroups = ['catalogue', 'texts'] as const;

export type RecordGroup = (typeof recordGroups)[number];

/** Returns the list in which records of a type are found. */
export function groupOf(type: RecordType): RecordGroup {
  return (textTypes as readonly string[]).includes(type) ? 'texts' : 'catalogue';
}

export const recordType = z.enum(recordTypes);

export type RecordType = z.output<typeof recordType>;

/** Types with a single record, which the shop needs. */
export const singleTypes = [
  'categories',
  'announcement',
  'advantages',
  'conversations',
  'newsletter_widget',
  'shop',
] as const satisfies readonly RecordType[];

export type SingleType = (typeof singleTypes)[number];

/** Returns whether there is only one record of this type. */
export function isSingle(type: RecordType): type is SingleType {
  return (singleTypes as readonly RecordType[]).includes(type);
}

/** Returns the slug of the only record of a type. */
export function slugOfSingle(type: SingleType): string {
  return type.replaceAll('_', '-');
}

/** Types with several records, any of which the shop can do without, so each can be shown or hidden. */
const shownOrNotTypes: readonly RecordType[] = ['bundle', 'popup', 'campaign', 'post'];

/** Returns whether records of a type are shown and hidden, while products are put on and taken off sale. */
export function canBeHidden(type: RecordType): boolean {
  return shownOrNotTypes.includes(type);
}

/** Fields that refer to one or several of many records, as `type.field`. Their options are searched and paged. */
export const searchedFields = [
  'bundle.products',
  'campaign.products',
  'book.courses',
  'post.courses',
  'course.master',
  'book.master',
  'gift.course',
  'gift.membership',
  'gift_box.course',
  'gift_box.membership',
  'conversations.course',
  'shop.course',
] as const;

export type SearchedField = (typeof searchedFields)[number];

export const recordSlug = z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), z.maxLength(60));

/** `changed`: published, with an unpublished draft; `off_sale`: published, and taken off sale. */
export const recordStates = ['published', 'changed', 'draft', 'off_sale'] as const;

export type RecordState = (typeof recordStates)[number];

/** Maximum nesting depth of objects and lists; a course has seven levels. */
const deepest = 12;

/** Returns whether the database can store a value: no NUL, no unpaired surrogates, not nested too deeply. */
function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !value.includes('\u0000') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (depth === deepest) return false;
  return Object.entries(value).every(([name, item]) => isStorable(name) && isStorable(item, depth + 1));
}

/** The content of a record, in the shape of its content file; a draft may be incomplete. */
export const recordValue = z
  .record(z.string(), z.unknown())
  .check(z.refine((value) => isStorable(value), { message: 'UNREADABLE_CHARACTER' }));

const title = z.object({ de: z.string(), en: z.string() });

const state = z.enum(recordStates);

/** The product of a record, with its sales data. */
const soldProduct = z.object({
  id: z.string(),
  /** Null when the stock is not counted. */
  stock: z.nullable(z.int()),
  price_cents: z.int(),
  is_sold: z.boolean(),
});

/** A record in the list. `product` is null for masters and categories. */
export const listedRecord = z.object({
  id: z.string(),
  type: recordType,
  slug: z.string(),
  title,
  state,
  product: z.nullable(soldProduct),
  changed_at: instant,
});

export type ListedRecord = Infer<typeof listedRecord>;

/**
 * What a save was: `loaded` from content files, or `planned` for later. A plan becomes `done`, `called_off`, or
 * `refused` if the record was invalid when it was due.
 */
export const versionStates = [
  'loaded',
  'draft',
  'published',
  'planned',
  'done',
  'called_off',
  'refused',
  'off_sale',
  'on_sale',
] as const;

export type VersionState = (typeof versionStates)[number];

/** A stored version of a record; every save creates one. */
export const recordVersion = z.object({
  /** Version number of the record after the save. */
  number: z.int(),
  state: z.enum(versionStates),
  saved_at: instant,
  /** An operator, key or command, or `job`; null for the content files, or when no longer known. */
  saved_by: z.nullable(z.string()),
  /** Time for which the publication is or was planned. */
  publish_at: z.nullable(instant),
  /** Fields that the save changed, or that a plan will change. */
  fields: z.array(z.string()),
});

export type RecordVersion = Infer<typeof recordVersion>;

/** A record with its draft. */
export const catalogueRecord = z.object({
  ...listedRecord.shape,
  version: z.int(),
  /** The draft, or the published value when there is no draft. */
  value: recordValue,
  /** The value that the shop shows; null before the first publication. */
  published: z.nullable(recordValue),
  /** Planned publications, next first, and plans that were refused. */
  plans: z.array(recordVersion),
  /** Whether the record in the shop differs from the loaded content file. */
  is_by_hand: z.boolean(),
  /** Prices of the last 30 days, newest first; null while it was not on sale. */
  prices: z.array(z.object({ since: instant, price_cents: z.nullable(z.int()) })),
});

/** Not `Infer`, which does not support values of any shape. */
export type CatalogueRecord = Readonly<Omit<z.output<typeof catalogueRecord>, 'prices' | 'plans'>> & {
  readonly prices: Infer<typeof catalogueRecord.shape.prices>;
  readonly plans: Infer<typeof catalogueRecord.shape.plans>;
};

/** A version of a legal page that the shop has published. */
export const legalVersion = z.object({
  /** First day on which it is valid, `YYYY-MM-DD`. */
  version: z.string(),
  first_shown_at: instant,
  title: z.object({ de: z.string(), en: z.string() }),
});

export type LegalVersion = Infer<typeof legalVersion>;

const recordFaultCodes = [
  'missing',
  'too_short',
  'too_long',
  'too_few',
  'too_small',
  'too_large',
  'uneven',
  /** Another record, or another part of this one, already uses the name or position. */
  'taken',
  /** The first lesson of a course must be free. */
  'not_free',
  /** Chapters must begin at 0 and be in ascending order. */
  'order',
  /** A campaign needs either a coupon with products, or a giveaway. */
  'either',
  'unknown',
  /** A text states or compares prices that differ from the product's prices. */
  'price',
  'invalid',
  /** The last day is before the first. */
  'backwards',
  /** An offer does not cost less than its products together. */
  'not_cheaper',
  /** A text states a price or percentage that the price history does not support, or a code that is not public. */
  'claim',
  /** Unsupported Markdown, or a link to a forbidden target. */
  'markdown',
  /** An unknown placeholder. */
  'placeholder',
  /** A changed legal text needs a later first day. */
  'new_version',
  /** The first day has passed. */
  'past',
  /** Another text is planned for this first day. */
  'planned',
  /** The days of a giveaway cannot change after its draw. */
  'drawn',
  /** The shop would deliver to Austria, but German books have no minimum price there. */
  'austria_minimum',
  /** Legal texts state the shipping cost of a country to which the shop would not deliver. */
  'shipping_stated',
  /** Shop data change a legal text that already has a version of that day. */
  'version_taken',
] as const;

/** Why a record cannot be published. */
export const recordFault = z.object({
  /** Place in the record, for example `parts.0.title.en`; empty: the record as a whole. */
  path: z.string(),
  code: z.enum(recordFaultCodes),
  /** The highest or lowest allowed number. */
  limit: z.nullable(z.number()),
  /** The words that caused the fault, such as a claim, a placeholder or the names of other records. */
  words: z.optional(z.string()),
});

export type RecordFault = Infer<typeof recordFault>;
