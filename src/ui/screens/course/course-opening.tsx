import { useTranslation } from 'react-i18next';
import { Breadcrumbs } from '#ui/components/breadcrumbs/breadcrumbs.tsx';
import { Picture } from '#ui/components/picture/picture.tsx';
import { usePosterOf } from '#ui/components/product-card/use-poster-transition.ts';
import { RatingText } from '#ui/components/rating-text/rating-text.tsx';
import layout from '#ui/styles/layout.module.css';
import text from '#ui/styles/text.module.css';
import { BuyCourse } from './buy-course.tsx';
import type { Course } from './course.ts';
import styles from './course-opening.module.css';
import { Taste } from './taste.tsx';

/** Poster, title, lead and the one button. */
export function CourseOpening({ course }: { readonly course: Course }) {
  const { t } = useTranslation('base');
  const poster = usePosterOf(course.slug);
  return (
    <div className={layout.stage}>
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
        <div className={styles.words}>
          <p className={`${text.byline} ${styles.by}`}>{course.subtitle}</p>
          <h1 className={styles.title}>{course.title}</h1>
          <p className={`${text.lead} ${styles.lead}`}>{course.details.lead}</p>
          {course.rating !== null && (
            <p>
              <a href="#bewertungen" className={styles.rating}>
                <RatingText rating={course.rating} />
              </a>
            </p>
          )}
          <BuyCourse course={course} />
          <Taste course={course} />
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
        </div>
      </div>
    </div>
  );
}
