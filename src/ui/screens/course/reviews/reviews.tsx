import type { ReactNode } from 'react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Review, ReviewPage } from '#core/rules/review.ts';
import { List } from '#ui/components/list/list.tsx';
import { PageLinks } from '#ui/components/page-links/page-links.tsx';
import { Split } from '#ui/components/split/split.tsx';
import { Stars } from '#ui/components/stars/stars.tsx';
import { useDateText } from '#ui/hooks/use-date-text.ts';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useMayWatch } from '#ui/hooks/use-may-watch.ts';
import { RatingSummary } from './rating-summary.tsx';
import styles from './reviews.module.css';

const OwnReview = lazy(async () => ({ default: (await import('./own-review.tsx')).OwnReview }));

interface ReviewsProps {
  readonly course: { readonly id: string; readonly slug: string };
  /** Null when they could not be read. */
  readonly reviews: ReviewPage | null;
}

/** What owners think of the course, and how it is made sure that they are owners (decisions §8). */
export function Reviews({ course, reviews }: ReviewsProps) {
  const { t } = useTranslation('base');
  const mayWatch = useMayWatch(course.id);
  return (
    <div id="bewertungen" className={styles.anchor}>
      <Split title={t('reviews.title')} note={t('reviews.checked')}>
        {reviews === null ? (
          <p className={styles.quiet}>{t('reviews.failed')}</p>
        ) : (
          <>
            {reviews.rating === null ? (
              <p className={styles.quiet}>{t('reviews.none')}</p>
            ) : (
              <RatingSummary rating={reviews.rating} distribution={reviews.distribution} />
            )}
            {(mayWatch || reviews.own !== null) && (
              <div className={styles.own_place}>
                <OnceHydrated>
                  <OwnReview slug={course.slug} own={reviews.own} mayWrite={mayWatch} />
                </OnceHydrated>
              </div>
            )}
            {reviews.items.length > 0 && (
              <List className={styles.list} aria-label={t('reviews.title')}>
                {reviews.items.map((review) => (
                  <li key={review.id}>
                    <OneReview review={review} />
                  </li>
                ))}
              </List>
            )}
            <PageLinks
              number={reviews.number}
              last={Math.max(1, Math.ceil(reviews.total / reviews.size))}
              pathOf={(number) =>
                `/kurse/${course.slug}${number === 1 ? '' : `?bewertungen=${number}`}#bewertungen`
              }
            />
          </>
        )}
      </Split>
    </div>
  );
}

/** Its own part, so that the list of reviews is not rendered again for it. */
function OnceHydrated({ children }: { readonly children: ReactNode }) {
  return useHydrated() && <Suspense fallback={null}>{children}</Suspense>;
}

function OneReview({ review }: { readonly review: Review }) {
  const { t } = useTranslation('base');
  const locale = useLocale();
  const dateText = useDateText();
  const day = review.created_at.slice(0, 10);
  return (
    <article className={styles.review}>
      <p className={styles.head}>
        <Stars value={review.stars} />
        <strong>{review.author === '' ? t('reviews.nameless') : review.author}</strong>
        <time dateTime={review.created_at} className={styles.quiet}>
          {dateText(day)}
        </time>
        {review.is_own && <span className={styles.mine}>{t('reviews.mine')}</span>}
      </p>
      <p className={styles.words} lang={review.language === locale ? undefined : review.language}>
        {review.text}
      </p>
    </article>
  );
}
