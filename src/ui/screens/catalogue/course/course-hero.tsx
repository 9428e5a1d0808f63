import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Media, MyCourse } from '#core/model/learning.ts';
import type { CourseDetails, Lesson, ProductCard } from '#core/model/product.ts';
import { formatPrice } from '#core/rules/basics/money.ts';
import { nonBreaking } from '#core/rules/basics/non-breaking.ts';
import { productPath } from '#core/rules/catalogue/product-path.ts';
import { trailerMedia } from '#core/rules/catalogue/trailers.ts';
import { lessonPath } from '#core/rules/learning/lesson-progress.ts';
import { AddToCart, useCartLine } from '#ui/components/carts/add-to-cart.tsx';
import { WishListButton } from '#ui/components/carts/wish-list-button.tsx';
import { ReturnTerms } from '#ui/components/consumer-rights/return-terms.tsx';
import { useNextLesson } from '#ui/components/learning/use-next-lesson.ts';
import { FactList } from '#ui/components/parts/fact-list.tsx';
import { NeedsJavaScript } from '#ui/components/parts/fields/needs-javascript.tsx';
import { Icon } from '#ui/components/parts/icon.tsx';
import { LinkButton, ShopLink } from '#ui/components/parts/links/links.tsx';
import { lazyPart } from '#ui/components/parts/load-part.ts';
import { Breadcrumbs } from '#ui/components/parts/page-parts.tsx';
import { Picture } from '#ui/components/parts/picture.tsx';
import { Price } from '#ui/components/parts/price.tsx';
import { PriceNote } from '#ui/components/parts/price-note.tsx';
import { usePosterTransition } from '#ui/components/products/product-card.tsx';
import { RatingText } from '#ui/components/products/rating-text.tsx';
import { useBarHeight } from '#ui/hooks/use-bar-height.ts';
import { useDurationText } from '#ui/hooks/use-duration-text.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useMayWatch, useOwnsCourse } from '#ui/hooks/use-session.ts';
import type { ProductOf } from '#ui/routes/loaders.ts';
import layout from '#ui/styles/layout.module.css';
import text from '#ui/styles/text.module.css';
import styles from './course-hero.module.css';
import { FreeLessonLink } from './free-lesson-link.tsx';

const PosterTrailer = lazyPart(() => import('./poster-trailer.tsx'), 'PosterTrailer');

interface CourseProps {
  readonly course: ProductOf<'course'>;
  /** The learner's progress; null for visitors who may not watch the course. */
  readonly mine: MyCourse | null;
  /** The membership and the number of its courses. Null if it is not sold or could not be loaded. */
  readonly pass: { readonly card: ProductCard; readonly courses: number } | null;
}

export function CourseHero({ course, mine, pass }: CourseProps) {
  const { t } = useTranslation('base');
  const poster = usePosterTransition(course.slug);
  const trailer = trailerMedia(course);
  return (
    <div className={layout.hero}>
      <div className={`${layout.wrap} ${styles.inside}`}>
        <div className={styles.crumbs}>
          <Breadcrumbs
            above={[
              { title: t('courses.title'), to: '/kurse' },
              ...(course.group === null
                ? []
                : [{ title: course.group.title, to: `/kurse?gruppe=${course.group.identifier}` as const }]),
            ]}
            here={course.category.title}
          />
        </div>
        <div>
          <p className={`${text.byline} ${styles.by}`}>{nonBreaking(course.subtitle)}</p>
          <h1 className={styles.title}>{course.title}</h1>
          <p className={`${text.lead} ${styles.lead}`}>{nonBreaking(course.details.lead)}</p>
          {course.rating !== null && (
            <p>
              <a href="#bewertungen" className={styles.rating}>
                <RatingText rating={course.rating} />
              </a>
            </p>
          )}
          <BuyCourse course={course} mine={mine} pass={pass} />
          <CoursePreview course={course} />
          <p className={`${styles.note} ${styles.needs}`}>
            <strong>{t('course.captions')}:</strong> {t('course.captions_in')}
            <br />
            <strong>{t('course.material')}:</strong> {course.details.material}
          </p>
        </div>
        <div className={styles.poster} ref={poster}>
          <Picture
            name={course.picture}
            alt={course.picture_alt}
            width={500}
            ratio="3/4"
            sizes="(max-width: 767px) 100vw, (max-width: 1023px) 38vw, 500px"
            priority
          />
          {trailer !== null && <Trailer course={course} trailer={trailer} />}
        </div>
      </div>
    </div>
  );
}

export function CourseFacts({ details }: { readonly details: CourseDetails }) {
  const { t } = useTranslation('base');
  const lengthText = useDurationText();
  const counts = [
    t('course.facts.lessons', { count: details.lesson_count }),
    t('course.facts.parts', { count: details.parts.length }),
  ];
  return (
    <div className={layout.wrap}>
      <FactList
        className={styles.facts}
        facts={[
          { label: counts.join(' '), value: details.lesson_count },
          { label: t('course.facts.length'), value: lengthText(details.length_seconds) },
          { label: t('course.facts.level'), value: details.level },
          { label: t('course.facts.access'), value: t('course.facts.access_value') },
        ]}
      />
    </div>
  );
}

