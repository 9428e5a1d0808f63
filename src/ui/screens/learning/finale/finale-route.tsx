import { useTranslation } from 'react-i18next';
import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { isSubscriber } from '#core/rules/accounts/access.ts';
import { isFinishedCourse, lessonPath, nextCourses } from '#core/rules/learning/lesson-progress.ts';
import { CourseProgress } from '#ui/components/learning/course-progress.tsx';
import { useNextLesson } from '#ui/components/learning/use-next-lesson.ts';
import { buttonClasses } from '#ui/components/parts/button.tsx';
import { LinkButton } from '#ui/components/parts/links/links.tsx';
import { List, SectionHead } from '#ui/components/parts/page-parts.tsx';
import { Picture } from '#ui/components/parts/picture.tsx';
import { ProductCard } from '#ui/components/products/product-card.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { useFreshDocumentLinks } from '#ui/hooks/use-fresh-document-links.ts';
import { displayName, useLearner } from '#ui/hooks/use-session.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import {
  isOfKind,
  listAll,
  noAccess,
  notSold,
  redirectFrom,
  requireLogin,
  valueOrThrow,
} from '#ui/routes/loaders.ts';
import layout from '#ui/styles/layout.module.css';
import text from '#ui/styles/text.module.css';
import styles from './finale.module.css';
import { FinaleNotes } from './finale-notes.tsx';

const shownNext = 4;

/** Page size that is larger than the number of courses a learner has begun. */
const allMine = 100;

/**
 * Loads the end page of a course for learners with access, even if it is no longer sold. Redirects guests to the login,
 * which leads back, and others to the course.
 */
async function loadFinale({ context, params, request }: LoaderFunctionArgs) {
  const shop = context.get(shopContext);
  const { api, queries } = shop;
  const { slug = '' } = params;
  requireLogin(shop, request);
  const [product, mine, courses, reviews] = await Promise.all([
    api.getProduct({ params: { slug } }),
    api.listMyCourses({ query: { page: { size: allMine } } }),
    listAll(shop, 'course'),
    api.listReviews({ params: { slug }, query: { sort: 'newest', page: { number: 1, size: 1 } } }),
  ]);
  // If the session has ended meanwhile, the visitor is a guest without courses.
  const isLoggedOut = !mine.ok && noAccess.includes(mine.error.code);
  const open = isLoggedOut ? [] : valueOrThrow(mine).items;
  const own = open.find((course) => course.slug === slug);
  if (own === undefined) {
    const course = valueOrThrow(product);
    throw isOfKind(course, 'course')
      ? redirectFrom(request, `/${params.locale}/kurse/${slug}`)
      : data(null, { status: 404 });
  }
  const notes = await queries.listCourseNotes(own.id);
  const finished = open.filter(isFinishedCourse).map(({ id }) => id);
  return {
    course: own,
    alt: product.ok ? product.value.picture_alt : '',
    isOnSale: product.ok || !notSold.includes(product.error.code),
    isReviewed: reviews.ok && reviews.value.own !== null,
    ...(notes.ok ? notes.value : { notes: [], documentUrl: null }),
    next:
      product.ok && courses.ok
        ? nextCourses(product.value, courses.value.items, finished).slice(0, shownNext)
        : [],
  };
}

export const loader = loadFinale;
export const clientLoader = loadFinale;

/** The page after the last lesson (docs/behaviour/learning.md#end-of-a-course). */
export default function FinaleRoute() {
  const { t } = useTranslation('learning');
  const { course, alt, isOnSale, isReviewed, notes, documentUrl, next } = useLoaderData<typeof loader>();
  useFreshDocumentLinks();
  const learner = useLearner();
  const isMember = isSubscriber(learner);
  const isFinished = isFinishedCourse(course);
  const following = useNextLesson(course);
  return (
    <>
      <PageMeta
        title={t('finale.meta', { course: course.title })}
        description={t('finale.text', { count: course.lesson_count })}
        robots="noindex"
      />
      <div className={layout.hero}>
        <div className={`${layout.wrap} ${styles.head}`}>
          <div className={styles.drawing} data-whole={isFinished || undefined}>
            <Picture
              name={course.picture}
              alt={alt}
              width={420}
              ratio="3/4"
              sizes="(max-width: 767px) 62vw, 360px"
              priority
            />
          </div>
          <div className={styles.words}>
            <p className={text.byline}>{course.subtitle}</p>
            <h1>{t(isFinished ? 'finale.title' : 'finale.almost', { course: course.title })}</h1>
            {isFinished ? (
              <p className={text.lead}>
                {t('finale.text', { count: course.lesson_count })}{' '}
                {learner !== null && t('finale.thanks', { name: displayName(learner) })}
              </p>
            ) : (
              <div className={styles.rest}>
                <CourseProgress course={course} />
              </div>
            )}
            <div className={layout.actions}>
              {course.confirmation_url !== null && (
                <a href={course.confirmation_url} className={buttonClasses({ size: 'large' })}>
                  {t('shelf.confirmation')}
                </a>
              )}
              {!isFinished && course.next !== null && following !== null && (
                <LinkButton to={lessonPath(course.slug, course.next.id)} size="large" prefetch="never">
                  {following}
                </LinkButton>
              )}
              {isOnSale && (
                <LinkButton to={`/kurse/${course.slug}#bewertungen`} kind={isFinished ? 'outline' : 'text'}>
                  {t(isReviewed ? 'finale.reviewed' : 'finale.review')}
                </LinkButton>
              )}
            </div>
          </div>
        </div>
      </div>
      {notes.length > 0 && <FinaleNotes notes={notes} documentUrl={documentUrl} />}
      {next.length > 0 && (
        <section className={`${layout.wrap} ${layout.section} ${styles.next}`} aria-labelledby="finale-next">
          <SectionHead
            id="finale-next"
            title={t('finale.next')}
            lead={t(isMember ? 'finale.next_member' : 'finale.next_lead')}
          >
            <LinkButton to={isMember ? '/profil/master' : '/masterpass'} kind="text">
              {t(isMember ? 'finale.mine' : 'finale.pass')}
            </LinkButton>
          </SectionHead>
          <List className={layout.cards}>
            {next.map((one) => (
              <li key={one.id}>
                <ProductCard product={one} />
              </li>
            ))}
          </List>
        </section>
      )}
    </>
  );
}
