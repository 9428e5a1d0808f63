import { storedSavedItems, storedWishList } from '#core/model/stored-wish-list.ts';
import { maxWishListItems } from '#core/model/values.ts';
import { parseJson } from '#core/rules/basics/parse-json.ts';

/** Storage key of a guest's wish list in the browser. */
export const wishListKey = 'wish_list';

/** Storage key that earlier versions used for items saved from the cart; it is only read and removed. */
export const savedItemsKey = 'saved_items';

/** Parses a guest's wish list; empty for a missing text, invalid JSON and unknown formats. */
export function parseWishList(text: string | null): readonly string[] {
  return [...new Set(storedWishList.safeParse(parseJson(text)).data?.product_ids)];
}

/**
 * Returns a wish list with the saved items of an earlier version appended, each product once, up to the maximum length
 * (docs/behaviour/carts.md#wish-list-of-a-guest).
 */
export function withSavedItems(productIds: readonly string[], savedText: string): readonly string[] {
  const saved = storedSavedItems.safeParse(parseJson(savedText)).data?.products ?? [];
  const all = new Set([...productIds, ...saved.map(({ product_id }) => product_id)]);
  return [...all].slice(0, maxWishListItems);
}

/** Returns the text to store under `wish_list`; null for an empty list, which is not stored. */
export function serialiseWishList(product_ids: readonly string[]): string | null {
  return product_ids.length === 0 ? null : JSON.stringify({ version: 1, product_ids });
}
