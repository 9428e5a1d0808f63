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

/** Returns the notification for a failed call: the text of the server, or a general text. */
export function failureNotification({ code, detail }: CallFailure): NotificationRequest {
  return {
    type: 'error',
    title: { key: `error:${code}.title` },
    message: detail === '' ? { key: `error:${code}.detail` } : { text: detail },
  };
}

/** Creates notifications for changes of the cart that failed or were applied only partly. */
export function createCartNotifications(showNotification: (request: NotificationRequest) => void) {
  const warn = (title: string, message: NotificationRequest['message']) =>
    showNotification({ type: 'warning', title: { key: title }, message });

  return {
    /** Shows that the server refused the change; the cart is unchanged. */
    refused(error: CartError) {
      warn('component:giftBox.deleteTitle', { key: refusals[error] });
    },
    /** Shows that the last line was removed. */
    emptied() {
      warn('component:cart.notice.emptyTitle', { key: 'component:cart.notice.emptyText' });
    },
    /** Shows that a call failed; the cart is unchanged. */
    failed(failure: CallFailure) {
      showNotification(failureNotification(failure));
    },
    /** Parts of the guest's cart could not be merged; `nameOf` returns the name of a product. */
    merged(changes: readonly MergeChange[], nameOf: (productId: string) => string) {
      if (changes.length === 0) return;
      const products = changes.map((change) => nameOf(change.product_id)).join(', ');
      warn('component:cart.notice.mergedTitle', {
        key: 'component:cart.notice.mergedText',
        params: { products },
      });
    },
    /** Shows that the guest's cart could not be merged; it is kept. */
    mergeFailed() {
      warn('component:cart.notice.mergedTitle', { key: 'component:cart.notice.mergeFailedText' });
    },
  };
}
