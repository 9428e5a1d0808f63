import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Rating } from '#core/model/product.ts';
import type { Review, ReviewPage, ReviewSort } from '#core/model/review.ts';
import { reviewSorts } from '#core/model/review-sort.ts';
import { maxStars, minReviewsForRating } from '#core/model/values.ts';
import { starShare } from '#core/rules/catalogue/rating.ts';
import { Stars } from '#ui/components/catalogue/rating.tsx';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { PageLinks } from '#ui/components/parts/links/page-links.tsx';
import { lazyPart } from '#ui/components/parts/load-part.ts';
import { List, Split } from '#ui/components/parts/page-parts.tsx';
import { VisuallyHidden } from '#ui/components/parts/visually-hidden.tsx';
import { useDateOfText } from '#ui/hooks/use-formats.ts';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useMayWatch } from '#ui/hooks/use-session.ts';
import { useShopName } from '#ui/hooks/use-shop.ts';
import styles from './reviews.module.css';

const OwnReview = lazyPart(() => import('./own-review.tsx'), 'OwnReview');

interface ReviewsProps {
  readonly course: { readonly id: string; readonly slug: string };
  /** Null when they could not be loaded. */
  readonly reviews: ReviewPage | null;
  readonly sort: ReviewSort;
}

/**
 * The reviews, with a note on how ownership is verified (docs/behaviour/consumer-rights.md#ratings). Renders nothing if
 * there are none, except for learners who may write one.
 */
export function Reviews({ course, reviews, sort }: ReviewsProps) {
  const { t } = useTranslation('base');
  const mayWatch = useMayWatch(course.id);
  if (reviews !== null && reviews.total === 0 && reviews.own === null && !mayWatch) return null;
  return (
    <div id="bewertungen" tabIndex={-1} className={styles.anchor}>
      <Split title={t('reviews.title')} note={t('reviews.checked')}>
        {reviews === null ? (
          <p className={styles.quiet}>{t('reviews.failed')}</p>
        ) : (
          <>
            {reviews.rating === null ? (
              <p className={styles.quiet}>
                {t(reviews.total === 0 ? 'reviews.none' : 'reviews.few', { count: minReviewsForRating })}
              </p>
            ) : (
              <RatingSummary rating={reviews.rating} distribution={reviews.distribution} />
            )}
            {(mayWatch || reviews.own !== null) && (
              <div className={styles.ownPlace}>
                <OwnPlace>
                  <OwnReview slug={course.slug} own={reviews.own} mayWrite={mayWatch} />
                </OwnPlace>
              </div>
            )}
            {reviews.total > 1 && <SortLinks slug={course.slug} sort={sort} />}
            {reviews.items.length > 0 && (
              <List className={styles.list} aria-label={t('reviews.title')}>
                {reviews.items.map((review) => (
                  <li key={review.id}>
                    <OneReview review={review} />
                  </li>
                ))}
              </List>
            )}
            <PageLinks page={reviews} pathOf={(number) => reviewsPath(course.slug, { sort, number })} />
          </>
        )}
      </Split>
    </div>
  );
}

function reviewsPath(slug: string, { sort, number }: { sort: ReviewSort; number: number }): `/${string}` {
  const query = new URLSearchParams({
    ...(sort === 'newest' ? {} : { sortierung: sort }),
    ...(number === 1 ? {} : { bewertungen: String(number) }),
  });
  return `/kurse/${slug}${query.size === 0 ? '' : `?${query}`}#bewertungen`;
}

/** Links to sort the reviews, which work without JavaScript. */
function SortLinks({ slug, sort }: { readonly slug: string; readonly sort: ReviewSort }) {
  const { t } = useTranslation('base');
  return (
    <nav className={styles.sorts} aria-label={t('reviews.sort.label')}>
      {reviewSorts.map((one) => (
        <ShopLink
          key={one}
          to={reviewsPath(slug, { sort: one, number: 1 })}
          aria-current={one === sort ? 'true' : undefined}
          prefetch="never"
          preventScrollReset
        >
          {t(`reviews.sort.${one}`)}
        </ShopLink>
      ))}
    </nav>
  );
}

/**
 * With JavaScript its content is shown after hydration, because an earlier press would be lost. In its own component,
 * so that hydration does not render the reviews again.
 */
function OwnPlace({ children }: { readonly children: ReactNode }) {
  const own = <Suspense fallback={null}>{children}</Suspense>;
  return useHydrated() ? own : <div className={styles.withoutScript}>{own}</div>;
}

function OneReview({ review }: { readonly review: Review }) {
  const { t } = useTranslation('base');
  const locale = useLocale();
  const dateOf = useDateOfText();
  const shopName = useShopName();
  // The shop's reply is in the language of the review.
  const language = review.language === locale ? undefined : review.language;
  return (
    <article className={styles.review}>
      <p className={styles.head}>
        <Stars value={review.stars} />
        <strong>{review.author === '' ? t('reviews.nameless') : review.author}</strong>
        <time dateTime={review.created_at} className={styles.quiet}>
          {dateOf(review.created_at)}
        </time>
        {review.watched_percent !== null && (
          <span className={styles.quiet}>
            {t(watchedText(review.watched_percent), { percent: review.watched_percent })}
          </span>
        )}
        {review.is_own && <span className={styles.mine}>{t('reviews.mine')}</span>}
      </p>
      <p className={styles.words} lang={language}>
        {review.text}
      </p>
      {review.answer !== null && (
        <div className={styles.answer}>
          <p className={styles.head}>
            <strong>{t('reviews.answer', { shop: shopName })}</strong>
            <time dateTime={review.answer.answered_at} className={styles.quiet}>
              {dateOf(review.answer.answered_at)}
            </time>
          </p>
          <p className={styles.words} lang={language}>
            {review.answer.text}
          </p>
        </div>
      )}
    </article>
  );
}

function watchedText(percent: number) {
  if (percent === 100) return 'reviews.watched_all';
  return percent === 0 ? 'reviews.watched_none' : 'reviews.watched_part';
}

interface RatingSummaryProps {
  readonly rating: Rating;
  /** Number of reviews with 1, 2, 3, 4 and 5 stars. */
  readonly distribution: readonly number[];
}

const downwards = Array.from({ length: maxStars }, (_, index) => maxStars - index);

function RatingSummary({ rating, distribution }: RatingSummaryProps) {
  const { t } = useTranslation('base');
  const locale = useLocale();
  return (
    <div className={styles.summary}>
      <div className={styles.whole}>
        <span className={styles.average} aria-hidden="true">
          {rating.average.toLocaleString(locale, { minimumFractionDigits: 1 })}
        </span>
        <span>
          <Stars value={rating.average} className={styles.stars} />
          <span className={styles.count}>{t('reviews.count', { count: rating.reviewers })}</span>
        </span>
      </div>
      <List className={styles.spread} aria-label={t('reviews.spread')}>
        {downwards.map((stars) => (
          <li key={stars} className={styles.spreadLine}>
            <span>{t('reviews.give', { count: stars })}</span>
            <span className={styles.spreadBar} aria-hidden="true">
              <span data-fill style={{ width: `${100 * starShare(distribution, stars)}%` }} />
            </span>
            <span className={styles.spreadNumber}>
              <span aria-hidden="true">{distribution[stars - 1] ?? 0}</span>
              <VisuallyHidden>{t('reviews.count', { count: distribution[stars - 1] ?? 0 })}</VisuallyHidden>
            </span>
          </li>
        ))}
      </List>
    </div>
  );
}
