import type { CartError } from '#core/model/cart.ts';
import type { MergeChange } from '#core/rules/cart-limits.ts';
import type { CallFailure } from '#core/rules/result.ts';
import type { NotificationRequest } from '#core/storefront/page-stores.ts';

export type CartNotifications = ReturnType<typeof createCartNotifications>;

const refusals: Readonly<Record<CartError, string>> = {
  EXCEED_LIMIT: 'component:giftBox.exceedLimit',
  OUT_OF_STOCK: 'component:giftBox.outOfStock',
  UNKNOWN_PRODUCT: 'component:giftBox.unknownProduct',
  ALREADY_OWNED: 'component:giftBox.alreadyOwned',
};

/** The notification about a call that failed: the server's sentence, or a general one. */
export function failureNotification({ code, detail }: CallFailure): NotificationRequest {
  return {
    type: 'error',
    title: { key: `error:${code}.title` },
    message: detail === '' ? { key: `error:${code}.detail` } : { text: detail },
  };
}

/** The notifications that a shopper gets when the cart could not be changed as requested. */
export function createCartNotifications(showNotification: (request: NotificationRequest) => void) {
  const warn = (title: string, message: NotificationRequest['message']) =>
    showNotification({ type: 'warning', title: { key: title }, message });

  return {
    /** The cart stayed as it was. */
    refused(error: CartError) {
      warn('component:giftBox.deleteTitle', { key: refusals[error] });
    },
    /** The last item was taken out. */
    emptied() {
      warn('component:cart.notice.emptyTitle', { key: 'component:cart.notice.emptyText' });
    },
    /** A call failed, so the cart stayed as it was. */
    failed(failure: CallFailure) {
      showNotification(failureNotification(failure));
    },
    /** A merge took less than the guest's cart held; `nameOf` returns a product's name. */
    merged(changes: readonly MergeChange[], nameOf: (productId: string) => string) {
      if (changes.length === 0) return;
      const products = changes.map((change) => nameOf(change.product_id)).join(', ');
      warn('component:cart.notice.mergedTitle', {
        key: 'component:cart.notice.mergedText',
        params: { products },
      });
    },
    /** The guest's cart could not be merged; it is kept. */
    mergeFailed() {
      warn('component:cart.notice.mergedTitle', { key: 'component:cart.notice.mergeFailedText' });
    },
  };
}
