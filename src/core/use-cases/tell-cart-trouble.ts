import type { CartError } from '#core/model/cart.ts';
import type { MergeChange } from '#core/rules/cart-limits.ts';
import type { CallFailure } from '#core/rules/result.ts';
import type { ShowNotification } from './show-notification.ts';

/** What a shopper is told when the cart did not do as wished. */
export interface CartTrouble {
  /** The cart stayed as it was (specification §8: titled with the gift-box delete title). */
  refused(error: CartError): void;
  /** The last item was taken out (specification §8). */
  emptied(): void;
  /** A call failed, so the cart stayed as it was. */
  failed(failure: CallFailure): void;
  /** A merge took less than the guest's cart held; `nameOf` answers a product's name. */
  merged(changes: readonly MergeChange[], nameOf: (product_id: string) => string): void;
  /** The guest's cart could not be merged; it is kept. */
  mergeFailed(): void;
}

const refusals: Readonly<Record<CartError, string>> = {
  EXCEED_LIMIT: 'component:giftBox.exceedLimit',
  OUT_OF_STOCK: 'component:giftBox.outOfStock',
  UNKNOWN_PRODUCT: 'component:giftBox.unknownProduct',
  ALREADY_OWNED: 'component:giftBox.alreadyOwned',
};

/** Makes the teller of cart troubles. */
export function createTellCartTrouble(dependencies: {
  readonly showNotification: ShowNotification;
}): CartTrouble {
  const { showNotification } = dependencies;
  return {
    refused(error) {
      showNotification({
        type: 'warning',
        title: { key: 'component:giftBox.deleteTitle' },
        message: { key: refusals[error] },
      });
    },
    emptied() {
      showNotification({
        type: 'warning',
        title: { key: 'component:cart.notice.emptyTitle' },
        message: { key: 'component:cart.notice.emptyText' },
      });
    },
    failed({ code, detail }) {
      showNotification({
        type: 'error',
        title: { key: `error:${code}.title` },
        message: detail === '' ? { key: `error:${code}.detail` } : { text: detail },
      });
    },
    merged(changes, nameOf) {
      if (changes.length === 0) return;
      showNotification({
        type: 'warning',
        title: { key: 'component:cart.notice.mergedTitle' },
        message: {
          key: 'component:cart.notice.mergedText',
          params: { products: changes.map((change) => nameOf(change.product_id)).join(', ') },
        },
      });
    },
    mergeFailed() {
      showNotification({
        type: 'warning',
        title: { key: 'component:cart.notice.mergedTitle' },
        message: { key: 'component:cart.notice.mergeFailedText' },
      });
    },
  };
}
