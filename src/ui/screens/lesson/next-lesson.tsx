import type { ReactNode } from 'react';
import { clockLength } from '#core/rules/duration.ts';
import styles from './lesson.module.css';

interface NextLessonProps {
  readonly eyebrow?: string;
  readonly title: string;
  readonly text: string;
  /** Seconds. */
  readonly length?: number;
  /** The way there. */
  readonly children: ReactNode;
}

/** What comes after this lesson. */
export function NextLesson({ eyebrow, title, text, length, children }: NextLessonProps) {
  return (
    <>
      {eyebrow !== undefined && <p className={styles.quiet}>{eyebrow}</p>}
      <h2 className={styles.next_title}>{title}</h2>
      <p className={styles.quiet}>
        {text}
        {length !== undefined && <span className={styles.length}> · {clockLength(length)}</span>}
      </p>
      {children}
    </>
  );
}
