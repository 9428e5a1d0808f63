import type { ComponentProps, ReactNode } from 'react';
import type { ProductCard as Product } from '#core/model/product.ts';
import { classNames } from '#ui/components/parts/class-names.ts';
import { List } from '#ui/components/parts/page-parts.tsx';
import { ProductCard } from '#ui/components/products/product-card.tsx';
import layout from '#ui/styles/layout.module.css';

interface ProductListProps
  extends Pick<ComponentProps<typeof ProductCard>, 'headingLevel' | 'foot' | 'priority'> {
  readonly products: readonly Product[];
  /** Shows three columns instead of four, for lists beside a heading. */
  readonly isNarrow?: boolean | undefined;
  /** Accessible name of the list. */
  readonly label?: string | undefined;
  /** Returns a button to show below a product. */
  readonly actionOf?: ((product: Product) => ReactNode) | undefined;
}

/** Products as cards in columns. `priority` applies to the first picture. */
export function ProductList({
  products,
  isNarrow = false,
  label,
  priority = false,
  actionOf,
  ...card
}: ProductListProps) {
  return (
    <List className={classNames(layout.cards, isNarrow && layout.threeColumns)} aria-label={label}>
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard
            product={product}
            priority={priority && index === 0}
            action={actionOf?.(product)}
            {...card}
          />
        </li>
      ))}
    </List>
  );
}
