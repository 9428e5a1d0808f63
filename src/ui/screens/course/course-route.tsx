import { useTranslation } from 'react-i18next';
import type { MyCourse } from '#core/model/learning.ts';
import type { ProductCard } from '#core/model/product.ts';
import { reviewSorts } from '#core/model/values.ts';
import { mayWatch } from '#core/rules/access.ts';
import type { Shop } from '#core/storefront/shop.ts';
import { BundleOffers } from '#ui/components/bundle-offer.tsx';
import { HydratedLater } from '#ui/components/hydrated-later.tsx';
import { Questions } from '#ui/components/questions.tsx';
import { RecentlyViewed } from '#ui/components/recently-viewed.tsx';
import { ProductMeta } from '#ui/document/product-meta.tsx';
import { useViewedProduct } from '#ui/hooks/use-viewed-product.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import type { ProductOf } from '#ui/routes/loaders.ts';
import { listAll, loadProduct, pageNumber } from '#ui/routes/loaders.ts';
import { sendReview } from '#ui/screens/course/reviews/review-action.ts';
import { Reviews } from '#ui/screens/course/reviews/reviews.tsx';
import type { Route } from './+types/course-route.ts';
import { BuyBar, CourseFacts, CourseHero } from './course-hero.tsx';
import { About, CompanionBooks, Goals, Lessons, Master, RelatedCourses } from './course-sections.tsx';

const relatedCount = 4;
const reviewsShown = 5;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const number = pageNumber(request, 'bewertungen');
  const asked = new URL(request.url).searchParams.get('sortierung');
  const sort = reviewSorts.find((one) => one === asked) ?? 'newest';
  const [course, reviews] = await Promise.all([
    loadProduct(shop, params.slug, 'course'),
    shop.api.listReviews({
      params: { slug: params.slug },
      query: { sort, 'page[number]': number, 'page[size]': reviewsShown },
    }),
  ]);
  const [mine, related] = await Promise.all([findMine(shop, course.id), loadRelated(shop, course)]);
  return { course, mine, related, reviews: reviews.ok ? reviews.value : null, sort };
}

export const action = (args: Route.ActionArgs) => sendReview(args);

/** The learner's progress in the course; null for those who may not watch it, and when it could not be loaded. */
async function findMine({ api, stores }: Shop, courseId: string): Promise<MyCourse | null> {
  const { snapshot } = stores.session;
  if (snapshot.status === 'guest' || !mayWatch(snapshot.learner, courseId)) return null;
  const found = await api.listMyCourses({ query: { 'filter[course]': courseId } });
  return found.ok ? (found.value.items[0] ?? null) : null;
}

/** Courses of the same group, then others in the shop's own order. */
async function loadRelated(shop: Shop, course: ProductOf<'course'>): Promise<readonly ProductCard[]> {
  const few = { 'page[size]': relatedCount + 1 };
  const [near, all] = await Promise.all([
    course.group === null
      ? null
      : listAll(shop, 'course', { ...few, 'filter[group]': course.group.identifier }),
    listAll(shop, 'course', { 'page[size]': 2 * relatedCount + 1 }),
  ]);
  const found = [near, all].flatMap((list) => (list?.ok ? list.value.items : []));
  const others = found.filter(
    ({ id }, index) => id !== course.id && found.findIndex((other) => other.id === id) === index,
  );
  return others.slice(0, relatedCount);
}

export default function CourseRoute({ loaderData }: Route.ComponentProps) {
  const { course, mine, related, reviews, sort } = loaderData;
  const { details } = course;
  const { t } = useTranslation('base');
  useViewedProduct(course);
  return (
    <>
      <ProductMeta product={course} above={[{ title: t('courses.title'), to: '/kurse' }]} />
      <CourseHero course={course} mine={mine} />
      <CourseFacts details={details} />
      <HydratedLater>
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
      </HydratedLater>
      <BuyBar course={course} />
    </>
  );
}
