import { useTranslation } from 'react-i18next';
import type { Chapter, Media } from '#core/model/learning.ts';
import { clockDuration } from '#core/rules/basics/durations.ts';
import { partAt } from '#core/rules/learning/lesson-progress.ts';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { ScrubPreview, useScrubbing } from './scrub-preview.tsx';
import styles from './seek-bar.module.css';
import type { Player } from './use-player.ts';

interface SeekBarProps {
  readonly player: Player;
  readonly media: Media;
  readonly chapters: readonly Chapter[];
  /** Whole seconds. */
  readonly position: number;
  readonly length: number;
}

/** The seek slider, with chapter marks and a preview of the pointed position. */
export function SeekBar({ player, media, chapters, position, length }: SeekBarProps) {
  const { t } = useTranslation('base');
  const isHydrated = useHydrated();
  const { place, handlers } = useScrubbing(length);
  const share = length > 0 ? (100 * Math.min(position, length)) / length : 0;
  return (
    <div className={styles.bar} {...handlers}>
      {place !== null && length > 0 && (
        <ScrubPreview storyboard={media.storyboard} chapters={chapters} place={place} length={length} />
      )}
      <span className={styles.seen} data-fill style={{ width: `${share}%` }} />
      {length > 0 &&
        chapters
          .filter(({ begin_seconds }) => begin_seconds > 0 && begin_seconds < length)
          .map(({ begin_seconds }) => (
            <span
              key={begin_seconds}
              className={styles.notch}
              style={{ left: `${(100 * begin_seconds) / length}%` }}
            />
          ))}
      <input
        type="range"
        className={styles.range}
        aria-label={t('lesson.position')}
        aria-valuetext={[
          t('lesson.position_value', { position: clockDuration(position), length: clockDuration(length) }),
          partAt(chapters, position)?.title ?? [],
        ]
          .flat()
          .join(', ')}
        min={0}
        max={length}
        step={1}
        value={Math.min(position, length)}
        disabled={!isHydrated}
        onChange={({ target }) => player.seek(Number(target.value))}
      />
    </div>
  );
}
