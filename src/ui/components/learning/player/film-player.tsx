import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Chapter, Media } from '#core/model/learning.ts';
import { chapterBeside } from '#core/rules/learning/lesson-progress.ts';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { FilmBuffering } from './film-buffering.tsx';
import { useFullScreen } from './film-display-modes.ts';
import styles from './film-player.module.css';
import { FilmVideo } from './film-video.tsx';
import { PlayerControls } from './player-controls.tsx';
import { usePlayerKeys } from './player-keys.ts';
import { PlayerMenu } from './player-menu.tsx';
import type { Player } from './use-player.ts';
import { usePlayerSettings } from './use-player-settings.ts';

interface FilmPlayerProps {
  readonly player: Player;
  readonly media: Media;
  /** Accessible name of the film. */
  readonly label: string;
  /** Accessible name of film and controls together; must differ on pages with several films. */
  readonly name?: string | undefined;
  readonly preload?: 'metadata' | 'none' | undefined;
  readonly autoPlay?: boolean | undefined;
  /** Whether the film takes the focus, so that the player's keys work at once. */
  readonly takesFocus?: boolean | undefined;
  readonly chapters?: readonly Chapter[] | undefined;
  /** Content over the film when it cannot be loaded. */
  readonly failure: ReactNode;
  /** Content over the film when it has ended. */
  readonly ending?: ReactNode;
  /** Content below the controls. */
  readonly children?: ReactNode;
}

/**
 * A film with custom controls below it, so that they do not cover the captions. In full screen the controls overlay the
 * film while in use. Without JavaScript the browser's controls are shown.
 */
export function FilmPlayer(props: FilmPlayerProps) {
  const {
    player,
    media,
    label,
    name,
    preload,
    autoPlay,
    takesFocus = false,
    chapters = [],
    failure,
    ending,
    children,
  } = props;
  const { t } = useTranslation('base');
  const isHydrated = useHydrated();
  const frame = useRef<HTMLElement>(null);
  const choices = usePlayerSettings(player);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const { isFull, isIdle, leave, toggle: toggleFullScreen } = useFullScreen(frame, player.video);
  const { video, state, toggle, follow } = player;
  useEffect(() => {
    if (!takesFocus) return;
    video.current?.focus({ preventScroll: true });
    // Brings the controls into view, too; scrolling to the focus would only consider the film.
    frame.current?.scrollIntoView({ block: 'nearest' });
  }, [video, takesFocus]);
  usePlayerKeys(frame, {
    toggle,
    skip: (seconds) => player.seek(state.position + seconds),
    seekShare: (share) => player.seek(share * state.length),
    toggleSound: player.toggleSound,
    changeVolume: player.changeVolume,
    changeRate: choices.changeRate,
    toggleFullScreen,
    toggleCaptions: choices.toggleCaptions,
    changeChapter(direction) {
      const begin = chapterBeside(chapters, state.position, direction);
      if (begin !== null) player.seek(begin);
    },
  });

  return (
    <section
      className={styles.player}
      ref={frame}
      aria-label={name ?? t('lesson.player')}
      data-full={isFull || undefined}
      data-idle={(isIdle && state.isPlaying && !isMenuOpen) || undefined}
    >
      <div
        className={styles.film}
        data-film
        data-caption-size={choices.captionSize}
        data-caption-colour={choices.captionColour}
      >
        <FilmVideo
          media={media}
          label={label}
          ref={player.video}
          isAdaptive={player.isAdaptive}
          // The script loads adaptive films on demand.
          preload={media.hls === null ? preload : 'none'}
          autoPlay={autoPlay}
          controls={!isHydrated}
          tabIndex={0}
          onClick={() => (isMenuOpen ? setMenuOpen(false) : toggle())}
          onTimeUpdate={follow}
          onDurationChange={follow}
          onSeeking={follow}
          onWaiting={follow}
          onPlaying={follow}
          onCanPlay={follow}
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
        <FilmBuffering isWaiting={state.isWaiting && !state.hasFailed} />
        {isMenuOpen && (
          <PlayerMenu player={player} choices={choices} media={media} onClose={() => setMenuOpen(false)} />
        )}
      </div>
      <PlayerControls
        player={player}
        choices={choices}
        media={media}
        chapters={chapters}
        isMenuOpen={isMenuOpen}
        onMenu={() => setMenuOpen(!isMenuOpen)}
        onFullScreen={toggleFullScreen}
      />
      {children}
    </section>
  );
}

/** Pauses all other films of the page. */
function pauseOthers(event: { readonly currentTarget: HTMLVideoElement }): void {
  for (const video of document.querySelectorAll('video')) if (video !== event.currentTarget) video.pause();
}
