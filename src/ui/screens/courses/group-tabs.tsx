import type { FocusEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductList } from '#core/rules/catalogue.ts';
import { ShopLink } from '#ui/components/shop-link/shop-link.tsx';
import type { CourseFilter } from './course-filter.ts';
import { courseFilterPath } from './course-filter.ts';
import { CourseSortSelect } from './course-sort-select.tsx';
import styles from './group-tabs.module.css';

export interface GroupTabsProps {
  readonly filter: CourseFilter;
  readonly groups: ProductList['groups'];
}

/** The groups of disciplines as links, each with how many courses it holds, and the order of the list. */
export function GroupTabs({ filter, groups }: GroupTabsProps) {
  const { t } = useTranslation('base');
  const all = groups.reduce((sum, group) => sum + group.count, 0);
  return (
    <div className={styles.filters}>
      <nav className={styles.tabs} aria-label={t('courses.groups')}>
        <Tab filter={filter} group="" title={t('courses.group_all')} count={all} />
        {groups.map(({ identifier, title, count }) => (
          <Tab key={identifier} filter={filter} group={identifier} title={title} count={count} />
        ))}
      </nav>
      <CourseSortSelect sort={filter.sort} />
    </div>
  );
}

interface TabProps {
  readonly filter: CourseFilter;
  readonly group: string;
  readonly title: string;
  readonly count: number;
}

function Tab({ filter, group, title, count }: TabProps) {
  return (
    <ShopLink
      to={courseFilterPath({ ...filter, group, page: 1 })}
      className={styles.tab}
      aria-current={filter.group === group ? 'true' : undefined}
      preventScrollReset
      prefetch="never"
      onFocus={showWhole}
    >
      {title} <span className={styles.count}>{count}</span>
    </ShopLink>
  );
}

/** On narrow screens the row scrolls sideways; browsers leave a tab half outside once a part of it can be seen. */
function showWhole(event: FocusEvent<HTMLElement>): void {
  event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
