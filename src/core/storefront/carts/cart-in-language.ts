import type { Cart } from '#core/model/cart.ts';
import type { ProductCard } from '#core/model/product.ts';
import type { ShopApi } from '#ports/shop-api.ts';

/** Maximum number of products per call. */
const mostCards = 30;

/** Loads the products of a cart in the language of the page; null if a call failed. */
export async function readCards(
  shopApi: ShopApi,
  { products }: Cart,
): Promise<readonly ProductCard[] | null> {
  const ids = [...new Set(products.map(({ product_id }) => product_id))];
  const cards: ProductCard[] = [];
  for (let from = 0; from < ids.length; from += mostCards) {
    const response = await shopApi.listProductCards({
      query: { ids: ids.slice(from, from + mostCards).join(',') },
    });
    if (!response.ok) return null;
    cards.push(...response.value);
  }
  return cards;
}

/** Returns a cart with the texts of these cards; amounts and products without a card stay unchanged. */
export function withTextsOf(cards: readonly ProductCard[], cart: Cart): Cart {
  const known = new Map(cards.map((card) => [card.id, card]));
  const offers = new Map(cards.flatMap((card) => card.bundle_offers).map((offer) => [offer.id, offer]));
  return {
    ...cart,
    products: cart.products.map((line) => {
      const card = known.get(line.product_id);
      if (card === undefined) return line;
      const { title: product_name, category } = card;
      return { ...line, product_data: { ...line.product_data, product_name, category } };
    }),
    bundle_offers: cart.bundle_offers.map((offer) => {
      const { title = offer.title, products = offer.products } = offers.get(offer.id) ?? {};
      return { ...offer, title, products };
    }),
    discounts: {
      ...cart.discounts,
      bundles: cart.discounts.bundles.map((one) => ({
        ...one,
        title: offers.get(one.id)?.title ?? one.title,
      })),
    },
  };
}
