import { useTranslation } from 'react-i18next';
import type { ProductList } from '#core/rules/catalogue.ts';
import { Icon } from '#ui/components/icon/icon.tsx';
import { ShopLink } from '#ui/components/shop-link/shop-link.tsx';
import styles from './active-filters.module.css';
import type { CourseFilter } from './course-filter.ts';
import { courseFilterPath } from './course-filter.ts';

export interface ActiveFiltersProps {
  readonly filter: CourseFilter;
  readonly groups: ProductList['groups'];
  readonly total: number;
}

/** How many courses were found, said aloud when it changes, and the search to take off again. */
export function ActiveFilters({ filter, groups, total }: ActiveFiltersProps) {
  const { t } = useTranslation('base');
  const group = groups.find(({ identifier }) => identifier === filter.group);
  return (
    <div className={styles.chips}>
      <p role="status">
        {total === 0 ? t('courses.found_zero') : t('courses.found', { count: total })}
        {group !== undefined && <span className={styles.in}> · {group.title}</span>}
      </p>
      {filter.q !== '' && (
        <ShopLink
          to={courseFilterPath({ ...filter, q: '', page: 1 })}
          className={styles.chip}
          aria-label={t('courses.clear_search', { q: filter.q })}
          preventScrollReset
          prefetch="never"
        >
          {t('courses.quoted', { q: filter.q })}
          <Icon name="close" />
        </ShopLink>
      )}
    </div>
  );
}
