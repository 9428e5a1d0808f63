import { useTranslation } from 'react-i18next';
import type { CourseDetails, Lesson } from '#core/rules/catalogue.ts';
import { clockLength, isoLength } from '#core/rules/duration.ts';
import { Split } from '#ui/components/split/split.tsx';
import { VisuallyHidden } from '#ui/components/visually-hidden/visually-hidden.tsx';
import { useLengthText } from '#ui/lengths.ts';
import styles from './lessons.module.css';

type Part = CourseDetails['parts'][number];

/** The lessons with their lengths, printed like a programme: part by part, numbered through. */
export function Lessons({ parts }: { readonly parts: readonly Part[] }) {
  const { t } = useTranslation('base');
  const starts = parts.map((_, index) =>
    parts.slice(0, index).reduce((sum, part) => sum + part.lessons.length, 1),
  );
  return (
    <Split title={t('course.lessons')} note={t('course.lessons_note')}>
      {parts.map((part, index) => (
        <PartLessons key={part.title} part={part} start={starts[index] ?? 1} />
      ))}
    </Split>
  );
}

function PartLessons({ part, start }: { readonly part: Part; readonly start: number }) {
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
          <LessonLine key={lesson.id} lesson={lesson} number={start + index} />
        ))}
      </ol>
    </section>
  );
}

function LessonLine({ lesson, number }: { readonly lesson: Lesson; readonly number: number }) {
  const { t } = useTranslation('base');
  return (
    <li className={styles.lesson}>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <div>
        <p className={styles.title}>{lesson.title}</p>
        <p className={styles.summary}>{lesson.summary}</p>
      </div>
      <span className={styles.length}>
        <VisuallyHidden>{t('course.lesson_length')} </VisuallyHidden>
        <time dateTime={isoLength(lesson.length_seconds)}>{clockLength(lesson.length_seconds)}</time>
      </span>
    </li>
  );
}
