import type { ProductCard, ProductData } from '#core/model/product.ts';
import { toTrackedItem } from '#core/rules/analytics.ts';
import { createCartItem } from '#core/rules/cart.ts';
import { judgeQuantity } from '#core/rules/cart-limits.ts';
import { err } from '#core/rules/result.ts';
import type { Analytics } from '#ports/analytics.ts';
import type { ChangeCart } from './change-cart.ts';
import type { ChangeGuestLines } from './change-guest-lines.ts';
import type { ChangeLearnerLines } from './change-learner-lines.ts';
import type { LocalCart } from './keep-local-cart.ts';
import type { CartActions } from './shop-actions.ts';
import { currentGuestCart } from './store-guest-cart.ts';
import type { CartTrouble } from './tell-cart-trouble.ts';

interface Dependencies {
  readonly changeCart: ChangeCart;
  readonly changeGuestLines: ChangeGuestLines;
  readonly changeLearnerLines: ChangeLearnerLines;
  readonly local_cart: LocalCart;
  readonly cart_trouble: CartTrouble;
  readonly analytics: Analytics;
}

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
    is_price_bound: product.is_price_bound,
  };
}

/** Puts a product into the cart (specification §4, action 1); more than its limit is refused with a warning (§8). */
export function createAddToCart(dependencies: Dependencies): CartActions['addToCart'] {
  const { changeCart, changeGuestLines, changeLearnerLines, local_cart, cart_trouble, analytics } =
    dependencies;
  return async ({ product, quantity, custom_properties = {} }) => {
    const item = createCartItem(product.id, toProductData(product), quantity, custom_properties);
    const answer = await changeCart({
      product_id: product.id,
      async asGuest() {
        const lines = currentGuestCart(local_cart).products;
        const present = lines.find((line) => line.product_id === product.id)?.quantity ?? 0;
        const limits = { max_quantity: product.max_quantity, stock: null, is_owned: false };
        const refusal = judgeQuantity(limits, present + quantity);
        if (refusal === null) return changeGuestLines({ type: 1, item });
        cart_trouble.refused(refusal);
        return err({ code: refusal });
      },
      asLearner: () => changeLearnerLines('add', { product_id: product.id, quantity, custom_properties }),
    });
    if (answer.ok) analytics.track({ name: 'add_to_cart', item: toTrackedItem(item) });
    return answer;
  };
}
