import { useTranslation } from 'react-i18next';
import type { LoaderFunctionArgs } from 'react-router';
import { useLoaderData, useRevalidator } from 'react-router';
import type { Activity } from '#core/model/learning.ts';
import type { ProductCard as Product } from '#core/model/product.ts';
import type { Page } from '#core/model/values.ts';
import { pageSizes } from '#core/rules/layout.ts';
import { Button } from '#ui/components/button.tsx';
import { Icon } from '#ui/components/icon.tsx';
import { LinkButton } from '#ui/components/links.tsx';
import { EmptyState, List, PageHead } from '#ui/components/page-parts.tsx';

import { ProductCard } from '#ui/components/product-card.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';
import { learnerName } from '#ui/layout/account-menu.tsx';
import { ProfileNavigation } from '#ui/layout/profile-navigation.tsx';
import { shopContext } from '#ui/routes/contexts.ts';
import { requireLogin } from '#ui/routes/loaders.ts';
import layout from '#ui/styles/layout.module.css';
import styles from './my-courses.module.css';
import { ContinueWatching, VideoHistory } from './video-history.tsx';

/** What the page shows; each part is null when it could not be read. */
interface MyCourses {
  readonly courses: readonly Product[] | null;
  /** One page of what was watched. */
  readonly activities: Page<Activity> | null;
}

/** The owned courses and the video history. Guests are sent to the login and come back. */
async function loadMyCourses({ context, request }: LoaderFunctionArgs): Promise<MyCourses> {
  const shop = context.get(shopContext);
  requireLogin(shop, request);
  const wanted = Number(new URL(request.url).searchParams.get('seite') ?? 1);
  const number = Number.isInteger(wanted) && wanted > 0 && wanted <= 10_000 ? wanted : 1;
  const [courses, activities] = await Promise.all([
    shop.queries.listOwnCourses(),
    shop.queries.listActivities({ number, size: pageSizes.activities }),
  ]);
  return {
    courses: courses.ok ? courses.value : null,
    activities: activities.ok ? activities.value : null,
  };
}

export const loader = loadMyCourses;
export const clientLoader = loadMyCourses;

/** "My courses": where one stopped, what the learner owns, and what they have watched (specification §2). */
export default function MyCoursesRoute() {
  const { t } = useTranslation('myProfile');
  const { courses, activities } = useLoaderData<typeof loader>();
  const shop = useShop();
  const name = useStore(shop.stores.session, (state) =>
    state.status === 'logged_in' ? learnerName(state.learner) : '',
  );
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
            <LinkButton to="/profil/merkliste" kind="text" className={styles.wishes}>
              <Icon name="heart" /> {t('wishes.link')}
            </LinkButton>
          </p>
        </PageHead>
        {begun !== undefined && <ContinueWatching activity={begun} />}
        {courses === null && <CoursesFailed />}
        {count === 0 && courses !== null && (
          <EmptyState
            title={t('courses.empty.title')}
            action={<LinkButton to="/kurse">{t('courses.empty.action')}</LinkButton>}
          >
            {t('courses.empty.text')}
          </EmptyState>
        )}
        {count > 0 && (
          <>
            <List className={layout.cards}>
              {courses?.map((course, index) => (
                <li key={course.id}>
                  <ProductCard
                    product={course}
                    headingLevel={2}
                    foot={<span className={styles.owned}>{t('courses.owned')}</span>}
                    priority={index === 0}
                  />
                </li>
              ))}
            </List>
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

function CoursesFailed() {
  const { t } = useTranslation('myProfile');
  const { revalidate, state } = useRevalidator();
  return (
    <EmptyState
      title={t('courses.failed.title')}
      action={
        <Button isLoading={state === 'loading'} onClick={() => void revalidate()}>
          {t('courses.failed.action')}
        </Button>
      }
    >
      {t('courses.failed.text')}
    </EmptyState>
  );
}
