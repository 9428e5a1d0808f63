import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { MyCourse } from '#core/model/learning.ts';
import type { ProductCard } from '#core/model/product.ts';
import { reviewSorts } from '#core/model/review-sort.ts';
import { mayWatch } from '#core/rules/accounts/access.ts';
import type { Shop } from '#core/storefront/shop.ts';
import { BundleOffers } from '#ui/components/carts/bundle-offer.tsx';
import { RecentlyViewed } from '#ui/components/catalogue/recently-viewed.tsx';
import { DeferredHydration } from '#ui/components/parts/deferred-hydration.tsx';
import { Questions } from '#ui/components/parts/questions.tsx';
import { ProductMeta } from '#ui/document/product-meta.tsx';
import { shopContext } from '#ui/routes/contexts.ts';
import { listAll, loadProduct, type ProductOf, pageNumber } from '#ui/routes/loaders.ts';
import type { RouteHandle } from '#ui/routes/route-handle.ts';
import { sendReview } from '#ui/screens/catalogue/course/reviews/review-action.ts';
import { Reviews } from '#ui/screens/catalogue/course/reviews/reviews.tsx';
import type { Route } from './+types/course-route.ts';
import { BuyBar, CourseFacts, CourseHero } from './course-hero.tsx';
import { About, CompanionBooks, Goals, Lessons, Master, RelatedCourses } from './course-sections.tsx';

const relatedCount = 4;
const reviewsShown = 5;

export const handle: RouteHandle = {
  productOf: ({ course }: Route.ComponentProps['loaderData']) => course,
};

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const number = pageNumber(request, 'bewertungen');
  const asked = new URL(request.url).searchParams.get('sortierung');
  const sort = reviewSorts.find((one) => one === asked) ?? 'newest';
  const [course, reviews] = await Promise.all([
    loadProduct(shop, params.slug, 'course'),
    shop.api.listReviews({
      params: { slug: params.slug },
      query: { sort, page: { number, size: reviewsShown } },
    }),
  ]);
  const [mine, { related, total }, passes] = await Promise.all([
    findMine(shop, course.id),
    loadRelated(shop, course),
    shop.api.listProducts({ query: { filter: { kind: 'membership' }, page: { size: 1 } } }),
  ]);
  const card = passes.ok ? passes.value.items[0] : undefined;
  const pass = card === undefined || total === null ? null : { card, courses: total };
  return { course, mine, pass, related, reviews: reviews.ok ? reviews.value : null, sort };
}

export const action = (args: Route.ActionArgs) => sendReview(args);

/** Loads the learner's progress in the course. Null for visitors who may not watch it, and on failure. */
async function findMine({ api, stores }: Shop, courseId: string): Promise<MyCourse | null> {
  const { snapshot } = stores.session;
  if (snapshot.status === 'guest' || !mayWatch(snapshot.learner, courseId)) return null;
  const found = await api.listMyCourses({ query: { filter: { course: courseId } } });
  return found.ok ? (found.value.items[0] ?? null) : null;
}

interface Related {
  /** Courses of the same group, then others in the shop's order. */
  readonly related: readonly ProductCard[];
  /** Number of all courses; null if it could not be loaded. */
  readonly total: number | null;
}

async function loadRelated(shop: Shop, course: ProductOf<'course'>): Promise<Related> {
  const [near, all] = await Promise.all([
    course.group === null
      ? null
      : listAll(shop, 'course', { group: course.group.identifier, size: relatedCount + 1 }),
    listAll(shop, 'course', { size: 2 * relatedCount + 1 }),
  ]);
  const found = [near, all].flatMap((list) => (list?.ok ? list.value.items : []));
  const others = found.filter(
    ({ id }, index) => id !== course.id && found.findIndex((other) => other.id === id) === index,
  );
  return { related: others.slice(0, relatedCount), total: all?.ok ? all.value.total : null };
}

export default function CourseRoute({ loaderData }: Route.ComponentProps) {
  const { course, mine, pass, related, reviews, sort } = loaderData;
  const { details } = course;
  const { t } = useTranslation('base');
  return (
    // The key resets the state when the course changes, such as a playing trailer or an unsent review.
    <Fragment key={course.id}>
      <ProductMeta product={course} above={[{ title: t('courses.title'), to: '/kurse' }]} />
      <CourseHero course={course} mine={mine} pass={pass} />
      <CourseFacts details={details} />
      <DeferredHydration>
        <BundleOffers offers={course.bundle_offers} />
        <About paragraphs={course.description} />
        <Goals goals={details.goals} />
        <Lessons course={course} />
        <Master master={details.master} />
        <CompanionBooks books={details.companions} />
        <Reviews course={course} reviews={reviews} sort={sort} />
        <Questions questions={details.questions} />
        <RelatedCourses courses={related} />
        <RecentlyViewed without={course.id} />
      </DeferredHydration>
      <BuyBar course={course} />
    </Fragment>
  );
}
