import { useTranslation } from 'react-i18next';
import type { Media } from '#core/model/learning.ts';
import { FilmText } from '#ui/components/learning/film.tsx';
import { FilmPlayer } from '#ui/components/learning/player/film-player.tsx';
import { usePlayer } from '#ui/components/learning/player/use-player.ts';
import { EmptyState } from '#ui/components/parts/page-parts.tsx';
import type { ProductOf } from '#ui/routes/loaders.ts';
import { CourseOffer } from './course-offer.tsx';
import styles from './free-lesson.module.css';

interface PosterTrailerProps {
  readonly course: ProductOf<'course'>;
  readonly trailer: Media;
}

/** The trailer in place of the poster. At its end it shows title, price and button of the course. */
export function PosterTrailer({ course, trailer }: PosterTrailerProps) {
  const { t } = useTranslation('base');
  const player = usePlayer(trailer);
  const label = t('film.label', { title: course.title });
  return (
    <div className={styles.trailer}>
      <FilmPlayer
        player={player}
        media={trailer}
        label={label}
        name={label}
        autoPlay
        takesFocus
        failure={<EmptyState title={t('lesson.failed_title')} text={t('lesson.failed_text')} />}
        ending={
          <CourseOffer course={course} onReplay={() => player.jump(0)} headingLevel={2}>
            {course.title}
          </CourseOffer>
        }
      />
      <FilmText media={trailer} title={course.title} />
    </div>
  );
}
