import { useTranslation } from 'react-i18next';
import type { ProductCard as Product } from '#core/rules/catalogue.ts';
import { LinkButton } from '#ui/components/link-button/link-button.tsx';
import { List } from '#ui/components/list/list.tsx';
import { ProductCard } from '#ui/components/product-card/product-card.tsx';
import { SectionHead } from '#ui/components/section-head/section-head.tsx';
import layout from '#ui/styles/layout.module.css';

/** Other courses, those of the same group first. */
export function RelatedCourses({ courses }: { readonly courses: readonly Product[] }) {
  const { t } = useTranslation('base');
  if (courses.length === 0) return null;
  return (
    <section className={`${layout.wrap} ${layout.act}`} aria-labelledby="related-title">
      <SectionHead id="related-title" title={t('course.more')}>
        <LinkButton to="/kurse" kind="text">
          {t('home.programme.group_all')}
        </LinkButton>
      </SectionHead>
      <List className={layout.cards}>
        {courses.map((course) => (
          <li key={course.id}>
            <ProductCard product={course} />
          </li>
        ))}
      </List>
    </section>
  );
}
