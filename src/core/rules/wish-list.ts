import { storedWishList } from '#core/model/stored-wish-list.ts';

/** Storage key of a guest's wish list in the browser. */
export const wishListKey = 'wish_list';

/** Parses a guest's wish list; empty for a missing text, invalid JSON and unknown formats. */
export function parseWishList(text: string | null): readonly string[] {
  if (text === null) return [];
  try {
    const { data } = storedWishList.safeParse(JSON.parse(text));
    return [...new Set(data?.product_ids)];
  } catch {
    return [];
  }
}

/** Returns the text to store under `wish_list`; null for an empty list, which is not stored. */
export function serialiseWishList(product_ids: readonly string[]): string | null {
  return product_ids.length === 0 ? null : JSON.stringify({ version: 1, product_ids });
}
