import { useTranslation } from 'react-i18next';
import type { LoaderFunctionArgs } from 'react-router';
import { useLoaderData } from 'react-router';
import type { Activity } from '#core/model/learning.ts';
import type { ProductCard as Product } from '#core/model/product.ts';
import type { Page } from '#core/model/values.ts';
import { pageSizes } from '#core/rules/layout.ts';
import { Icon } from '#ui/components/icon.tsx';
import { LinkButton } from '#ui/components/links.tsx';
import { ListFailed } from '#ui/components/list-failed.tsx';
import { EmptyState, PageHead } from '#ui/components/page-parts.tsx';
import { ProductList } from '#ui/components/product-list.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { displayName, useLearner } from '#ui/hooks/use-session.ts';
import { ProfileNavigation } from '#ui/layout/profile-navigation.tsx';
import { shopContext } from '#ui/routes/contexts.ts';
import { pageNumber, requireLogin } from '#ui/routes/loaders.ts';
import layout from '#ui/styles/layout.module.css';
import styles from './my-courses.module.css';
import { ContinueWatching, VideoHistory } from './video-history.tsx';

/** The page's data; each part is null when it could not be loaded. */
interface MyCourses {
  readonly courses: readonly Product[] | null;
  /** One page of the video history. */
  readonly activities: Page<Activity> | null;
}

/** Loads owned courses and video history. Guests go to the login and return. */
async function loadMyCourses({ context, request }: LoaderFunctionArgs): Promise<MyCourses> {
  const shop = context.get(shopContext);
  requireLogin(shop, request);
  const number = pageNumber(request);
  const [courses, activities] = await Promise.all([
    shop.queries.listOwnCourses(),
    shop.api.listActivities({ query: { 'page[number]': number, 'page[size]': pageSizes.activities } }),
  ]);
  return {
    courses: courses.ok ? courses.value : null,
    activities: activities.ok ? activities.value : null,
  };
}

export const loader = loadMyCourses;
export const clientLoader = loadMyCourses;

/** "My courses" (docs/behaviour/learning.md#my-courses-page). */
export default function MyCoursesRoute() {
  const { t } = useTranslation('myProfile');
  const { courses, activities } = useLoaderData<typeof loader>();
  const learner = useLearner();
  const name = learner === null ? '' : displayName(learner);
  const count = courses?.length ?? 0;
  const begun = activities?.number === 1 ? activities.items.find((one) => !one.is_finished) : undefined;

  return (
    <>
      <PageMeta title={t('courses.meta')} description={t('courses.description')} robots="noindex" />
      <ProfileNavigation />
      <div className={`${layout.wrap} ${styles.page}`}>
        <PageHead
          title={t('courses.title')}
          lead={`${t('courses.greeting', { name })} ${count > 0 ? t('courses.lead', { count }) : ''}`.trim()}
        >
          <p>
            <LinkButton to="/profil/merkliste" kind="text" className={styles.wishList}>
              <Icon name="heart" /> {t('wish_list.link')}
            </LinkButton>
          </p>
        </PageHead>
        {begun !== undefined && <ContinueWatching activity={begun} />}
        {courses === null && <ListFailed list="courses" isMain />}
        {count === 0 && courses !== null && (
          <EmptyState
            title={t('courses.empty.title')}
            text={t('courses.empty.text')}
            link={{ to: '/kurse', label: t('courses.empty.action') }}
          />
        )}
        {courses !== null && count > 0 && (
          <>
            <ProductList
              products={courses}
              headingLevel={2}
              foot={<span className={styles.owned}>{t('courses.owned')}</span>}
              priority
            />
            <div className={styles.end}>
              <p>{t('courses.end')}</p>
              <LinkButton to="/kurse" kind="text">
                {t('courses.more')}
              </LinkButton>
            </div>
          </>
        )}
        {(count > 0 || (activities?.total ?? 0) > 0) && <VideoHistory activities={activities} />}
      </div>
    </>
  );
}
