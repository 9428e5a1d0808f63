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

/** The notification about a failed call: the server's text, or a general one. */
export function failureNotification({ code, detail }: CallFailure): NotificationRequest {
  return {
    type: 'error',
    title: { key: `error:${code}.title` },
    message: detail === '' ? { key: `error:${code}.detail` } : { text: detail },
  };
}

/** Notifications for a shopper whose cart could not be changed as requested. */
export function createCartNotifications(showNotification: (request: NotificationRequest) => void) {
  const warn = (title: string, message: NotificationRequest['message']) =>
    showNotification({ type: 'warning', title: { key: title }, message });

  return {
    /** The server refused the change; the cart is unchanged. */
    refused(error: CartError) {
      warn('component:giftBox.deleteTitle', { key: refusals[error] });
    },
    /** The last line was removed. */
    emptied() {
      warn('component:cart.notice.emptyTitle', { key: 'component:cart.notice.emptyText' });
    },
    /** The call failed; the cart is unchanged. */
    failed(failure: CallFailure) {
      showNotification(failureNotification(failure));
    },
    /** The merged cart lacks something of the guest's cart; `nameOf` returns a product's name. */
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
