import { type FocusEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { data, useNavigation } from 'react-router';
import type { ProductCard as Product, ProductList } from '#core/model/product.ts';
import { localePath } from '#core/rules/basics/site-paths.ts';
import { itemListMarkup } from '#core/rules/catalogue/structured-data.ts';
import { DidYouMean } from '#ui/components/catalogue/did-you-mean.tsx';
import { NothingFound } from '#ui/components/catalogue/nothing-found.tsx';
import { RecentlyViewed } from '#ui/components/catalogue/recently-viewed.tsx';
import {
  loadSearchAlternatives,
  type SearchAlternatives,
} from '#ui/components/catalogue/search-alternatives.ts';
import { DeferredHydration } from '#ui/components/parts/deferred-hydration.tsx';
import { Icon } from '#ui/components/parts/icon.tsx';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { PageLinks } from '#ui/components/parts/links/page-links.tsx';
import { EmptyState, List } from '#ui/components/parts/page-parts.tsx';
import { VisuallyHidden } from '#ui/components/parts/visually-hidden.tsx';
import { ProductCard } from '#ui/components/products/product-card.tsx';
import { PageMeta, useSite } from '#ui/document/page-meta.tsx';
import { focusContent } from '#ui/hooks/overlays/focus-content.ts';
import { useDurationText } from '#ui/hooks/use-duration-text.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import layout from '#ui/styles/layout.module.css';
import text from '#ui/styles/text.module.css';
import type { Route } from './+types/courses-route.ts';
import { CourseFacets, useFacetTitle } from './course-facets.tsx';
import {
  type CourseFilter,
  chosenCount,
  courseFilterPath,
  isSelection,
  panelFacets,
  readCourseFilter,
  toFacetFilter,
  withoutChosen,
  withoutValue,
} from './course-filter.ts';
import { CourseSearch, CourseSortSelect } from './course-search.tsx';
import styles from './courses.module.css';

const pageSize = 12;

/** Loads a page of the list. A page after the last one, and an unknown group, are a 404. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const filter = readCourseFilter(new URL(request.url).searchParams);
  const { api } = context.get(shopContext);
  const facets = Object.entries(toFacetFilter(filter)).filter(([, values]) => values.length > 0);
  const response = await api.listProducts({
    query: {
      filter: {
        kind: 'course',
        ...Object.fromEntries(facets.map(([name, values]) => [name, values.join(',')])),
        ...(filter.q === '' ? {} : { q: filter.q }),
      },
      sort: filter.sort,
      page: { number: filter.page, size: pageSize },
    },
  });
  const list = response.ok ? response.value : null;
  const isKnown = filter.page === 1 && (filter.group === '' || filter.q !== '' || chosenCount(filter) > 0);
  if (list?.items.length === 0 && !isKnown) throw data(null, { status: 404 });
  const alternatives = list?.total === 0 ? await loadSearchAlternatives(api) : null;
  return data({ filter, list, alternatives }, { status: list === null ? 503 : 200 });
}

export default function CoursesRoute({ loaderData }: Route.ComponentProps) {
  const { filter, list, alternatives } = loaderData;
  const { t } = useTranslation('base');
  const shown = useRef(filter);
  // The link that removes a filter is removed with it, and the focus would be lost.
  useEffect(() => {
    if (shown.current !== filter && document.activeElement === document.body) focusContent();
    shown.current = filter;
  }, [filter]);
  return (
    <>
      <CoursesMeta courses={list?.items ?? []} isSelection={isSelection(filter)} />
      <div className={`${layout.wrap} ${styles.page}`}>
        <div className={styles.head}>
          <div>
            <h1>{t('courses.title')}</h1>
            <p className={`${text.muted} ${styles.lead}`}>{t('courses.lead')}</p>
          </div>
          <div className={styles.bar}>
            <CourseSearch filter={filter} />
            {list !== null && <CourseFacets filter={filter} facets={list.facets} total={list.total} />}
            <CourseSortSelect filter={filter} />
          </div>
        </div>
        <GroupTabs filter={filter} list={list} />
        {list === null ? (
          <CoursesFailed filter={filter} />
        ) : (
          <DeferredHydration>
            <CourseResults filter={filter} list={list} alternatives={alternatives} />
          </DeferredHydration>
        )}
      </div>
      <RecentlyViewed />
    </>
  );
}

interface CoursesMetaProps {
  readonly courses: readonly Product[];
  readonly isSelection: boolean;
}

function CoursesMeta({ courses, isSelection }: CoursesMetaProps) {
  const { t } = useTranslation('base');
  const locale = useLocale();
  const { url } = useSite();
  return (
    <PageMeta
      title={t('courses.meta_title')}
      description={t('courses.meta_description')}
      robots={isSelection ? 'noindex' : 'index'}
      structuredData={
        import.meta.env.SSR &&
        itemListMarkup(courses, (course) => `${url}${localePath(locale, `/kurse/${course.slug}`)}`)
      }
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

interface CourseResultsProps {
  readonly filter: CourseFilter;
  readonly list: ProductList;
  /** Suggestions if nothing was found. */
  readonly alternatives: SearchAlternatives | null;
}

