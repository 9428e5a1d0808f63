import { useTranslation } from 'react-i18next';
import type { MyCourse } from '#core/model/learning.ts';
import type { ProductCard } from '#core/model/product.ts';
import { mayWatch } from '#core/rules/access.ts';
import type { Shop } from '#core/storefront/shop.ts';
import { BundleOffers } from '#ui/components/bundle-offer.tsx';
import { Questions } from '#ui/components/questions.tsx';
import { ProductMeta } from '#ui/document/product-meta.tsx';
import { useViewedProduct } from '#ui/hooks/use-viewed-product.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { listAll, loadProduct, pageNumber } from '#ui/routes/loaders.ts';
import { Reviews } from '#ui/screens/course/reviews/reviews.tsx';
import type { Route } from './+types/course-route.ts';
import { BuyBar, CourseFacts, CourseHero } from './course-hero.tsx';
import { About, CompanionBooks, Goals, Lessons, Master, RelatedCourses } from './course-sections.tsx';

const relatedCount = 4;
const reviewsShown = 5;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const number = pageNumber(request, 'bewertungen');
  const [course, courses, reviews] = await Promise.all([
    loadProduct(shop, params.slug, 'course'),
    listAll(shop, 'course'),
    shop.api.listReviews({
      params: { slug: params.slug },
      query: { 'page[number]': number, 'page[size]': reviewsShown },
    }),
  ]);
  const mine = await findMine(shop, course.id);
  // Courses of the same group come first.
  const others = courses.ok ? courses.value.items.filter(({ id }) => id !== course.id) : [];
  const isNear = (other: ProductCard) => other.group?.identifier === course.group?.identifier;
  const related = [...others.filter(isNear), ...others.filter((other) => !isNear(other))];
  return {
    course,
    mine,
    related: related.slice(0, relatedCount),
    reviews: reviews.ok ? reviews.value : null,
  };
}

/** The learner's progress in the course; null for those who may not watch it, and when it could not be loaded. */
async function findMine({ api, stores }: Shop, courseId: string): Promise<MyCourse | null> {
  const { snapshot } = stores.session;
  if (snapshot.status === 'guest' || !mayWatch(snapshot.learner, courseId)) return null;
  const found = await api.listMyCourses({ query: { 'filter[course]': courseId } });
  return found.ok ? (found.value.items[0] ?? null) : null;
}

export default function CourseRoute({ loaderData }: Route.ComponentProps) {
  const { course, mine, related, reviews } = loaderData;
  const { details } = course;
  const { t } = useTranslation('base');
  useViewedProduct(course);
  return (
    <>
      <ProductMeta product={course} above={[{ title: t('courses.title'), to: '/kurse' }]} />
      <CourseHero course={course} mine={mine} />
      <CourseFacts details={details} />
      <BundleOffers offers={course.bundle_offers} />
      <About paragraphs={course.description} />
      <Goals goals={details.goals} material={details.material} />
      <Lessons course={course} />
      <Master master={details.master} />
      <CompanionBooks books={details.companions} />
      <Reviews course={course} reviews={reviews} />
      <Questions questions={details.questions} />
      <RelatedCourses courses={related} />
      <BuyBar course={course} />
    </>
  );
}
