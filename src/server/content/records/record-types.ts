import { z } from 'zod';
import type { RecordType } from '#core/model/catalogue-record.ts';
import { locales } from '#core/model/values.ts';
import { legalFileAt } from '#server/content/sources/check-texts.ts';
import {
  campaignFile,
  giveawayFile,
  legalFile,
  legalNames,
  popupFile,
  postFile,
} from '#server/content/sources/marketing-schemas.ts';
import {
  bookFile,
  courseFile,
  giftBoxFile,
  giftFile,
  membershipFile,
  subscriptionFile,
  voucherFile,
} from '#server/content/sources/product-schemas.ts';
import {
  bundleFile,
  categoriesFile,
  greenbarFile,
  masterFile,
} from '#server/content/sources/shop-schemas.ts';

/** The shape of each type of record as its file has it. */
export const fileSchemas = {
  course: courseFile,
  book: bookFile,
  gift: giftFile,
  voucher: voucherFile,
  gift_box: giftBoxFile,
  membership: membershipFile,
  subscription: subscriptionFile,
  bundle: bundleFile,
  master: masterFile,
  categories: categoriesFile,
  announcement: greenbarFile,
  popup: popupFile,
  campaign: campaignFile,
  giveaway: giveawayFile,
  post: postFile,
  legal: legalFile,
} as const satisfies Readonly<Record<RecordType, z.ZodType>>;

/**
 * The shape of each type of record: what a published record has to be. A course names the films that operators have
 * brought, by lessons and trailer; files know nothing of them.
 */
export const recordSchemas = {
  ...fileSchemas,
  course: courseFile.extend({ films: z.record(z.string(), z.uuid()).optional() }),
} as const satisfies Readonly<Record<RecordType, z.ZodType>>;

/** The folder of each type that has a file for each record. */
export const recordFolders = {
  course: 'courses',
  book: 'books',
  gift: 'gifts',
  voucher: 'vouchers',
  gift_box: 'gift-boxes',
  membership: 'memberships',
  subscription: 'subscriptions',
  bundle: 'bundles',
  master: 'masters',
  popup: 'popups',
  campaign: 'campaigns',
  giveaway: 'giveaways',
  post: 'blog',
  legal: 'legal',
} as const satisfies Readonly<Record<Exclude<RecordType, SingleType>, string>>;

/** Types with one record, which has a file of its own in the content folder. */
const singleFiles = { categories: 'categories.yaml', announcement: 'greenbar.yaml' } as const;

type SingleType = keyof typeof singleFiles;

/** What identifies a record. */
export interface RecordKey {
  readonly type: RecordType;
  readonly slug: string;
}

/**
 * Whether the shop has a place for a record of this name: there is one bar, one record of categories, and so many legal
 * pages.
 */
export function hasPlace({ type, slug }: RecordKey): boolean {
  if (type === 'categories' || type === 'announcement') return slug === type;
  return type !== 'legal' || legalNames.some((name) => name === slug);
}

/** The files that a record is read from and written to, from the content folder. */
export function filesOfRecord({ type, slug }: RecordKey): readonly string[] {
  if (type === 'categories' || type === 'announcement') return [singleFiles[type]];
  const path = `${recordFolders[type]}/${slug}`;
  if (type === 'legal') return locales.map((locale) => legalFileAt(slug, locale).file);
  return [`${path}.${type === 'post' ? 'md' : 'yaml'}`];
}

/** What a record is called among files: its only file, or the first of them. */
export function fileOfRecord(key: RecordKey): string {
  return filesOfRecord(key)[0] ?? '';
}

/** The place in a record of a field of one of its files; null when it is no file of the record. */
export function placeInRecord(key: RecordKey, file: string, field: string): string | null {
  if (!filesOfRecord(key).includes(file)) return null;
  // A placeholder stands in the text.
  const place = field.startsWith('{{') ? 'text' : field.replaceAll(/\[(\d+)\]/g, '.$1');
  return key.type === 'legal' ? `${place}.${file.split('.').at(-2)}` : place;
}
