import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Lesson } from '#core/rules/catalogue.ts';
import { lessonPath } from '#core/rules/learning.ts';
import { Button } from '#ui/components/button/button.tsx';
import { Icon } from '#ui/components/icon/icon.tsx';
import { LinkButton } from '#ui/components/link-button/link-button.tsx';
import { WishButton } from '#ui/components/wish/wish-button.tsx';
import { useOwnsCourse } from '#ui/hooks/use-owns-course.ts';
import type { Course } from './course.ts';
import styles from './taste.module.css';

const TrailerDialog = lazy(async () => ({ default: (await import('./trailer-dialog.tsx')).TrailerDialog }));

/** What one can do before buying: see the trailer, fetched when it is asked for, or the free lesson; wish for it. */
export function Taste({ course }: { readonly course: Course }) {
  const { t } = useTranslation('base');
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const free = freeLesson(course);
  const isOwned = useOwnsCourse(course.id);
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
      {!isOwned && <WishButton productId={course.id} />}
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
