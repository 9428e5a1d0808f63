import { useTranslation } from 'react-i18next';
import type { CartItem } from '#core/rules/cart.ts';
import { productPath } from '#core/rules/product-path.ts';
import { IconButton } from '#ui/components/icon-button/icon-button.tsx';
import { CoverPicture } from '#ui/components/picture/cover-picture.tsx';
import { Price } from '#ui/components/price/price.tsx';
import { QuantityStepper } from '#ui/components/quantity-stepper/quantity-stepper.tsx';
import { ShopLink } from '#ui/components/shop-link/shop-link.tsx';
import styles from './cart-line.module.css';

export interface CartLineProps {
  readonly item: CartItem;
  /** While the cart is disabled, delete, plus and minus are hidden (specification §2 "Mini cart"). */
  readonly isDisabled: boolean;
  readonly isBusy: boolean;
  readonly onQuantity: (quantity: number) => void;
  readonly onRemove: () => void;
}

/** One line of the cart: cover, name, price of the line, quantity, delete. */
export function CartLine({ item, isDisabled, isBusy, onQuantity, onRemove }: CartLineProps) {
  const { t } = useTranslation('component');
  const { product_data: product } = item;
  const path = productPath(product);

  return (
    <li className={styles.line}>
      <CoverPicture name={product.cover} />
      <div className={styles.text}>
        <div className={styles.words}>
          <h3>
            <ShopLink to={path} prefetch="never">
              {product.product_name}
            </ShopLink>
          </h3>
          <p>{useDescription(item)}</p>
        </div>
        <Price amount={item.price} className={styles.price} />
        <div className={styles.foot}>
          <QuantityStepper
            quantity={item.quantity}
            maximum={product.max_quantity}
            isDisabled={isDisabled}
            isBusy={isBusy}
            name={product.product_name}
            onChange={onQuantity}
          />
          {!isDisabled && (
            <IconButton
              className={styles.remove}
              icon="trash"
              label={t('cart.remove', { name: product.product_name })}
              onClick={onRemove}
            />
          )}
        </div>
      </div>
    </li>
  );
}

function useDescription({ product_data: product }: CartItem): string {
  const { t } = useTranslation('component');
  const name = `${product.person.firstname} ${product.person.lastname}`.trim();
  const what =
    name === '' ? product.category.title : t('cart.with_master', { category: product.category.title, name });
  return product.is_shipped ? `${what}, ${t('cart.shipped')}` : what;
}
