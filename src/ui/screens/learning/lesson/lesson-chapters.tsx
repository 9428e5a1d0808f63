import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Chapter } from '#core/model/learning.ts';
import { clockDuration } from '#core/rules/basics/durations.ts';
import { partAt } from '#core/rules/learning/lesson-progress.ts';
import styles from './transcript.module.css';

interface ChaptersProps {
  readonly chapters: readonly Chapter[];
  /** Seconds from the start of the video. */
  readonly position: number;
  readonly onJump: (position: number) => void;
}

/**
 * The chapters of a film (docs/behaviour/learning.md#chapters). Each is a link to its position, which can be copied; a
 * normal click plays it in place.
 */
export function Chapters({ chapters, position, onJump }: ChaptersProps) {
  const { t } = useTranslation('base');
  const here = partAt(chapters, position);
  if (chapters.length === 0) return null;

  function press(event: MouseEvent, { begin_seconds }: Chapter): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onJump(begin_seconds);
  }

  return (
    <section className={styles.chapters} aria-labelledby="chapters">
      <h2 id="chapters" className={styles.title}>
        {t('lesson.chapters')}
      </h2>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role where list-style is none */}
      <ol role="list" className={styles.chapterList}>
        {chapters.map((chapter) => (
          <li key={chapter.begin_seconds}>
            <a
              href={`?t=${chapter.begin_seconds}`}
              className={styles.cue}
              aria-current={chapter === here ? 'true' : undefined}
              onClick={(event) => press(event, chapter)}
            >
              <span className={styles.time}>{clockDuration(chapter.begin_seconds)}</span>
              <span>{chapter.title}</span>
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}
