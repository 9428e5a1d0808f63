import { useTranslation } from 'react-i18next';
import type { ProductCard as Product } from '#core/rules/catalogue.ts';
import { List } from '#ui/components/list/list.tsx';
import { ProductCard } from '#ui/components/product-card/product-card.tsx';
import layout from '#ui/styles/layout.module.css';

/** The courses that the membership opens, without prices: here they cost nothing more. */
export function CoursesInside({ courses }: { readonly courses: readonly Product[] }) {
  const { t } = useTranslation('base');
  return (
    <List className={layout.cards}>
      {courses.map((course) => (
        <li key={course.id}>
          <ProductCard product={course} foot={t('masterpass.included')} />
        </li>
      ))}
    </List>
  );
}
