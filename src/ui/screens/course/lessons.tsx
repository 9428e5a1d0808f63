import { useTranslation } from 'react-i18next';
import type { CourseDetails, Lesson } from '#core/rules/catalogue.ts';
import { clockLength, isoLength } from '#core/rules/duration.ts';
import { lessonPath } from '#core/rules/learning.ts';
import { ShopLink } from '#ui/components/shop-link/shop-link.tsx';
import { Split } from '#ui/components/split/split.tsx';
import { VisuallyHidden } from '#ui/components/visually-hidden/visually-hidden.tsx';
import { useMayWatch } from '#ui/hooks/use-may-watch.ts';
import { useLengthText } from '#ui/lengths.ts';
import type { Course } from './course.ts';
import styles from './lessons.module.css';

type Part = CourseDetails['parts'][number];

/** The lessons with their lengths, printed like a programme: part by part, numbered through. Open ones are links. */
export function Lessons({ course }: { readonly course: Course }) {
  const { t } = useTranslation('base');
  const mayWatch = useMayWatch(course.id);
  const { parts } = course.details;
  const starts = parts.map((_, index) =>
    parts.slice(0, index).reduce((sum, part) => sum + part.lessons.length, 1),
  );
  return (
    <Split title={t('course.lessons')} note={t('course.lessons_note')}>
      {parts.map((part, index) => (
        <PartLessons
          key={part.title}
          slug={course.slug}
          part={part}
          start={starts[index] ?? 1}
          mayWatch={mayWatch}
        />
      ))}
    </Split>
  );
}

interface PartLessonsProps {
  readonly slug: string;
  readonly part: Part;
  /** Number of the first lesson. */
  readonly start: number;
  readonly mayWatch: boolean;
}

function PartLessons({ slug, part, start, mayWatch }: PartLessonsProps) {
  const lengthText = useLengthText();
  const length = part.lessons.reduce((sum, lesson) => sum + lesson.length_seconds, 0);
  return (
    <section className={styles.part}>
      <header className={styles.head}>
        <h3>{part.title}</h3>
        <span className={styles.whole}>{lengthText(length)}</span>
      </header>
      <ol className={styles.lessons} start={start}>
        {part.lessons.map((lesson, index) => (
          <LessonLine
            key={lesson.id}
            slug={slug}
            lesson={lesson}
            number={start + index}
            isOpen={mayWatch || lesson.is_free}
            isGift={lesson.is_free && !mayWatch}
          />
        ))}
      </ol>
    </section>
  );
}

interface LessonLineProps {
  readonly slug: string;
  readonly lesson: Lesson;
  readonly number: number;
  readonly isOpen: boolean;
  /** Open to a visitor to whom the others are not. */
  readonly isGift: boolean;
}

function LessonLine({ slug, lesson, number, isOpen, isGift }: LessonLineProps) {
  const { t } = useTranslation('base');
  return (
    <li className={styles.lesson}>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <div>
        <p className={styles.title}>
          {isOpen ? (
            <ShopLink to={lessonPath(slug, lesson.id)} prefetch="never">
              {lesson.title}
            </ShopLink>
          ) : (
            lesson.title
          )}
          {isGift && <span className={styles.free}>{t('course.free_lesson')}</span>}
        </p>
        <p className={styles.summary}>{lesson.summary}</p>
      </div>
      <span className={styles.length}>
        <VisuallyHidden>{t('course.lesson_length')} </VisuallyHidden>
        <time dateTime={isoLength(lesson.length_seconds)}>{clockLength(lesson.length_seconds)}</time>
      </span>
    </li>
  );
}
