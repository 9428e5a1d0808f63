import { useTranslation } from 'react-i18next';
import type { ProductCard } from '#core/model/product.ts';
import { formatPrice } from '#core/rules/basics/money.ts';
import { highestQuantityOf, quantities } from '#core/rules/carts/cart-lines.ts';
import { defaultDeliveryCountries, shippingCost } from '#core/rules/orders/delivery.ts';
import { Button, type ButtonLook } from '#ui/components/parts/button.tsx';
import { CheckoutLink } from '#ui/components/parts/links/links.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useCheckoutAfterAdding } from '#ui/hooks/use-checkout-after-adding.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';

interface AddToCartProps extends ButtonLook {
  readonly product: ProductCard;
  readonly quantity?: number | undefined;
  /** Moves one piece from the wish list to the cart. */
  readonly isFromWishList?: boolean | undefined;
  readonly className?: string | undefined;
}

/**
 * Adds a product to the cart. At the product's maximum quantity it is a link to the checkout; for an unavailable
 * product it is a disabled notice.
 */
export function AddToCart({
  product,
  quantity = 1,
  isFromWishList = false,
  className,
  ...look
}: AddToCartProps) {
  const { t } = useTranslation('base');
  const shop = useShop();
  const inCart = useCartLine(product.id);
  const { isBusy, run } = useBusy();
  const isFull = inCart >= highestQuantityOf(product);
  const { noteAdding, link } = useCheckoutAfterAdding(isFull);

  async function add(): Promise<void> {
    noteAdding();
    const response = await (isFromWishList
      ? shop.actions.moveToCart(product)
      : shop.actions.addToCart({ product, quantity }));
    if (!response.ok) return;
    noteAdding();
    shop.actions.showNotification({ title: { text: product.title }, message: { key: 'base:buy.added' } });
  }

  if (!product.is_available) {
    return (
      <Button {...look} className={className} disabled>
        {t('buy.sold_out')}
      </Button>
    );
  }
  if (isFull) {
    return (
      <CheckoutLink {...look} {...link} className={className}>
        {t('buy.to_checkout')}
      </CheckoutLink>
    );
  }
  return (
    <Button {...look} className={className} isLoading={isBusy} onClick={() => run(add)}>
      {t(isFromWishList ? 'buy.move' : 'buy.add')}
    </Button>
  );
}

/** Quantity of a product in the cart, summed over all recipients; 0 while the cart is loading. */
export function useCartLine(productId: string): number {
  const shop = useShop();
  return useStore(shop.stores.cart, ({ cart }) => quantities(cart.products).get(productId) ?? 0);
}

/** One sentence with the shipping cost for each delivery country. */
export function useDeliveryCosts(): string {
  const { t, i18n } = useTranslation('base');
  const locale = useLocale();
  const countries = useShop().initialState.facts?.delivery_countries ?? defaultDeliveryCountries;
  const costs = countries.map((country) => {
    const cost = shippingCost(country);
    const name = i18n.exists(`base:country.${country}`)
      ? i18n.t(`base:country.${country}` as never)
      : country;
    return `${name} ${cost === 0 ? t('delivery.free') : formatPrice(cost, locale)}`;
  });
  return t('delivery.costs', { costs: costs.join(', ') });
}
