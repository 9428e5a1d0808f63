import type { RecordFault } from '#core/model/catalogue-record.ts';
import type { RecordSources } from '#server/content/sources/catalogue-sources.ts';
import { checkTextRecords, findBooksWithoutAustria } from '#server/content/sources/check-references.ts';
import { checkFilledPages } from './legal/legal-versions-by-shop-data.ts';
import type { RecordValue } from './merge-records.ts';

/**
 * Checks shop data against the legal texts and books of the shop. Only what these data change counts: older
 * contradictions do not prevent other changes.
 */
export function checkShopData(sources: RecordSources, published: RecordValue | null): readonly RecordFault[] {
  const unfilled = checkFilledPages(sources);
  if (unfilled.length > 0 || published === null) return unfilled;
  const before = { ...sources, shop: { ...sources.shop, value: published as typeof sources.shop.value } };
  return [...checkAddedAustria(before, sources), ...checkShippingStated(before, sources)];
}

/** Requires a minimum price in Austria of a German book if the shop delivers there. */
export function checkAustrianMinimum(sources: RecordSources, slug: string): readonly RecordFault[] {
  const isMissing = findBooksWithoutAustria(sources).some((book) => book.slug === slug);
  return isMissing ? [{ path: 'austria_minimum_cents', code: 'missing', limit: null }] : [];
}

/** Refuses to deliver to Austria while German books lack the minimum price there. */
function checkAddedAustria(before: RecordSources, after: RecordSources): readonly RecordFault[] {
  const isNew = !before.shop.value.delivery_countries.includes('AT');
  const books = isNew ? findBooksWithoutAustria(after) : [];
  const words = books.map(({ slug }) => slug).join(', ');
  return words === '' ? [] : [{ path: 'delivery_countries', code: 'austria_minimum', limit: null, words }];
}

/** Refuses to leave out a country whose shipping cost legal texts state. */
function checkShippingStated(before: RecordSources, after: RecordSources): readonly RecordFault[] {
  const kept = after.shop.value.delivery_countries;
  if (before.shop.value.delivery_countries.every((country) => kept.includes(country))) return [];
  const known = new Set(legalClaims(before));
  const words = legalClaims(after)
    .filter((claim) => !known.has(claim))
    .join(', ');
  return words === '' ? [] : [{ path: 'delivery_countries', code: 'shipping_stated', limit: null, words }];
}

/** Returns the numbers in legal texts that the shop does not know, each with its file. */
function legalClaims(sources: RecordSources): readonly string[] {
  return checkTextRecords(sources).flatMap(({ file, cause }) =>
    file.startsWith('legal/') && cause?.code === 'claim' ? [`${cause.words} (${file})`] : [],
  );
}
