import type { Cart, CartError, CartItem } from '#core/model/cart.ts';
import type { ProductData } from '#core/model/product.ts';
import type { Locale } from '#core/model/values.ts';
import { formatPrice } from '#core/rules/basics/money.ts';
import type { CallFailure } from '#core/rules/basics/result.ts';
import { highestQuantityOf, limitReason, type MergeChange } from '#core/rules/carts/cart-lines.ts';
import type { NotificationRequest } from '#core/storefront/kernel/page-stores.ts';

export type CartNotifications = ReturnType<typeof createCartNotifications>;

const refusals: Readonly<Record<CartError, string>> = {
  EXCEED_LIMIT: 'component:giftBox.exceedLimit',
  OUT_OF_STOCK: 'component:giftBox.outOfStock',
  UNKNOWN_PRODUCT: 'component:giftBox.unknownProduct',
  ALREADY_OWNED: 'component:giftBox.alreadyOwned',
};

/** Why a cart was not changed, with the highest possible quantity of the product. */
interface Refused extends Pick<Cart, 'error_limit'> {
  readonly error: CartError;
}

/** A code that the server no longer accepts, and why. */
export interface CodeRefusal {
  readonly code: string;
  readonly failure: CallFailure;
}

function limitMessage(error: CartError, name: string, quantity: number): NotificationRequest['message'] {
  const params = { name, quantity };
  if (error === 'OUT_OF_STOCK' && quantity === 0) return { key: 'component:giftBox.soldOutOf', params };
  if (error === 'OUT_OF_STOCK') return { key: 'component:giftBox.outOfStockOf', params };
  if (error === 'EXCEED_LIMIT') return { key: 'component:giftBox.exceedLimitOf', params };
  return { key: refusals[error] };
}

/**
 * Returns the notification for a failed change: the server's text or a general one. The text for a lost connection is
 * part of every page, because nothing can be loaded then.
 */
export function failureNotification({ code, detail }: CallFailure): NotificationRequest {
  if (code === 'NETWORK') {
    return { type: 'error', title: { text: '' }, message: { key: 'component:failure.unsure' } };
  }
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

  /** Shows that a quantity was reduced to the highest possible one. */
  function limited(product: ProductData) {
    const message = limitMessage(limitReason(product), product.product_name, highestQuantityOf(product));
    warn('component:giftBox.limitTitle', message);
  }

  return {
    /**
     * Shows why the cart was not changed, with the highest possible quantity if known. `EXCEED_LIMIT` without a product
     * means that the cart has too many lines. `known` are lines of the cart and the change, used for the product name.
     */
    refused({ error, error_limit }: Refused, known: readonly CartItem[]) {
      const isFull = error === 'EXCEED_LIMIT' && error_limit === null;
      const name = known.find((item) => item.product_id === error_limit?.product_id)?.product_data
        .product_name;
      const message =
        error_limit === null || name === undefined
          ? { key: isFull ? 'component:giftBox.cartFull' : refusals[error] }
          : limitMessage(error, name, error_limit.quantity);
      warn('component:giftBox.deleteTitle', message);
    },
    limited,
    /** Shows unit prices and limits that have changed since a cart was stored. Both carts have the same lines. */
    readAgain(before: Cart, { products }: Cart, locale: Locale) {
      const changed = new Map<string, ProductData>();
      for (const [index, { product_id, quantity, product_data }] of products.entries()) {
        const old = before.products[index];
        if (quantity < (old?.quantity ?? 0)) limited(product_data);
        if (product_data.price !== old?.product_data.price) changed.set(product_id, product_data);
      }
      const [product] = changed.values();
      if (product === undefined) return;
      const key = changed.size === 1 ? 'component:cart.notice.priceText' : 'component:cart.notice.pricesText';
      const params = { name: product.product_name, price: formatPrice(product.price, locale) };
      warn('component:cart.notice.pricesTitle', { key, params });
    },
    /** Shows that the last line was removed. */
    emptied() {
      warn('component:cart.notice.emptyTitle', { key: 'component:cart.notice.emptyText' });
    },
    /** Shows that a call failed; the cart is unchanged. */
    failed(failure: CallFailure) {
      showNotification(failureNotification(failure));
    },
    /** Shows why a code of the cart is no longer accepted, with the code as the title. */
    codeRefused({ code, failure }: CodeRefusal) {
      showNotification({ ...failureNotification(failure), title: { text: code } });
    },
    /** Shows which parts of the guest's cart could not be merged; `nameOf` returns the name of a product. */
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
      warn('component:cart.notice.mergeFailedTitle', { key: 'component:cart.notice.mergeFailedText' });
    },
  };
}
