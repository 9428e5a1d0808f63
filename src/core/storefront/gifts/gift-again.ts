import type { OrderLine } from '#core/model/order.ts';
import type { ProductCard, ProductPage } from '#core/model/product.ts';
import { err, failureOf, ok } from '#core/rules/basics/result.ts';
import type { CartActions } from '#core/storefront/carts/cart-actions.ts';
import type { ApiResult } from '#core/storefront/kernel/context.ts';
import type { ShopApi } from '#ports/shop-api.ts';

/** The required parts of the shop. */
interface GivingShop {
  readonly api: Pick<ShopApi, 'getProduct'>;
  readonly actions: Pick<CartActions, 'addToCart'>;
}

/** Returns the product to give: for a course its gift product, otherwise the product itself. */
async function findGift({ api }: Pick<GivingShop, 'api'>, slug: string): ApiResult<ProductPage> {
  const bought = await api.getProduct({ params: { slug } });
  if (!bought.ok || bought.value.details.kind !== 'course') return bought;
  const { gift } = bought.value.details;
  if (gift === null) return err(failureOf('NOT_FOUND'));
  return api.getProduct({ params: { slug: gift } });
}

/**
 * Adds a bought product to the cart as a gift: a code for the buyer with a printable sheet, whose recipient and
 * greeting can be entered in the cart. Null if the cart refused it; the notification has already been shown.
 */
export async function addAsGift(
  shop: GivingShop,
  { slug }: Pick<OrderLine, 'slug'>,
): ApiResult<ProductCard | null> {
  const gift = await findGift(shop, slug);
  if (!gift.ok) return gift;
  const added = await shop.actions.addToCart({
    product: gift.value,
    quantity: 1,
    custom_properties: { delivery: 'buyer', is_gift_pdf: true },
  });
  return ok(added.ok ? gift.value : null);
}
