import { type MouseEvent, type ReactNode, Suspense, useState } from 'react';
import type { Lesson } from '#core/model/product.ts';
import { lessonPath } from '#core/rules/learning/lesson-progress.ts';
import { LinkButton } from '#ui/components/parts/links/links.tsx';
import { lazyPart } from '#ui/components/parts/load-part.ts';
import type { ProductOf } from '#ui/routes/loaders.ts';

const FreeLessonDialog = lazyPart(() => import('./free-lesson-dialog.tsx'), 'FreeLessonDialog');

interface FreeLessonLinkProps {
  readonly course: ProductOf<'course'>;
  readonly lesson: Lesson;
  readonly children: ReactNode;
}

/**
 * Plays a free lesson in a dialog over the course page. Player and film are loaded on the first press. Without
 * JavaScript, and in a new tab, it is a link to the lesson.
 */
export function FreeLessonLink({ course, lesson, children }: FreeLessonLinkProps) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);

  function press(event: MouseEvent): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setWasOpened(true);
    setOpen(true);
  }
  return (
    <>
      <LinkButton to={lessonPath(course.slug, lesson.id)} kind="text" prefetch="never" onClick={press}>
        {children}
      </LinkButton>
      {wasOpened && (
        <Suspense fallback={null}>
          <FreeLessonDialog course={course} outline={lesson} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
