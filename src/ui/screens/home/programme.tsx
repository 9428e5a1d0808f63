import { useTranslation } from 'react-i18next';
import type { Category, ProductCard as Product } from '#core/rules/catalogue.ts';
import { LinkButton } from '#ui/components/link-button/link-button.tsx';
import { List } from '#ui/components/list/list.tsx';
import { Notice } from '#ui/components/notice/notice.tsx';
import { ProductCard } from '#ui/components/product-card/product-card.tsx';
import { SectionHead } from '#ui/components/section-head/section-head.tsx';
import { ShopLink } from '#ui/components/shop-link/shop-link.tsx';
import layout from '#ui/styles/layout.module.css';
import styles from './programme.module.css';

/** How many courses of a group the programme shows; the rest are one link away. */
const shownPerGroup = 3;

const cardSizes = '(max-width: 767px) 184px, (max-width: 1023px) 30vw, 180px';

export interface ProgrammeProps {
  /** All courses in their order; null when they could not be loaded. */
  readonly courses: readonly Product[] | null;
  readonly groups: readonly Category[];
}

/** The courses by group of disciplines; on phones each group is a row to swipe. */
export function Programme({ courses, groups }: ProgrammeProps) {
  const { t } = useTranslation('base');
  return (
    <section className={`${layout.wrap} ${styles.programme}`} aria-labelledby="programme-title">
      <SectionHead id="programme-title" title={t('home.programme.title')}>
        {courses !== null && (
          <LinkButton to="/kurse" kind="text">
            {t('home.programme.all', { count: courses.length })}
          </LinkButton>
        )}
      </SectionHead>
      {courses === null ? (
        <Notice tone="warning">{t('home.programme.failed')}</Notice>
      ) : (
        <div className={styles.groups}>
          {groups.map((group) => (
            <Group key={group.identifier} group={group} courses={coursesOf(courses, group)} />
          ))}
        </div>
      )}
    </section>
  );
}

function coursesOf(courses: readonly Product[], group: Category): readonly Product[] {
  return courses.filter((course) => course.group?.identifier === group.identifier).slice(0, shownPerGroup);
}

function Group({ group, courses }: { readonly group: Category; readonly courses: readonly Product[] }) {
  const { t } = useTranslation('base');
  const titleId = `group-${group.identifier}`;
  if (courses.length === 0) return null;
  return (
    <section className={`${layout.later} ${styles.group}`} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h3 id={titleId}>{group.title}</h3>
        <ShopLink
          to={`/kurse?gruppe=${group.identifier}`}
          className={styles.all}
          aria-label={t('home.programme.group_all_label', { group: group.title })}
        >
          {t('home.programme.group_all')}
        </ShopLink>
      </header>
      <List className={styles.row}>
        {courses.map((course) => (
          <li key={course.id}>
            <ProductCard product={course} headingLevel={4} size="small" sizes={cardSizes} />
          </li>
        ))}
      </List>
    </section>
  );
}
