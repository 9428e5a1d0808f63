import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Cue } from '#core/model/learning.ts';
import { clockDuration } from '#core/rules/basics/durations.ts';
import { findCues, partAt } from '#core/rules/learning/lesson-progress.ts';
import { TextField } from '#ui/components/parts/fields/form-fields.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import styles from './transcript.module.css';

interface TranscriptProps {
  readonly cues: readonly Cue[];
  /** Seconds from the start of the video. */
  readonly position: number;
  readonly onJump: (position: number) => void;
}

/** The searchable transcript; clicking a sentence jumps to it. */
export function Transcript({ cues, position, onJump }: TranscriptProps) {
  const { t } = useTranslation('base');
  const locale = useLocale();
  const [wanted, setWanted] = useState('');
  const found = findCues(cues, wanted, locale);
  const here = partAt(cues, position);
  if (cues.length === 0) return null;

  return (
    <section className={styles.transcript} aria-labelledby="transcript">
      <div className={styles.head}>
        <h2 id="transcript" className={styles.title}>
          {t('lesson.transcript')}
        </h2>
        <TextField
          className={styles.search}
          label={t('lesson.search')}
          type="search"
          autoComplete="off"
          maxLength={80}
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
      </div>
      <p className={styles.count} role="status">
        {wanted.trim() !== '' && t('lesson.found', { count: found.length })}
      </p>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role where list-style is none */}
      <ol role="list">
        {found.map((cue) => (
          <li key={cue.begin_seconds}>
            <button
              type="button"
              // The text is readable without JavaScript, too.
              data-shown-without-script
              className={styles.cue}
              aria-current={cue === here ? 'true' : undefined}
              onClick={() => onJump(cue.begin_seconds)}
            >
              <span className={styles.time}>{clockDuration(Math.floor(cue.begin_seconds))}</span>
              <span>{cue.text}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
