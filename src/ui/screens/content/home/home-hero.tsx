import { useTranslation } from 'react-i18next';
import type { ShopFacts } from '#core/model/content.ts';
import type { ProductCard as Product } from '#core/model/product.ts';
import { TrailerButton } from '#ui/components/catalogue/trailer-button.tsx';
import { LinkButton } from '#ui/components/parts/links/links.tsx';
import { Picture } from '#ui/components/parts/picture.tsx';
import layout from '#ui/styles/layout.module.css';
import text from '#ui/styles/text.module.css';
import styles from './home-hero.module.css';

interface HeroProps {
  readonly opening: ShopFacts['opening'];
  /** The featured course; null if it is not sold or could not be loaded. */
  readonly course: Product | null;
}

/** The hero: a full-width picture, title, lead, and links to course and trailer. */
export function Hero({ opening, course }: HeroProps) {
  const { t } = useTranslation('base');
  return (
    <section className={`${layout.hero} ${styles.hero}`} aria-labelledby="hero-title">
      <div className={styles.drawing}>
        <Picture
          name={opening.picture}
          alt=""
          width={1600}
          ratio="16/9"
          sizes="(max-width: 1023px) max(47rem, 112vw), clamp(80rem, 82vw, 88rem)"
          onPhones={{ name: opening.picture_on_phones, width: 496 }}
          priority
          className={styles.picture}
        />
        <svg className={styles.lines} viewBox="0 0 1600 900" aria-hidden="true">
          {opening.lines.map((line) => (
            <path key={line} d={line} pathLength="1" />
          ))}
        </svg>
      </div>
      <div className={`${layout.wrap} ${styles.words}`}>
        <h1 id="hero-title" className={`${text.display} ${styles.title}`}>
          {opening.title}
        </h1>
        <p className={styles.lead}>{opening.lead}</p>
        <div className={`${layout.actions} ${styles.actions}`}>
          {course === null ? (
            <LinkButton to="/kurse" size="large" className={styles.main}>
              {t('home.hero.all_courses')}
            </LinkButton>
          ) : (
            <LinkButton to={`/kurse/${course.slug}`} size="large" className={styles.main}>
              {t('home.hero.to_course')}
            </LinkButton>
          )}
          {course !== null && course.trailer !== null && (
            <TrailerButton title={course.title} trailer={course} size="large">
              {t('home.hero.trailer')}
            </TrailerButton>
          )}
        </div>
      </div>
    </section>
  );
}
