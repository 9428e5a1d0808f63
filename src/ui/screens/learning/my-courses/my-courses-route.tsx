import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { Activity, MyCourse } from '#core/model/learning.ts';
import type { Page } from '#core/model/values.ts';
import { hasCourseAccess, isSubscriber } from '#core/rules/accounts/access.ts';
import { pageSizes } from '#core/rules/content/layout.ts';
import { courseToContinue } from '#core/rules/learning/lesson-progress.ts';
import { ProfileNavigation } from '#ui/components/accounts/profile-navigation.tsx';
import { ContinueLearning } from '#ui/components/learning/continue-learning.tsx';
import { Icon } from '#ui/components/parts/icon.tsx';
import { LinkButton } from '#ui/components/parts/links/links.tsx';
import { PageLinks } from '#ui/components/parts/links/page-links.tsx';
import { ListFailed } from '#ui/components/parts/list-failed.tsx';
import { EmptyState, PageHead } from '#ui/components/parts/page-parts.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { useFreshDocumentLinks } from '#ui/hooks/use-fresh-document-links.ts';
import { displayName, useLearner } from '#ui/hooks/use-session.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { pageNumber, requireLogin } from '#ui/routes/loaders.ts';
import layout from '#ui/styles/layout.module.css';
import { LearnerCourses } from './learner-courses.tsx';
import styles from './my-courses.module.css';
import { VideoHistory } from './video-history.tsx';

/** The page's data; a part is null if it could not be loaded. */
interface MyCourses {
  /** One page of the courses that the learner may watch. */
  readonly courses: Page<MyCourse> | null;
  /** One page of the video history. */
  readonly activities: Page<Activity> | null;
}

/** Courses per page of the list. */
const shelfSize = 24;

/** Loads accessible courses and video history. Redirects guests to the login, which leads back. */
async function loadMyCourses({ context, request }: LoaderFunctionArgs): Promise<MyCourses> {
  const shop = context.get(shopContext);
  requireLogin(shop, request);
  const number = pageNumber(request);
  const [courses, activities] = await Promise.all([
    shop.api.listMyCourses({
      query: { page: { number: pageNumber(request, 'regal'), size: shelfSize } },
    }),
    shop.api.listActivities({ query: { page: { number, size: pageSizes.activities } } }),
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
  useFreshDocumentLinks();
  const learner = useLearner();
  const name = learner === null ? '' : displayName(learner);
  const count = courses?.total ?? 0;
  const isFailed = courses === null && (hasCourseAccess(learner) || isSubscriber(learner));
  const last =
    courses?.number === 1 && activities?.number === 1 ? courseToContinue(courses.items) : undefined;

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
        {last !== undefined && <ContinueLearning course={last} />}
        {isFailed && <ListFailed list="courses" isMain />}
        {count === 0 && !isFailed && (
          <EmptyState
            title={t('courses.empty.title')}
            text={t('courses.empty.text')}
            link={{ to: '/kurse', label: t('courses.empty.action') }}
          />
        )}
        {courses !== null && count > 0 && (
          <>
            <LearnerCourses courses={courses.items} />
            <PageLinks
              page={courses}
              pathOf={(number) => (number === 1 ? '/profil/master' : `/profil/master?regal=${number}`)}
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
