import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/components/icon/icon.tsx';
import { ShopLink } from '#ui/components/shop-link/shop-link.tsx';
import type { CourseFilter } from './course-filter.ts';
import { courseFilterPath } from './course-filter.ts';
import styles from './pages.module.css';

export interface PagesProps {
  readonly filter: CourseFilter;
  readonly total: number;
  readonly size: number;
}

/** The pages of the list; nothing when all of it is shown. */
export function Pages({ filter, total, size }: PagesProps) {
  const { t } = useTranslation('base');
  const count = Math.ceil(total / size);
  if (count <= 1) return null;
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const path = (page: number) => courseFilterPath({ ...filter, page });
  return (
    <nav className={styles.pages} aria-label={t('courses.pages')}>
      {filter.page > 1 && (
        <ShopLink
          to={path(filter.page - 1)}
          rel="prev"
          className={styles.page}
          aria-label={t('courses.page_previous')}
        >
          <Icon name="chevron_right" className={styles.back} />
        </ShopLink>
      )}
      {numbers.map((number) => (
        <ShopLink
          key={number}
          to={path(number)}
          className={styles.page}
          aria-label={t('courses.page', { number })}
          aria-current={number === filter.page ? 'page' : undefined}
        >
          {number}
        </ShopLink>
      ))}
      {filter.page < count && (
        <ShopLink
          to={path(filter.page + 1)}
          rel="next"
          className={styles.page}
          aria-label={t('courses.page_next')}
        >
          <Icon name="chevron_right" />
        </ShopLink>
      )}
    </nav>
  );
}
