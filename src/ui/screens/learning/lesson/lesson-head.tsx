import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './lesson.module.css';

interface LessonHeadProps {
  readonly title: string;
  readonly summary: string;
  readonly number: number;
  /** Part of the course that contains the lesson. */
  readonly part: string;
  readonly children?: ReactNode;
}

export function LessonHead({ title, summary, number, part, children }: LessonHeadProps) {
  const { t } = useTranslation('base');
  return (
    <header>
      <p className={styles.eyebrow}>
        {t('lesson.number', { number })}
        {part !== '' && ` · ${part}`}
      </p>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.summary}>{summary}</p>
      {children}
    </header>
  );
}
