import type { TextStorage } from '#ports/text-storage.ts';
import { rememberedWishKey } from './load-wishes.ts';
import type { WishActions } from './wish-actions.ts';

/** Keeps a guest's wish while they log in; no consent is needed for what was asked for. */
export function createRememberWish({
  session_storage,
}: {
  readonly session_storage: TextStorage;
}): WishActions['rememberWish'] {
  return async (product_id) => session_storage.write(rememberedWishKey, product_id);
}
