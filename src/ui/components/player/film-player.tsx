import type { ReactNode } from 'react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Chapter, Media } from '#core/model/learning.ts';
import { chapterBeside } from '#core/rules/learning.ts';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import styles from './film-player.module.css';
import { FilmVideo } from './film-video.tsx';
import { useFullScreen } from './film-windows.ts';
import { PlayerControls } from './player-controls.tsx';
import { usePlayerKeys } from './player-keys.ts';
import type { Player } from './use-player.ts';
import { usePlayerSettings } from './use-player-settings.ts';

interface FilmPlayerProps {
  readonly player: Player;
  readonly media: Media;
  /** Describes the film for screen readers. */
  readonly label: string;
  /** Names film and controls together; on a page with several films each needs its own. */
  readonly name?: string | undefined;
  readonly preload?: 'metadata' | 'none' | undefined;
  readonly autoPlay?: boolean | undefined;
  readonly chapters?: readonly Chapter[] | undefined;
  /** Shown over the film when it cannot be loaded. */
  readonly failure: ReactNode;
  /** Shown over the film at its end. */
  readonly ending?: ReactNode;
  /** Below the controls. */
  readonly children?: ReactNode;
}

/**
 * A film with the shop's controls below it, so that nothing covers its captions. Without JavaScript, and in full screen,
 * it has the browser's controls.
 */
export function FilmPlayer(props: FilmPlayerProps) {
  const { player, media, label, name, preload, autoPlay, chapters = [], failure, ending, children } = props;
  const { t } = useTranslation('base');
  const isHydrated = useHydrated();
  const frame = useRef<HTMLElement>(null);
  const choices = usePlayerSettings(player);
  const { isFull, enter, leave } = useFullScreen(player.video);
  const { state, toggle, follow } = player;
  usePlayerKeys(frame, {
    toggle,
    skip: (seconds) => player.seek(state.position + seconds),
    toggleCaptions: choices.toggleCaptions,
    changeChapter(direction) {
      const begin = chapterBeside(chapters, state.position, direction);
      if (begin !== null) player.seek(begin);
    },
  });

  return (
    <section className={styles.player} ref={frame} aria-label={name ?? t('lesson.player')}>
      <div className={styles.film}>
        <FilmVideo
          media={media}
          label={label}
          ref={player.video}
          preload={preload}
          autoPlay={autoPlay}
          controls={!isHydrated || isFull}
          tabIndex={0}
          onClick={isFull ? undefined : toggle}
          onTimeUpdate={follow}
          onDurationChange={follow}
          onSeeking={follow}
          onPlay={(event) => {
            pauseOthers(event);
            follow();
          }}
          onPause={follow}
          onEnded={() => {
            follow();
            if (ending !== undefined) void leave();
          }}
          onRateChange={follow}
          onVolumeChange={follow}
          onFailed={player.fail}
        />
        {state.hasEnded && ending !== undefined && <div className={styles.over}>{ending}</div>}
        {state.hasFailed && <div className={styles.over}>{failure}</div>}
      </div>
      <PlayerControls
        player={player}
        choices={choices}
        media={media}
        chapters={chapters}
        onFullScreen={() => void enter()}
      />
      {children}
    </section>
  );
}

/** Only one film of a page plays at a time. */
function pauseOthers(event: { readonly currentTarget: HTMLVideoElement }): void {
  for (const video of document.querySelectorAll('video')) if (video !== event.currentTarget) video.pause();
}