/** The link to the lessons; shown to owners and members. */
function WatchCourse({ course, mine }: Omit<CourseProps, 'pass'>) {
  const { t } = useTranslation('base');
  const next = useNextLesson(mine);
  const access = useOwnsCourse(course.id) ? 'owned' : 'included';
  const { gift, parts } = course.details;
  const lesson = mine?.next ?? parts.flatMap((part) => part.lessons)[0];
  return (
    <div className={styles.buy}>
      <div className={styles.row}>
        <p className={styles.owned}>
          <strong>{t(`course.${access}_title`)}</strong>
          <span>{t(`course.${access}_text`)}</span>
          <ShopLink to={gift === null ? '/geschenke' : productPath({ kind: 'gift', slug: gift })}>
            {t('course.owned_gift')}
          </ShopLink>
        </p>
        {lesson !== undefined && (
          <LinkButton to={lessonPath(course.slug, lesson.id)} size="large" prefetch="never">
            {next ?? t('course.watch_link')}
          </LinkButton>
        )}
      </div>
    </div>
  );
}

/** Price and purchase button; for owners and members the link to the lessons. */
function BuyCourse({ course, mine, pass }: CourseProps) {
  const { t } = useTranslation('base');
  const locale = useLocale();
  const { gift } = course.details;
  const isInCart = useCartLine(course.id) > 0;
  if (useMayWatch(course.id)) return <WatchCourse course={course} mine={mine} />;
  return (
    <div className={styles.buy}>
      <div className={`${styles.row} ${styles.inBarOnPhones}`}>
        <Price amount={course.price} size="large" />
        <p className={styles.note}>
          {isInCart && `${t('course.in_cart')} · `}
          {t('course.price_note')}
        </p>
        <AddToCart product={course} size="large" />
      </div>
      <div className={styles.note}>
        <ReturnTerms kind="course" />
        <NeedsJavaScript />
      </div>
      <p className={styles.others}>
        {pass !== null && (
          <ShopLink to="/masterpass">
            <strong>{pass.card.title}</strong>
            {t('course.pass', { count: pass.courses, price: formatPrice(pass.card.price, locale) })}
          </ShopLink>
        )}
        {gift !== null && (
          <ShopLink to={`${productPath({ kind: 'gift', slug: gift })}#gift-form`}>
            <strong>{t('course.as_gift')}</strong>
            {t('course.as_gift_text')}
          </ShopLink>
        )}
      </p>
    </div>
  );
}

/** Price and purchase button at the bottom of the screen on phones, until the footer comes into view. */
export function BuyBar({ course }: { readonly course: ProductOf<'course'> }) {
  const { t } = useTranslation('base');
  const bar = useBarHeight<HTMLElement>('--buy-bar');
  if (useMayWatch(course.id)) return null;
  return (
    <section ref={bar} className={styles.buyBar} aria-label={t('course.buy_bar')}>
      <p className={styles.buyBarPrice}>
        <Price amount={course.price} />
        <small>
          <PriceNote product={course} />
        </small>
      </p>
      <AddToCart product={course} size="large" isWide className={styles.buyBarButton} />
    </section>
  );
}

interface TrailerProps {
  readonly course: ProductOf<'course'>;
  readonly trailer: Media;
}

/** The play button on the poster. Player and film are loaded when it is pressed; the film plays in place. */
function Trailer({ course, trailer }: TrailerProps) {
  const { t } = useTranslation('base');
  const [isWanted, setWanted] = useState(false);
  const mark = (
    <button type="button" className={styles.play} onClick={() => setWanted(true)}>
      <Icon name="play" /> {t('course.trailer')}
    </button>
  );
  if (!isWanted) return mark;
  return (
    <Suspense fallback={mark}>
      <PosterTrailer course={course} trailer={trailer} />
    </Suspense>
  );
}

/** Links to the free lesson and the wish list. */
function CoursePreview({ course }: { readonly course: ProductOf<'course'> }) {
  const { t } = useTranslation('base');
  const free = freeLesson(course);
  const isOwned = useOwnsCourse(course.id);
  return (
    <div className={styles.preview}>
      {free !== undefined && (
        <FreeLessonLink course={course} lesson={free}>
          {t('course.watch_first')}
        </FreeLessonLink>
      )}
      {!isOwned && <WishListButton productId={course.id} />}
    </div>
  );
}

function freeLesson({ details }: ProductOf<'course'>): Lesson | undefined {
  return details.parts.flatMap((part) => part.lessons).find((lesson) => lesson.is_free);
}
