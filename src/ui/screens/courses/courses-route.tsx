import { useTranslation } from 'react-i18next';
import { data, useNavigation } from 'react-router';
import type { ProductCard as Product, ProductList } from '#core/rules/catalogue.ts';
import { localePath } from '#core/rules/navigation.ts';
import { itemListMarkup } from '#core/rules/structured-data.ts';
import { EmptyState } from '#ui/components/empty-state/empty-state.tsx';
import { LinkButton } from '#ui/components/link-button/link-button.tsx';
import { List } from '#ui/components/list/list.tsx';
import { ProductCard } from '#ui/components/product-card/product-card.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useLengthText } from '#ui/lengths.ts';
import { PageMeta, useSite } from '#ui/page-meta.tsx';
import { shopContext } from '#ui/shop-context.ts';
import layout from '#ui/styles/layout.module.css';
import text from '#ui/styles/text.module.css';
import type { Route } from './+types/courses-route.ts';
import { ActiveFilters } from './active-filters.tsx';
import type { CourseFilter } from './course-filter.ts';
import { courseFilterPath, readCourseFilter } from './course-filter.ts';
import { CourseSearch } from './course-search.tsx';
import styles from './courses.module.css';
import { GroupTabs } from './group-tabs.tsx';
import { ListEnd } from './list-end.tsx';
import { Pages } from './pages.tsx';

const pageSize = 12;

export async function loader({ context, request }: Route.LoaderArgs) {
  const filter = readCourseFilter(new URL(request.url).searchParams);
  const answer = await context.get(shopContext).queries.listProducts({
    kind: 'course',
    ...(filter.group === '' ? {} : { group: filter.group }),
    ...(filter.q === '' ? {} : { q: filter.q }),
    sort: filter.sort,
    number: filter.page,
    size: pageSize,
  });
  const list = answer.ok ? answer.value : null;
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
        {list === null ? <Failed filter={filter} /> : <Found filter={filter} list={list} />}
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

function Failed({ filter }: { readonly filter: CourseFilter }) {
  const { t } = useTranslation('base');
  return (
    <EmptyState
      className={styles.state}
      title={t('courses.failed_title')}
      action={
        <LinkButton to={courseFilterPath(filter)} reloadDocument>
          {t('courses.failed_retry')}
        </LinkButton>
      }
    >
      {t('courses.failed_text')}
    </EmptyState>
  );
}

function Found({ filter, list }: { readonly filter: CourseFilter; readonly list: ProductList }) {
  const { t } = useTranslation('base');
  const lengthText = useLengthText();
  const isWaiting = useNavigation().location?.pathname.endsWith('/kurse') === true;

  return (
    <div className={styles.found} aria-busy={isWaiting || undefined}>
      <ActiveFilters filter={filter} groups={list.groups} total={list.total} />
      {list.items.length === 0 ? (
        <EmptyState
          className={styles.state}
          title={t('courses.empty_title')}
          action={
            <LinkButton to="/kurse" kind="outline">
              {t('courses.empty_link')}
            </LinkButton>
          }
        >
          {t('courses.empty_text')}
        </EmptyState>
      ) : (
        <>
          <List className={layout.cards} aria-label={t('courses.list')}>
            {list.items.map((course, index) => (
              <li key={course.id} className={layout.later}>
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
          <Pages filter={filter} total={list.total} size={list.size} />
          <ListEnd isWhole={filter.group === '' && filter.q === ''} />
        </>
      )}
    </div>
  );
}
