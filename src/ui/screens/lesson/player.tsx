import type { ReactNode } from 'react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clockLength } from '#core/rules/duration.ts';
import type { LessonPage, Media } from '#core/rules/learning.ts';
import { lessonPath } from '#core/rules/learning.ts';
import { FilmVideo } from '#ui/components/film/film-video.tsx';
import { ShopLink } from '#ui/components/shop-link/shop-link.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import layout from '#ui/styles/layout.module.css';
import styles from './lesson.module.css';
import { PlayerControls } from './player-controls.tsx';
import { Transcript } from './transcript.tsx';
import { useCaptions } from './use-captions.ts';
import { useFullScreen } from './use-full-screen.ts';
import type { Player as PlayerApi } from './use-player.ts';
import { usePlayer } from './use-player.ts';
import { usePlayerKeys } from './use-player-keys.ts';

interface PlayerProps {
  readonly lesson: LessonPage;
  readonly media: Media;
  readonly isGuest: boolean;
  /** Which lesson this is. */
  readonly head: ReactNode;
  /** The course's lessons. */
  readonly beside: ReactNode;
  /** Where to go next. */
  readonly onward: ReactNode;
  /** Stands in the film's place when it cannot be had. */
  readonly failure: ReactNode;
}

/** The film with its controls and what is said in it. Without script it has the browser's controls. */
export function Player({ lesson, media: given, isGuest, head, beside, onward, failure }: PlayerProps) {
  const { t } = useTranslation('base');
  const isHydrated = useHydrated();
  // New addresses of the same film would make it begin anew: those it began with are kept.
  const [media] = useState(given);
  const frame = useRef<HTMLElement>(null);
  const player = usePlayer(lesson, media);
  const captions = useCaptions(player.video);
  const { isFull, enter } = useFullScreen(player.video);
  const { state, toggle, follow } = player;
  usePlayerKeys(frame, {
    toggle,
    skip: (seconds) => player.seek(state.position + seconds),
    toggleCaptions: captions.toggle,
  });

  return (
    <>
      <div className={styles.stage}>
        <section className={styles.player} ref={frame} aria-label={t('lesson.player')}>
          <div className={styles.film}>
            <FilmVideo
              media={media}
              label={t('lesson.film', { title: lesson.title })}
              ref={player.video}
              preload="metadata"
              controls={!isHydrated || isFull}
              tabIndex={0}
              onClick={isFull ? undefined : toggle}
              onTimeUpdate={follow}
              onDurationChange={follow}
              onSeeking={follow}
              onPlay={follow}
              onPause={follow}
              onEnded={follow}
              onRateChange={follow}
              onVolumeChange={follow}
              onFailed={player.fail}
            />
            {state.hasFailed && <div className={styles.failed}>{failure}</div>}
          </div>
          <PlayerControls
            player={player}
            captions={captions}
            media={media}
            cues={lesson.transcript}
            onFullScreen={() => void enter()}
          />
          <PlayerNote player={player} lesson={lesson} isGuest={isGuest} />
        </section>
        {beside}
      </div>
      <div className={`${layout.wrap} ${styles.below}`}>
        <div>
          {head}
          <Transcript cues={lesson.transcript} position={state.position} onJump={player.jump} />
        </div>
        {onward}
      </div>
    </>
  );
}

interface PlayerNoteProps {
  readonly player: PlayerApi;
  readonly lesson: LessonPage;
  readonly isGuest: boolean;
}

/** One line below the controls: what there is to know about where one stands, else the keys. */
function PlayerNote({ player, lesson, isGuest }: PlayerNoteProps) {
  const { t } = useTranslation('base');
  const locale = useLocale();
  const { state, resumedAt } = player;
  const back = encodeURIComponent(`/${locale}${lessonPath(lesson.course.slug, lesson.id)}`);
  const isNearStart = Math.abs(state.position - resumedAt) < 1 && !state.isPlaying;

  return (
    <div className={styles.player_note}>
      <p role="status">
        {!state.isKept && t('lesson.not_kept')}
        {state.isKept && resumedAt > 0 && isNearStart && (
          <>
            {t('lesson.resumed', { position: clockLength(resumedAt) })}{' '}
            <button type="button" className={styles.link} onClick={() => player.seek(0)}>
              {t('lesson.from_start')}
            </button>
          </>
        )}
        {state.isKept && isGuest && (
          <ShopLink to={`/auth/login?returnTo=${back}`} prefetch="never">
            {t('lesson.guest')}
          </ShopLink>
        )}
      </p>
      <p className={styles.keys}>{t('lesson.keys')}</p>
    </div>
  );
}
