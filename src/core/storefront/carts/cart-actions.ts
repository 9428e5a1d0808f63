import type { BillingContact, PostalAddress } from '#core/model/address.ts';
import type { CustomProperties } from '#core/model/cart.ts';
import type { BundleOffer, ProductCard } from '#core/model/product.ts';
import { createCartItem, roomToSet, toProductData } from '#core/rules/carts/apply-cart-action.ts';
import { isNamed } from '#core/rules/carts/line-id.ts';
import { missingProducts } from '#core/rules/catalogue/bundles.ts';
import type { StorefrontContext } from '#core/storefront/kernel/context.ts';
import type { CartChanges } from './cart-changes.ts';
import type { CartNotifications } from './cart-notifications.ts';
import type { Addition, CartResult } from './cart-repository.ts';

interface WantedProduct {
  readonly product: ProductCard;
  readonly quantity: number;
  readonly custom_properties?: CustomProperties;
}

function toAddition({ product, quantity, custom_properties = {} }: WantedProduct): Addition {
  const item = createCartItem(product.id, toProductData(product), quantity, custom_properties);
  return { item, quantity, bundle_offers: product.bundle_offers };
}

export type CartActions = ReturnType<typeof createCartActions>;

export function createCartActions(
  { shopApi, stores: { cart, session } }: StorefrontContext,
  { change, loadCart }: CartChanges,
  notifications: CartNotifications,
) {
  const add = (wanted: readonly WantedProduct[]): CartResult =>
    change({ type: 'add', additions: wanted.map(toAddition) });

  return {
    /** Adds `quantity` pieces of a product; refused above the product's limit. */
    addToCart: (wanted: WantedProduct): CartResult => add([wanted]),
    /** Adds several products, all of them or none. */
    addProducts: add,
    /** Puts a line back that was taken out, as it was, with the bundle offers that contain its product. */
    putBackIntoCart: (line: Addition): CartResult => change({ type: 'add', additions: [line] }),
    /**
     * Adds one piece of each product of an offer that the cart does not contain yet, all of them or none. An offer
     * contains its products without their other offers, which the cart of a guest needs for its price: they are
     * requested.
     */
    async addBundle(offer: BundleOffer): CartResult {
      const listed = session.snapshot.status === 'guest' ? await shopApi.listBundles() : null;
      const known = listed?.ok === true ? listed.value : [offer];
      const missing = missingProducts(
        offer,
        cart.snapshot.cart.products.map((item) => item.product_id),
      );
      const additions = offer.products
        .filter(({ product_id }) => missing.includes(product_id))
        .map(({ product_id, product_data }) => ({
          item: createCartItem(product_id, product_data),
          quantity: 1,
          bundle_offers: known.filter(({ product_ids }) => product_ids.includes(product_id)),
        }));
      return change({ type: 'add', additions });
    },
    /**
     * Sets the quantity of a line, at least 1 and at most what limit and stock of the product allow; above that, a
     * notification says how many are possible. Without a line id, the first line of the product is changed.
     */
    setCartQuantity(product_id: string, quantity: number, line_id?: string): CartResult {
      const wanted = { type: 'set_quantity', product_id, line_id, quantity } as const;
      const { products } = cart.snapshot.cart;
      const line = products.find((item) => isNamed(wanted, item));
      if (line !== undefined && quantity > roomToSet(products, line)) {
        notifications.limited(line.product_data);
      }
      return change(wanted);
    },
    /**
     * Replaces the properties of a line (recipient, day, greeting, delivery). Lines that become equal are
     * combined.
     */
    editCartLine: (line_id: string, custom_properties: CustomProperties): CartResult =>
      change({ type: 'set_properties', line_id, custom_properties }),
    /** Removes a line, or every line of a product; removing the last line shows a notification. */
    removeFromCart: (product_id: string, line_id?: string): CartResult =>
      change({ type: 'remove', product_id, line_id }),
    loadCart,
    /** Applies a coupon (replacing another one) or a voucher. Refused as a `CouponRefusal` or `CREDIT_PAYS_MORE`. */
    applyCoupon: (code: string, campaign?: string): CartResult =>
      change({ type: 'apply_code', code, campaign: campaign ?? null }),
    /** Removes coupon or voucher. */
    cancelCode: (only: 'coupon' | 'voucher'): CartResult => change({ type: 'cancel_code', only }),
    /**
     * Sets the shipping address, which determines the shipping cost, or name and country where no address is needed.
     * `email` is for guests only.
     */
    saveBuyer: (buyer: PostalAddress | BillingContact, email?: string): CartResult =>
      change({ type: 'save_buyer', buyer, email }),
  };
}
