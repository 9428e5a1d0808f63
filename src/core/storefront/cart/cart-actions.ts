import type { BillingContact, PostalAddress } from '#core/model/address.ts';
import type { CustomProperties } from '#core/model/cart.ts';
import type { BundleOffer, ProductCard, ProductData } from '#core/model/product.ts';
import { toTrackedItem } from '#core/rules/analytics.ts';
import { missingProducts } from '#core/rules/bundles.ts';
import { createCartItem, roomToSet } from '#core/rules/cart.ts';
import type { LineName } from '#core/rules/cart-lines.ts';
import { isNamed } from '#core/rules/cart-lines.ts';
import type { StorefrontContext } from '#core/storefront/context.ts';
import type { CartChanges } from './cart-changes.ts';
import type { CartNotifications } from './cart-notifications.ts';
import type { Addition, CartResult } from './cart-repository.ts';

/** Returns the product data of a cart line for a product card. */
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
    stock: product.stock,
    is_shipped: product.is_shipped,
    is_fixed_price: product.is_fixed_price,
  };
}

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
  { analytics, shopApi, stores: { cart, session } }: StorefrontContext,
  { change, read }: CartChanges,
  notifications: CartNotifications,
) {
  const findLine = (name: LineName) => cart.snapshot.cart.products.find((item) => isNamed(name, item));

  async function add(additions: readonly Addition[], lineId: string | null): CartResult {
    const result = await change(lineId, (repository) => repository.add(additions));
    if (!result.ok) return result;
    for (const { item } of additions) analytics.track({ name: 'add_to_cart', item: toTrackedItem(item) });
    return result;
  }

  return {
    /** Adds `quantity` pieces of a product; refused above the product's limit. */
    addToCart(wanted: WantedProduct): CartResult {
      const addition = toAddition(wanted);
      return add([addition], addition.item.line_id);
    },
    /** Adds several products, all of them or none. */
    addProducts: (wanted: readonly WantedProduct[]): CartResult => add(wanted.map(toAddition), null),
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
      return add(additions, null);
    },
    /**
     * Sets the quantity of a line, at least 1 and at most what limit and stock of the product allow; above that, a
     * notification says how many are possible. Without a line id, the first line of the product is changed.
     */
    setCartQuantity(productId: string, quantity: number, lineId?: string): CartResult {
      const name = { product_id: productId, line_id: lineId };
      const line = findLine(name);
      if (line !== undefined && quantity > roomToSet(cart.snapshot.cart.products, line)) {
        notifications.limited(line.product_data);
      }
      return change(line?.line_id ?? null, (repository) => repository.setQuantity(name, quantity));
    },
    /**
     * Replaces the properties of a line (recipient, day, greeting, delivery). Lines that become equal are
     * combined.
     */
    editCartLine: (lineId: string, properties: CustomProperties): CartResult =>
      change(lineId, (repository) => repository.setProperties(lineId, properties)),
    /** Removes a line, or every line of a product; removing the last line shows a notification. */
    async removeFromCart(productId: string, lineId?: string): CartResult {
      const name = { product_id: productId, line_id: lineId };
      let removed = findLine(name);
      const result = await change(removed?.line_id ?? null, (repository) => {
        removed = findLine(name);
        return repository.remove(name);
      });
      if (!result.ok || removed === undefined) return result;
      if (result.value.products.length === 0) notifications.emptied();
      analytics.track({ name: 'remove_from_cart', item: toTrackedItem(removed) });
      return result;
    },
    /** Loads the cart. If that fails and no cart is shown yet, the browser's copy is shown. */
    loadCart: (): CartResult =>
      read(async (repository) => {
        const result = await repository.load();
        if (!result.ok && cart.snapshot.status === 'loading') cart.replace(repository.lastKnown());
        return result;
      }),
    /** Applies a coupon (replacing another one) or a voucher. A refusal's code is a `CouponRefusal`. */
    applyCoupon: (code: string, campaign?: string): CartResult =>
      change(null, (repository) => repository.applyCode(code, campaign ?? null)),
    /** Removes coupon and voucher. */
    cancelCoupon: (): CartResult => change(null, (repository) => repository.cancelCode()),
    /**
     * Sets the shipping address, which determines the shipping cost, or name and country where no address is needed.
     * `email` is for guests only.
     */
    saveBuyer: (buyer: PostalAddress | BillingContact, email?: string): CartResult =>
      change(null, (repository) => repository.saveBuyer(buyer, email)),
  };
}
