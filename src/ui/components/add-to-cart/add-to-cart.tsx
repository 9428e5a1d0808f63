import { useTranslation } from 'react-i18next';
import type { ProductCard } from '#core/rules/catalogue.ts';
import type { ButtonLook } from '#ui/components/button/button.tsx';
import { Button } from '#ui/components/button/button.tsx';
import { CheckoutLink } from '#ui/components/checkout-link/checkout-link.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { useCartLine } from './use-cart-line.ts';

export interface AddToCartProps extends ButtonLook {
  readonly product: ProductCard;
  readonly quantity?: number | undefined;
  readonly className?: string | undefined;
}

/**
 * Puts a product into the cart. Once as many lie there as are allowed, it leads to the checkout instead; what is not
 * to be had says so.
 */
export function AddToCart({ product, quantity = 1, className, ...look }: AddToCartProps) {
  const { t } = useTranslation('base');
  const shop = useShop();
  const inCart = useCartLine(product.id);
  const { isBusy, run } = useBusy();

  async function add(): Promise<void> {
    const answer = await shop.actions.addToCart({ product, quantity });
    if (!answer.ok) return;
    shop.actions.showNotification({ title: { text: product.title }, message: { key: 'base:buy.added' } });
  }

  if (!product.is_available) {
    return (
      <Button {...look} className={className} disabled>
        {t('buy.sold_out')}
      </Button>
    );
  }
  if (product.max_quantity !== null && inCart >= product.max_quantity) {
    return (
      <CheckoutLink {...look} className={className}>
        {t('buy.to_checkout')}
      </CheckoutLink>
    );
  }
  return (
    <Button {...look} className={className} isLoading={isBusy} onClick={() => run(add)}>
      {t('buy.add')}
    </Button>
  );
}
