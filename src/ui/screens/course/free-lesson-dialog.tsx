import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LessonPage, Media } from '#core/model/learning.ts';
import type { Lesson } from '#core/model/product.ts';
import { lessonPath, resumePosition } from '#core/rules/learning.ts';
import { AddToCart } from '#ui/components/add-to-cart.tsx';
import { Button } from '#ui/components/button.tsx';
import { Dialog } from '#ui/components/dialog/dialog.tsx';
import type { DialogProps } from '#ui/components/dialog/dialog-frame.tsx';
import film from '#ui/components/film.module.css';
import { FilmText } from '#ui/components/film.tsx';
import { LinkButton } from '#ui/components/links.tsx';
import { EmptyState } from '#ui/components/page-parts.tsx';
import { FilmPlayer } from '#ui/components/player/film-player.tsx';
import { usePlayer } from '#ui/components/player/use-player.ts';
import { Price } from '#ui/components/price.tsx';
import { PriceNote } from '#ui/components/price-note.tsx';
import { Skeleton } from '#ui/components/skeleton.tsx';
import { useMayWatch } from '#ui/hooks/use-session.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import type { ProductOf } from '#ui/routes/loaders.ts';
import { useSavedProgress } from '#ui/screens/lesson/use-saved-progress.ts';
import styles from './free-lesson.module.css';

interface FreeLessonDialogProps extends Pick<DialogProps, 'isOpen' | 'onClose'> {
  readonly course: ProductOf<'course'>;
  readonly outline: Lesson;
}

/** The free lesson of a course, played over its page (docs/behaviour/learning.md#free-lesson-on-the-course-page). */
export default function FreeLessonDialog({ course, outline, isOpen, onClose }: FreeLessonDialogProps) {
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
  const { t } = useTranslation('base');
  const player = usePlayer(media, { begin: resumePosition(lesson.progress, media.length_seconds) });
  useSavedProgress(player.video, lesson.id, () => undefined);
  return (
    <>
      <div className={film.player}>
        <FilmPlayer
          player={player}
          media={media}
          label={t('lesson.film', { title: lesson.title })}
          chapters={lesson.chapters}
          autoPlay
          failure={<Failure />}
          ending={<Ending course={course} onReplay={() => player.jump(0)} />}
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

interface EndingProps {
  readonly course: ProductOf<'course'>;
  readonly onReplay: () => void;
}

/** At the end of the free lesson: the whole course. */
function Ending({ course, onReplay }: EndingProps) {
  const { t } = useTranslation('learning');
  const isOpen = useMayWatch(course.id);
  return (
    <section className={styles.ending} aria-label={t('free.ending')}>
      <h3 className={styles.title}>{t('free.more', { count: course.details.lesson_count - 1 })}</h3>
      <div className={styles.actions}>
        {!isOpen && (
          <>
            <Price amount={course.price} />
            <AddToCart product={course} />
          </>
        )}
        <Button kind="text" onClick={onReplay}>
          {t('free.again')}
        </Button>
      </div>
      {!isOpen && <PriceNote product={course} />}
    </section>
  );
}
