import type { FocusEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { data, useNavigation } from 'react-router';
import type { ProductCard as Product, ProductList } from '#core/model/product.ts';
import { localePath } from '#core/rules/navigation.ts';
import { itemListMarkup } from '#core/rules/structured-data.ts';
import { Icon } from '#ui/components/icon.tsx';
import { ShopLink } from '#ui/components/links.tsx';
import { PageLinks } from '#ui/components/page-links.tsx';
import { EmptyState, List } from '#ui/components/page-parts.tsx';
import { ProductCard } from '#ui/components/product-card.tsx';
import { PageMeta, useSite } from '#ui/document/page-meta.tsx';
import { useDurationText } from '#ui/hooks/use-formats.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import layout from '#ui/styles/layout.module.css';
import text from '#ui/styles/text.module.css';
import type { Route } from './+types/courses-route.ts';
import type { CourseFilter } from './course-filter.ts';
import { courseFilterPath, readCourseFilter } from './course-filter.ts';
import { CourseSearch, CourseSortSelect } from './course-search.tsx';
import styles from './courses.module.css';

const pageSize = 12;

export async function loader({ context, request }: Route.LoaderArgs) {
  const filter = readCourseFilter(new URL(request.url).searchParams);
  const response = await context.get(shopContext).api.listProducts({
    query: {
      'filter[kind]': 'course',
      ...(filter.group === '' ? {} : { 'filter[group]': filter.group }),
      ...(filter.q === '' ? {} : { 'filter[q]': filter.q }),
      sort: filter.sort,
      'page[number]': filter.page,
      'page[size]': pageSize,
    },
  });
  const list = response.ok ? response.value : null;
  return data({ filter, list }, { status: list === null ? 503 : 200 });
}

export default function CoursesRoute({ loaderData }: Route.ComponentProps) {
  const { filter, list } = loaderData;
  const { t } = useTranslation('base');
  return (
    <>
      <CoursesMeta courses={list?.items ?? []} />
      <div className={`${layout.wrap} ${styles.page}`}>
        <div className={styles.head}>
          <div>
            <h1>{t('courses.title')}</h1>
            <p className={`${text.lead} ${styles.lead}`}>{t('courses.lead')}</p>
          </div>
          <CourseSearch filter={filter} />
        </div>
        <GroupTabs filter={filter} groups={list?.groups ?? []} />
        {list === null ? <CoursesFailed filter={filter} /> : <CourseResults filter={filter} list={list} />}
      </div>
    </>
  );
}

function CoursesMeta({ courses }: { readonly courses: readonly Product[] }) {
  const { t } = useTranslation('base');
  const locale = useLocale();
  const { url } = useSite();
  return (
    <PageMeta
      title={t('courses.meta_title')}
      description={t('courses.meta_description')}
      structuredData={itemListMarkup(
        courses,
        (course) => `${url}${localePath(locale, `/kurse/${course.slug}`)}`,
      )}
    />
  );
}

function CoursesFailed({ filter }: { readonly filter: CourseFilter }) {
  const { t } = useTranslation('base');
  return (
    <EmptyState
      className={styles.state}
      title={t('courses.failed_title')}
      text={t('courses.failed_text')}
      link={{ to: courseFilterPath(filter), reloadDocument: true, label: t('courses.failed_retry') }}
    />
  );
}

function CourseResults({ filter, list }: { readonly filter: CourseFilter; readonly list: ProductList }) {
  const { t } = useTranslation('base');
  const lengthText = useDurationText();
  const isWaiting = useNavigation().location?.pathname.endsWith('/kurse') === true;

  return (
    <div className={styles.found} aria-busy={isWaiting || undefined}>
      <ActiveFilters filter={filter} groups={list.groups} total={list.total} />
      {list.items.length === 0 ? (
        <EmptyState
          className={styles.state}
          title={t('courses.empty_title')}
          text={t('courses.empty_text')}
          link={{ to: '/kurse', kind: 'outline', label: t('courses.empty_link') }}
        />
      ) : (
        <>
          <List className={layout.cards} aria-label={t('courses.list')}>
            {list.items.map((course, index) => (
              <li key={course.id} className={layout.deferred}>
                <ProductCard
                  product={course}
                  headingLevel={2}
                  priority={index === 0}
                  note={
                    <>
                      {t('length.lessons', { count: course.lesson_count ?? 0 })}
                      <span className={styles.wide}>, {lengthText(course.length_seconds ?? 0)}</span>
                    </>
                  }
                />
              </li>
            ))}
          </List>
          <PageLinks
            page={{ ...list, number: filter.page }}
            pathOf={(page) => courseFilterPath({ ...filter, page })}
          />
          <ListEnd isWhole={filter.group === '' && filter.q === ''} />
        </>
      )}
    </div>
  );
}

interface ActiveFiltersProps {
  readonly filter: CourseFilter;
  readonly groups: ProductList['groups'];
  readonly total: number;
}

/** The number of results, announced when it changes, and a link that removes the search. */
function ActiveFilters({ filter, groups, total }: ActiveFiltersProps) {
  const { t } = useTranslation('base');
  const group = groups.find(({ identifier }) => identifier === filter.group);
  return (
    <div className={styles.chips}>
      <p role="status">
        {total === 0 ? t('courses.found_zero') : t('courses.found', { count: total })}
        {group !== undefined && <span> · {group.title}</span>}
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

interface GroupTabsProps {
  readonly filter: CourseFilter;
  readonly groups: ProductList['groups'];
}

/** The course groups as links with their counts, and the sort order. */
function GroupTabs({ filter, groups }: GroupTabsProps) {
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

/** On narrow screens the row scrolls sideways; browsers do not scroll a partly visible tab fully into view. */
function showWhole(event: FocusEvent<HTMLElement>): void {
  event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

function ListEnd({ isWhole }: { readonly isWhole: boolean }) {
  const { t } = useTranslation('base');
  return <p className={styles.end}>{isWhole ? t('courses.end') : t('courses.end_part')}</p>;
}
