import type { Cart } from '#core/model/cart.ts';
import { mostSavedItems } from '#core/model/values.ts';
import type { CartAction } from '#core/rules/cart.ts';
import { createCartItem } from '#core/rules/cart.ts';
import type { CallFailure } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { ShopApi } from '#ports/shop-api.ts';
import type { CartNotifications } from './cart-notifications.ts';
import type { Addition, CartRepository, CartResult } from './cart-repository.ts';
import type { LocalCartRepository } from './local-cart-repository.ts';

interface GuestCart {
  current(): Cart;
  changeLines(...actions: readonly CartAction[]): CartResult;
  add(additions: readonly Addition[]): CartResult;
}

/** What a guest has saved for later, in the browser; the part of the guest's cart repository that moves lines there. */
export function createGuestSavedItems(
  {
    shopApi,
    localCart,
    notifications,
  }: {
    readonly shopApi: ShopApi;
    readonly localCart: LocalCartRepository;
    readonly notifications: CartNotifications;
  },
  { current, changeLines, add }: GuestCart,
): Pick<CartRepository, 'readSaved' | 'saveForLater' | 'restore' | 'removeSaved'> {
  return {
    readSaved: async () => ok(localCart.readSavedItems()),
    async saveForLater(line_id) {
      const line = current().products.find((item) => item.line_id === line_id);
      if (line === undefined) return ok(current());
      const saved = localCart.readSavedItems();
      const equal = saved.find((item) => item.line_id === line_id);
      const others = saved.filter((item) => item !== equal);
      if (others.length >= mostSavedItems) {
        const full: CallFailure = { code: 'SAVED_ITEMS_FULL', status: 422, detail: '', fields: {} };
        notifications.failed(full);
        return err(full);
      }
      const quantity = line.quantity + (equal?.quantity ?? 0);
      const { product_id, product_data, custom_properties } = line;
      // Saved first: if the tab closes now, the line is in both lists and not lost.
      localCart.saveSavedItems([
        createCartItem(product_id, product_data, quantity, custom_properties),
        ...others,
      ]);
      const changed = await changeLines({ type: 2, product_id, line_id });
      if (!changed.ok) localCart.saveSavedItems(saved);
      return changed;
    },
    async restore(item) {
      const { product_id, quantity, line_id } = item;
      const offers = await shopApi.listBundles();
      const bundle_offers = offers.ok
        ? offers.value.filter(({ product_ids }) => product_ids.includes(product_id))
        : [];
      const added = await add([{ item, quantity, bundle_offers }]);
      if (added.ok) localCart.forgetSavedItems([line_id]);
      return added;
    },
    async removeSaved(line_id) {
      localCart.forgetSavedItems([line_id]);
      return ok(null);
    },
  };
}
