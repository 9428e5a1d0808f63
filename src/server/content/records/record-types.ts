import { z } from 'zod';
import { isSingle, type RecordType, type SingleType, slugOfSingle } from '#core/model/catalogue-record.ts';
import { locales } from '#core/model/values.ts';
import { legalFileAt } from '#server/content/sources/check-texts.ts';
import {
  advantagesFile,
  campaignFile,
  conversationsFile,
  giveawayFile,
  legalFile,
  legalNames,
  newsletterWidgetFile,
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
  shopFile,
} from '#server/content/sources/shop-schemas.ts';

/** Schema of each record type in content files; a file that is a list is a record with one field (`listFiles`). */
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
  advantages: z.strictObject({ advantages: advantagesFile }),
  conversations: z.strictObject({ conversations: conversationsFile }),
  newsletter_widget: newsletterWidgetFile,
  shop: shopFile,
} as const satisfies Readonly<Record<RecordType, z.ZodType>>;

/** Schemas of files that are lists. Their record has the list in a field that is named like its type. */
export const listFiles = { advantages: advantagesFile, conversations: conversationsFile } as const;

type ListType = keyof typeof listFiles;

/** Returns whether the file of this type is a list. */
export function isListType(type: RecordType): type is ListType {
  return Object.hasOwn(listFiles, type);
}

/**
 * Schema of each published record type. Unlike in files, a course names the films that operators uploaded, by lesson or
 * trailer.
 */
export const recordSchemas = {
  ...fileSchemas,
  course: courseFile.extend({ films: z.record(z.string(), z.uuid()).optional() }),
} as const satisfies Readonly<Record<RecordType, z.ZodType>>;

/** Folder of each type with one file per record. */
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

/** Types with a single record, and its file in the content folder. */
const singleFiles: Readonly<Record<SingleType, string>> = {
  categories: 'categories.yaml',
  announcement: 'greenbar.yaml',
  advantages: 'advantages.yaml',
  conversations: 'conversations.yaml',
  newsletter_widget: 'newsletter-widget.yaml',
  shop: 'shop.yaml',
};

/** What identifies a record. */
export interface RecordKey {
  readonly type: RecordType;
  readonly slug: string;
}

/** Returns whether this key is allowed: some types have a single record, and there is a fixed set of legal pages. */
export function isAllowedRecordKey({ type, slug }: RecordKey): boolean {
  if (isSingle(type)) return slug === slugOfSingle(type);
  return type !== 'legal' || legalNames.some((name) => name === slug);
}

/** Returns the files of a record, relative to the content folder. */
export function filesOfRecord({ type, slug }: RecordKey): readonly string[] {
  if (isSingle(type)) return [singleFiles[type]];
  const path = `${recordFolders[type]}/${slug}`;
  if (type === 'legal') return locales.map((locale) => legalFileAt(slug, locale).file);
  return [`${path}.${type === 'post' ? 'md' : 'yaml'}`];
}

/** Returns the file that identifies a record: its only one, or the first. */
export function fileOfRecord(key: RecordKey): string {
  return filesOfRecord(key)[0] ?? '';
}

/** Converts a field of a file to a path in the record; null if the file is not one of the record's. */
export function recordPathOf(key: RecordKey, file: string, field: string): string | null {
  if (!filesOfRecord(key).includes(file)) return null;
  // Faults of placeholders belong to the text field.
  const place = field.startsWith('{{') ? 'text' : field.replaceAll(/\[(\d+)\]/g, '.$1');
  if (isListType(key.type)) return `${key.type}${place}`;
  return key.type === 'legal' ? `${place}.${file.split('.').at(-2)}` : place;
}
