import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LessonPage, Media } from '#core/model/learning.ts';
import type { Lesson } from '#core/model/product.ts';
import { lessonPath, resumePosition } from '#core/rules/learning/lesson-progress.ts';
import film from '#ui/components/learning/film.module.css';
import { FilmText } from '#ui/components/learning/film.tsx';
import { FilmPlayer } from '#ui/components/learning/player/film-player.tsx';
import { usePlayer } from '#ui/components/learning/player/use-player.ts';
import { useSavedProgress } from '#ui/components/learning/use-saved-progress.ts';
import { Dialog } from '#ui/components/parts/dialog/dialog.tsx';
import type { DialogProps } from '#ui/components/parts/dialog/dialog-frame.tsx';
import { LinkButton } from '#ui/components/parts/links/links.tsx';
import { EmptyState } from '#ui/components/parts/page-parts.tsx';
import { Skeleton } from '#ui/components/parts/skeleton.tsx';
import { useShop } from '#ui/hooks/use-shop.ts';
import type { ProductOf } from '#ui/routes/loaders.ts';
import { CourseOffer } from './course-offer.tsx';
import styles from './free-lesson.module.css';

interface FreeLessonDialogProps extends Pick<DialogProps, 'isOpen' | 'onClose'> {
  readonly course: ProductOf<'course'>;
  readonly outline: Lesson;
}

/** The free lesson of a course, played in a dialog (docs/behaviour/learning.md#free-lesson-on-the-course-page). */
export function FreeLessonDialog({ course, outline, isOpen, onClose }: FreeLessonDialogProps) {
  const { t } = useTranslation('learning');
  const { api } = useShop();
  const [lesson, setLesson] = useState<LessonPage | 'failed' | null>(null);

  useEffect(() => {
    if (!isOpen) return;
    let isGone = false;
    api.getLesson({ params: { id: outline.id } }).then((found) => {
      if (!isGone) setLesson(found.ok && found.value.media !== null ? found.value : 'failed');
    });
    return () => {
      isGone = true;
    };
  }, [api, outline.id, isOpen]);

  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={outline.title} isWide>
      {lesson === null && <Skeleton className={styles.waiting} />}
      {lesson === 'failed' && <Failure />}
      {lesson !== null && lesson !== 'failed' && lesson.media !== null && (
        <FreeFilm course={course} lesson={lesson} media={lesson.media} />
      )}
      <p>
        <LinkButton to={lessonPath(course.slug, outline.id)} kind="text" prefetch="never">
          {t('free.to_lesson')}
        </LinkButton>
      </p>
    </Dialog>
  );
}

interface FreeFilmProps {
  readonly course: ProductOf<'course'>;
  readonly lesson: LessonPage;
  readonly media: Media;
}

function FreeFilm({ course, lesson, media }: FreeFilmProps) {
  const { t } = useTranslation(['base', 'learning']);
  const player = usePlayer(media, { begin: resumePosition(lesson.progress, media.length_seconds) });
  useSavedProgress(player.video, { lessonId: lesson.id, hasFailed: player.state.hasFailed }, () => undefined);
  return (
    <>
      <div className={film.player}>
        <FilmPlayer
          player={player}
          media={media}
          label={t('lesson.film', { title: lesson.title })}
          chapters={lesson.chapters}
          autoPlay
          takesFocus
          failure={<Failure />}
          ending={
            <CourseOffer course={course} onReplay={() => player.jump(0)} headingLevel={3}>
              {t('learning:free.more', { count: course.details.lesson_count - 1 })}
            </CourseOffer>
          }
        />
      </div>
      <FilmText media={media} title={lesson.title} />
    </>
  );
}

function Failure() {
  const { t } = useTranslation('base');
  return <EmptyState title={t('lesson.failed_title')} text={t('lesson.failed_text')} />;
}
