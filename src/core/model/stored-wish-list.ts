import * as z from 'zod/mini';
import { identifier } from './primitives.ts';
import { maxWishListItems } from './values.ts';

/** A guest's wish list in the browser's storage, as JSON: ids of products, newest first. */
export const storedWishList = z.object({
  version: z.literal(1),
  product_ids: z.array(identifier).check(z.maxLength(maxWishListItems)),
});

/** Items that earlier versions of the shop saved for later, outside of the cart, newest first. */
export const storedSavedItems = z.object({
  version: z.literal(1),
  products: z.array(z.object({ product_id: identifier })),
});
