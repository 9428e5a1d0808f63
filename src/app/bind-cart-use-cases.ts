import { createAddToCart } from '#core/use-cases/add-to-cart.ts';
import { createApplyCoupon } from '#core/use-cases/apply-coupon.ts';
import { createCancelCoupon } from '#core/use-cases/cancel-coupon.ts';
import { createChangeCart } from '#core/use-cases/change-cart.ts';
import { createChangeGuestLines } from '#core/use-cases/change-guest-lines.ts';
import { createChangeLearnerLines } from '#core/use-cases/change-learner-lines.ts';
import { createFindHostedCart } from '#core/use-cases/find-hosted-cart.ts';
import { createKeepLocalCart } from '#core/use-cases/keep-local-cart.ts';
import { createLoadCart } from '#core/use-cases/load-cart.ts';
import { createNameCart } from '#core/use-cases/name-cart.ts';
import { createReadAttribution } from '#core/use-cases/read-attribution.ts';
import { createRemoveFromCart } from '#core/use-cases/remove-from-cart.ts';
import { createSaveShippingAddress } from '#core/use-cases/save-shipping-address.ts';
import { createSetCartQuantity } from '#core/use-cases/set-cart-quantity.ts';
import { createStoreGuestCart } from '#core/use-cases/store-guest-cart.ts';
import { createTakeGuestCartOver } from '#core/use-cases/take-guest-cart-over.ts';
import { createTellCartTrouble } from '#core/use-cases/tell-cart-trouble.ts';
import type { ServiceContainer } from './bind.ts';

/** Binds what changes the cart. */
export function bindCartUseCases({ bind }: ServiceContainer): void {
  bind('local_cart', createKeepLocalCart, ['ids', 'local_storage']);
  bind('cart_trouble', createTellCartTrouble, ['showNotification']);
  bind('changeCart', createChangeCart, [
    'cart',
    'cart_queue',
    'local_cart',
    'session',
    'tab_lock',
    'user_carts',
  ]);
  bind('storeGuestCart', createStoreGuestCart, ['cart_trouble', 'coupons', 'guest_carts', 'local_cart']);
  bind('changeGuestLines', createChangeGuestLines, ['local_cart', 'storeGuestCart']);
  bind('changeLearnerLines', createChangeLearnerLines, [
    'cart',
    'cart_trouble',
    'readAttribution',
    'user_carts',
  ]);
  bind('findHostedCart', createFindHostedCart, ['cart', 'local_cart', 'storeGuestCart', 'user_carts']);
  bind('nameCart', createNameCart, ['changeCart', 'findHostedCart']);
  bind('readAttribution', createReadAttribution, ['clock', 'consent', 'local_storage', 'session_storage']);
  bind('takeGuestCartOver', createTakeGuestCartOver, [
    'cart',
    'cart_queue',
    'cart_trouble',
    'local_cart',
    'session',
    'tab_lock',
    'user_carts',
  ]);
  bind('addToCart', createAddToCart, [
    'analytics',
    'cart_trouble',
    'changeCart',
    'changeGuestLines',
    'changeLearnerLines',
    'local_cart',
  ]);
  bind('setCartQuantity', createSetCartQuantity, [
    'cart',
    'changeCart',
    'changeGuestLines',
    'changeLearnerLines',
    'local_cart',
  ]);
  bind('removeFromCart', createRemoveFromCart, [
    'analytics',
    'cart',
    'cart_trouble',
    'changeCart',
    'changeGuestLines',
    'changeLearnerLines',
  ]);
  bind('loadCart', createLoadCart, [
    'cart',
    'changeCart',
    'guest_carts',
    'local_cart',
    'storeGuestCart',
    'user_carts',
  ]);
  bind('applyCoupon', createApplyCoupon, ['changeCart', 'coupons', 'findHostedCart', 'local_cart']);
  bind('cancelCoupon', createCancelCoupon, ['changeCart', 'coupons', 'findHostedCart', 'local_cart']);
  bind('saveShippingAddress', createSaveShippingAddress, [
    'changeCart',
    'findHostedCart',
    'guest_carts',
    'local_cart',
    'user_carts',
  ]);
}
