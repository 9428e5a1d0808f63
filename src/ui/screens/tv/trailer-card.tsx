import { useTranslation } from 'react-i18next';
import type { ProductCard } from '#core/rules/catalogue.ts';
import { trailerMedia } from '#core/rules/learning.ts';
import { Film } from '#ui/components/film/film.tsx';
import { ShopLink } from '#ui/components/shop-link/shop-link.tsx';
import styles from './tv.module.css';

interface TrailerCardProps {
  readonly course: ProductCard;
  /** Name of the trailer's files. */
  readonly trailer: string;
}

/** A trailer, and the course that it shows. */
export function TrailerCard({ course, trailer }: TrailerCardProps) {
  const { t } = useTranslation('base');
  return (
    <article className={styles.card}>
      <Film media={trailerMedia(trailer)} title={course.title} />
      <p className={styles.eyebrow}>{course.category.title}</p>
      <h2 className={styles.title}>
        <ShopLink to={`/kurse/${course.slug}`}>{course.title}</ShopLink>
      </h2>
      <p className={styles.subtitle}>{course.subtitle}</p>
      <p className={styles.way}>
        <ShopLink
          to={`/kurse/${course.slug}`}
          prefetch="never"
          aria-label={t('tv.to_this_course', { title: course.title })}
        >
          {t('tv.to_course')}
        </ShopLink>
      </p>
    </article>
  );
}
