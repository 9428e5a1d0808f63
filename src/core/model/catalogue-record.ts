import * as z from 'zod/mini';
import { type Infer, instant } from './primitives.ts';
import { productKinds } from './product.ts';

/**
 * What the catalogue consists of: products of all kinds, bundle offers, masters, and the one record of all categories.
 */
export const catalogueTypes = [...productKinds, 'bundle', 'master', 'categories'] as const;

/** Texts of pages: the announcement bar, popups, campaign pages, giveaways, posts of the blog, legal pages. */
export const textTypes = ['announcement', 'popup', 'campaign', 'giveaway', 'post', 'legal'] as const;

export const recordTypes = [...catalogueTypes, ...textTypes] as const;

/** The two lists in which operators find records. */
export const recordGroups = ['catalogue', 'texts'] as const;

export type RecordGroup = (typeof recordGroups)[number];

/** In which list a type of record is found. */
export function groupOf(type: RecordType): RecordGroup {
  return (textTypes as readonly string[]).includes(type) ? 'texts' : 'catalogue';
}

export const recordType = z.enum(recordTypes);

export type RecordType = z.output<typeof recordType>;

/** Of these there are several, and the shop can be without any of them, so it shows them or not. */
const shownOrNotTypes: readonly RecordType[] = ['bundle', 'popup', 'campaign', 'post'];

/** Whether a record is taken out of the shop and put back, where a product is taken off sale. */
export function isShownOrNot(type: RecordType): boolean {
  return shownOrNotTypes.includes(type);
}

/** Fields that name one or several of many records, as `type.field`: what they can name is searched for by page. */
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
] as const;

export type SearchedField = (typeof searchedFields)[number];

export const recordSlug = z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), z.maxLength(60));

/** `changed`: published, and somebody is writing a draft; `off_sale`: published, and taken off sale. */
export const recordStates = ['published', 'changed', 'draft', 'off_sale'] as const;

export type RecordState = (typeof recordStates)[number];

/** How deep objects and lists stand in each other at most; a course has seven levels. */
const deepest = 12;

/** Whether the database can store it: no NUL, no unpaired surrogates, not too deep. */
function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !value.includes('\u0000') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (depth === deepest) return false;
  return Object.entries(value).every(([name, item]) => isStorable(name) && isStorable(item, depth + 1));
}

/** A record as it is written: in the shape of its content file, or on the way there. */
export const recordValue = z
  .record(z.string(), z.unknown())
  .check(z.refine((value) => isStorable(value), { message: 'UNREADABLE_CHARACTER' }));

const title = z.object({ de: z.string(), en: z.string() });

const state = z.enum(recordStates);

/** The product of a record, as it is sold. */
const soldProduct = z.object({
  id: z.string(),
  /** Null when it is not counted. */
  stock: z.nullable(z.int()),
  price_cents: z.int(),
  is_sold: z.boolean(),
});

/** A record in the list; masters and categories are no products. */
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
 * What became of a save: `loaded` from files; `planned` for later, then `done`, `called_off`, or `refused` because the
 * record had faults by then.
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

/** A save of a record, which is kept. */
export const recordVersion = z.object({
  /** The version of the record that the save made. */
  number: z.int(),
  state: z.enum(versionStates),
  saved_at: instant,
  /** An operator, key or command, or `job`; null: the content files, or no longer known. */
  saved_by: z.nullable(z.string()),
  /** When a plan is or was due. */
  publish_at: z.nullable(instant),
  /** What the save changed, or a plan will change. */
  fields: z.array(z.string()),
});

export type RecordVersion = Infer<typeof recordVersion>;

/** A record with its draft. */
export const catalogueRecord = z.object({
  ...listedRecord.shape,
  version: z.int(),
  /** The draft, or what is published. */
  value: recordValue,
  /** As the shop shows it; null before it is published. */
  published: z.nullable(recordValue),
  /** What will be published later, the next first, and what could not be. */
  plans: z.array(recordVersion),
  /** Whether the shop shows something else than the content file that was loaded. */
  is_by_hand: z.boolean(),
  /** Prices asked in the last 30 days, the newest first; null: not sold then. */
  prices: z.array(z.object({ since: instant, price_cents: z.nullable(z.int()) })),
});

/** Not `Infer`, which does not know values of any shape. */
export type CatalogueRecord = Readonly<Omit<z.output<typeof catalogueRecord>, 'prices' | 'plans'>> & {
  readonly prices: Infer<typeof catalogueRecord.shape.prices>;
  readonly plans: Infer<typeof catalogueRecord.shape.plans>;
};

/** A version of a legal page that the shop has shown. */
export const legalVersion = z.object({
  /** Its first day, `YYYY-MM-DD`. */
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
  /** Another record, or another part of this one, has the name or place. */
  'taken',
  /** The first lesson of a course is open to all. */
  'not_free',
  /** Chapters begin at 0 and follow each other. */
  'order',
  /** A campaign has either a coupon, with products, or a giveaway. */
  'either',
  'unknown',
  /** A text states or compares prices that are not the product's own. */
  'price',
  'invalid',
  /** A last day before the first. */
  'backwards',
  /** An offer that costs no less than its parts. */
  'not_cheaper',
  /** States a price or percentage that the ledger of prices does not know, or a code that is not public. */
  'claim',
  /** Is Markdown that is not understood, or links to where it must not. */
  'markdown',
  /** Names a placeholder that nothing fills. */
  'placeholder',
  /** A legal text that changed wants a later first day. */
  'new_version',
  /** A first day that has passed. */
  'past',
  /** A first day for which another text is planned. */
  'planned',
  /** Days of a giveaway that was drawn. */
  'drawn',
] as const;

/** Why a record cannot be published. */
export const recordFault = z.object({
  /** Place in the record, for example `parts.0.title.en`; empty: the record as a whole. */
  path: z.string(),
  code: z.enum(recordFaultCodes),
  /** The number that is allowed at most or at least. */
  limit: z.nullable(z.number()),
  /** The words that are meant, for claims and placeholders. */
  words: z.optional(z.string()),
});

export type RecordFault = Infer<typeof recordFault>;
