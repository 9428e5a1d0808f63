import type { ComponentProps } from 'react';
import type { ProductCard as Product } from '#core/model/product.ts';
import { classNames } from '#ui/components/class-names.ts';
import { List } from '#ui/components/page-parts.tsx';
import { ProductCard } from '#ui/components/product-card.tsx';
import layout from '#ui/styles/layout.module.css';

interface ProductListProps
  extends Pick<ComponentProps<typeof ProductCard>, 'headingLevel' | 'foot' | 'priority'> {
  readonly products: readonly Product[];
  /** Three columns instead of four, for lists beside a heading. */
  readonly isNarrow?: boolean | undefined;
  /** What the list is, for screen readers. */
  readonly label?: string | undefined;
}

/** Products as cards in columns. `priority` is for the first one's picture. */
export function ProductList({
  products,
  isNarrow = false,
  label,
  priority = false,
  ...card
}: ProductListProps) {
  return (
    <List className={classNames(layout.cards, isNarrow && layout.threeColumns)} aria-label={label}>
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} priority={priority && index === 0} {...card} />
        </li>
      ))}
    </List>
  );
}