function CourseResults({ filter, list, alternatives }: CourseResultsProps) {
  const { t } = useTranslation('base');
  const lengthText = useDurationText();
  const isWaiting = useNavigation().location?.pathname.endsWith('/kurse') === true;
  const hasChosen = chosenCount(filter) > 0;

  return (
    <div className={styles.results} aria-busy={isWaiting || undefined}>
      <ActiveFilters filter={filter} list={list} />
      {list.suggestion !== null && (
        <DidYouMean
          query={filter.q}
          suggestion={list.suggestion}
          to={courseFilterPath({ ...filter, q: list.suggestion, page: 1 })}
        />
      )}
      {list.items.length === 0 ? (
        <>
          <EmptyState
            className={styles.state}
            title={t('courses.empty_title')}
            text={t(hasChosen ? 'courses.empty_filters' : 'courses.empty_text')}
            link={{
              to: hasChosen ? courseFilterPath(withoutChosen(filter)) : '/kurse',
              kind: 'outline',
              label: t(hasChosen ? 'courses.clear_filters' : 'courses.empty_link'),
            }}
          />
          <NothingFound alternatives={alternatives} />
        </>
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
          <ListEnd isWhole={filter.group === '' && filter.q === '' && !hasChosen} />
        </>
      )}
    </div>
  );
}

interface ActiveFiltersProps {
  readonly filter: CourseFilter;
  readonly list: ProductList;
}

/** Links that remove the search text or a filter. */
function ActiveFilters({ filter, list: { facets } }: ActiveFiltersProps) {
  const { t } = useTranslation('base');
  const titleOf = useFacetTitle();
  return (
    <div className={styles.chips}>
      {filter.q !== '' && (
        <Chip to={{ ...filter, q: '', page: 1 }} label={t('courses.clear_search', { q: filter.q })}>
          {t('courses.quoted', { q: filter.q })}
        </Chip>
      )}
      {panelFacets.flatMap((name) =>
        filter.chosen[name].map((value) => {
          const title = titleOf(name, value, facets);
          return (
            <Chip
              key={`${name} ${value}`}
              to={withoutValue(filter, name, value)}
              label={t('courses.clear_filter', { title })}
            >
              {title}
            </Chip>
          );
        }),
      )}
    </div>
  );
}

interface ChipProps {
  readonly to: CourseFilter;
  readonly label: string;
  readonly children: string;
}

function Chip({ to, label, children }: ChipProps) {
  return (
    <ShopLink
      to={courseFilterPath(to)}
      rel="nofollow"
      className={styles.chip}
      aria-label={label}
      preventScrollReset
      prefetch="never"
    >
      {children}
      <Icon name="close" />
    </ShopLink>
  );
}

interface GroupTabsProps {
  readonly filter: CourseFilter;
  /** Null if it could not be loaded. */
  readonly list: ProductList | null;
}

/** The course groups as links with their counts, and the number of results, announced when it changes. */
function GroupTabs({ filter, list }: GroupTabsProps) {
  const { t } = useTranslation('base');
  const groups = list?.groups ?? [];
  const group = groups.find(({ identifier }) => identifier === filter.group);
  const all = groups.reduce((sum, group) => sum + group.count, 0);
  return (
    <div className={styles.filters}>
      <nav className={styles.tabs} aria-label={t('courses.groups')}>
        <Tab filter={filter} group="" title={t('courses.group_all')} count={all} />
        {groups.map(({ identifier, title, count }) => (
          <Tab key={identifier} filter={filter} group={identifier} title={title} count={count} />
        ))}
      </nav>
      {list !== null && (
        <p role="status" className={styles.found}>
          {t('courses.found', { count: list.total })}
          {group !== undefined && <VisuallyHidden> · {group.title}</VisuallyHidden>}
        </p>
      )}
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

/**
 * Scrolls the focused tab fully into view. On narrow screens the row scrolls sideways, and browsers do not scroll to a
 * partly visible tab.
 */
function showWhole(event: FocusEvent<HTMLElement>): void {
  event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

function ListEnd({ isWhole }: { readonly isWhole: boolean }) {
  const { t } = useTranslation('base');
  return <p className={styles.end}>{isWhole ? t('courses.end') : t('courses.end_part')}</p>;
}
