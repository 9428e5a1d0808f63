import type { PostalAddress } from '#core/model/address.ts';
import type { CustomProperties } from '#core/model/cart.ts';
import type { ProductCard, ProductData } from '#core/model/product.ts';
import { toTrackedItem } from '#core/rules/analytics.ts';
import { createCartItem } from '#core/rules/cart.ts';
import type { StorefrontContext } from '#core/storefront/context.ts';
import type { CartChanges } from './cart-changes.ts';
import type { CartNotifications } from './cart-notifications.ts';
import type { CartResult } from './cart-repository.ts';

/** What a cart line shows of a product as lists show it. */
export function toProductData(product: ProductCard): ProductData {
  return {
    kind: product.kind,
    slug: product.slug,
    cover: product.picture,
    product_name: product.title,
    price: product.price,
    monthly_price: product.monthly_price,
    person: { firstname: product.person?.firstname ?? '', lastname: product.person?.lastname ?? '' },
    category: product.category,
    max_quantity: product.max_quantity,
    is_shipped: product.is_shipped,
    is_fixed_price: product.is_fixed_price,
  };
}

export type CartActions = ReturnType<typeof createCartActions>;

/** What a page can do with the cart. */
export function createCartActions(
  { analytics, stores: { cart } }: StorefrontContext,
  { change }: CartChanges,
  notifications: CartNotifications,
) {
  const findLine = (productId: string) =>
    cart.snapshot.cart.products.find((item) => item.product_id === productId);

  return {
    /** Adds `quantity` of the product; more than its limit is refused. */
    async addToCart(wanted: {
      readonly product: ProductCard;
      readonly quantity: number;
      readonly custom_properties?: CustomProperties;
    }): CartResult {
      const { product, quantity, custom_properties = {} } = wanted;
      const item = createCartItem(product.id, toProductData(product), quantity, custom_properties);
      const result = await change(product.id, (repository) => repository.add(item, quantity));
      if (result.ok) analytics.track({ name: 'add_to_cart', item: toTrackedItem(item) });
      return result;
    },
    /** Sets a line's quantity, at least 1 and at most the product's maximum. */
    setCartQuantity: (productId: string, quantity: number): CartResult =>
      change(productId, (repository) => repository.setQuantity(productId, quantity)),
    /** Takes a line out; taking out the last one shows that the cart is empty. */
    async removeFromCart(productId: string): CartResult {
      let removed = findLine(productId);
      const result = await change(productId, (repository) => {
        removed = findLine(productId);
        return repository.remove(productId);
      });
      if (!result.ok || removed === undefined) return result;
      if (result.value.products.length === 0) notifications.emptied();
      analytics.track({ name: 'remove_from_cart', item: toTrackedItem(removed) });
      return result;
    },
    /** Reads the cart anew. When that fails and no cart is shown yet, what the browser has of it is shown. */
    loadCart: (): CartResult =>
      change(null, async (repository) => {
        const result = await repository.load();
        if (!result.ok && cart.snapshot.status === 'loading') cart.replace(repository.lastKnown());
        return result;
      }),
    /** Sets the one coupon, or uses a voucher as tender. A refusal's code is a `CouponRefusal`. */
    applyCoupon: (code: string, campaign?: string): CartResult =>
      change(null, (repository) => repository.applyCode(code, campaign ?? null)),
    /** Takes coupon and voucher off. */
    cancelCoupon: (): CartResult => change(null, (repository) => repository.cancelCode()),
    /** Sets where the cart is shipped to, which decides its shipping cost. `email` belongs to a guest's cart. */
    saveShippingAddress: (address: PostalAddress, email?: string): CartResult =>
      change(null, (repository) => repository.saveShippingAddress(address, email)),
  };
}
