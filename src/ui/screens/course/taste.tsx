import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Lesson } from '#core/rules/catalogue.ts';
import { lessonPath } from '#core/rules/learning.ts';
import { Button } from '#ui/components/button/button.tsx';
import { Icon } from '#ui/components/icon/icon.tsx';
import { LinkButton } from '#ui/components/link-button/link-button.tsx';
import type { Course } from './course.ts';
import styles from './taste.module.css';

const TrailerDialog = lazy(async () => ({ default: (await import('./trailer-dialog.tsx')).TrailerDialog }));

/** What one can see before buying: the trailer, fetched when it is asked for, and the free lesson. */
export function Taste({ course }: { readonly course: Course }) {
  const { t } = useTranslation('base');
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const free = freeLesson(course);
  if (course.trailer === null && free === undefined) return null;
  return (
    <div className={styles.taste}>
      {course.trailer !== null && (
        <Button
          kind="text"
          onClick={() => {
            setWasOpened(true);
            setOpen(true);
          }}
        >
          <Icon name="play" /> {t('course.trailer')}
        </Button>
      )}
      {free !== undefined && (
        <LinkButton to={lessonPath(course.slug, free.id)} kind="text" prefetch="never">
          {t('course.watch_first')}
        </LinkButton>
      )}
      {course.trailer !== null && wasOpened && (
        <Suspense fallback={null}>
          <TrailerDialog
            title={course.title}
            trailer={course.trailer}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

function freeLesson({ details }: Course): Lesson | undefined {
  return details.parts.flatMap((part) => part.lessons).find((lesson) => lesson.is_free);
}
