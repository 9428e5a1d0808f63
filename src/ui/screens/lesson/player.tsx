import type { ReactNode } from 'react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Cue, LessonPage, Media } from '#core/model/learning.ts';
import { clockLength } from '#core/rules/calendar.ts';
import { lessonPath } from '#core/rules/learning.ts';
import { isLocale } from '#core/rules/locale.ts';
import { IconButton } from '#ui/components/button.tsx';
import { FilmText, FilmVideo } from '#ui/components/film.tsx';
import { ShopLink } from '#ui/components/links.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import layout from '#ui/styles/layout.module.css';
import styles from './lesson.module.css';
import controls from './player-controls.module.css';
import { Transcript } from './transcript.tsx';
import type { Captions, Player as PlayerApi, Player as PlayerState } from './use-player.ts';
import { useCaptions, useFullScreen, usePlayer, usePlayerKeys } from './use-player.ts';
import { useRenewedMedia } from './use-renewed-media.ts';

interface PlayerProps {
  readonly lesson: LessonPage;
  readonly media: Media;
  readonly isGuest: boolean;
  /** Title and summary of the lesson. */
  readonly head: ReactNode;
  /** The course's lessons. */
  readonly beside: ReactNode;
  /** Where to go next. */
  readonly onward: ReactNode;
  /** Shown instead of the video when it cannot be loaded. */
  readonly failure: ReactNode;
}

/** The video with controls and transcript. Without JavaScript it has the browser's controls. */
export function Player({ lesson, media: given, isGuest, head, beside, onward, failure }: PlayerProps) {
  const { t } = useTranslation('base');
  const isHydrated = useHydrated();
  const { media, renew } = useRenewedMedia(lesson, given);
  const frame = useRef<HTMLElement>(null);
  const player = usePlayer(lesson, media, renew);
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
      <div className={styles.top}>
        <section className={styles.player} ref={frame} aria-label={t('lesson.player')}>
          <div className={styles.film}>
            <FilmVideo
              media={media}
              label={t('lesson.film', { title: lesson.title })}
              ref={player.video}
              // The server counts a delivered part of a paid film as played, so nothing is preloaded.
              preload={lesson.is_free ? 'metadata' : 'none'}
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
          <FilmText media={media} title={lesson.title} />
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

/** One line below the controls: a note on the saved progress, or the keyboard shortcuts. */
function PlayerNote({ player, lesson, isGuest }: PlayerNoteProps) {
  const { t } = useTranslation('base');
  const locale = useLocale();
  const { state, resumedAt } = player;
  const back = encodeURIComponent(`/${locale}${lessonPath(lesson.course.slug, lesson.id)}`);
  const isNearStart = Math.abs(state.position - resumedAt) < 1 && !state.isPlaying;

  return (
    <div className={styles.playerNote}>
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

interface PlayerControlsProps {
  readonly player: PlayerState;
  readonly captions: Captions;
  readonly media: Media;
  readonly cues: readonly Cue[];
  readonly onFullScreen: () => void;
}

const rates = [0.75, 1, 1.25, 1.5, 2];

function PlayerControls({ player, captions, media, cues, onFullScreen }: PlayerControlsProps) {
  const { t } = useTranslation('base');
  const locale = useLocale();
  const isHydrated = useHydrated();
  const { isPlaying, isMuted, rate } = player.state;
  const position = Math.floor(player.state.position);
  const length = Math.round(player.state.length);
  const rateText = new Intl.NumberFormat(locale);

  return (
    <div className={controls.controls}>
      <Scrub player={player} cues={cues} position={position} length={length} />
      <div className={controls.row}>
        <IconButton
          icon={isPlaying ? 'pause' : 'play'}
          label={t(isPlaying ? 'lesson.pause' : 'lesson.play')}
          onClick={player.toggle}
        />
        <p className={controls.time}>
          {clockLength(position)} / {clockLength(length)}
        </p>
        {media.captions.length > 0 && (
          <select
            className={controls.choice}
            aria-label={t('lesson.captions')}
            title={t('lesson.captions')}
            disabled={!isHydrated}
            value={captions.chosen}
            onChange={({ target }) => captions.choose(isLocale(target.value) ? target.value : 'off')}
          >
            <option value="off">{t('lesson.captions_off')}</option>
            {media.captions.map((track) => (
              <option key={track.locale} value={track.locale}>
                {t(`lesson.language.${track.locale}`)}
              </option>
            ))}
          </select>
        )}
        <select
          className={controls.choice}
          aria-label={t('lesson.rate')}
          title={t('lesson.rate')}
          disabled={!isHydrated}
          value={rate}
          onChange={({ target }) => player.setRate(Number(target.value))}
        >
          {rates.map((one) => (
            <option key={one} value={one}>
              {rateText.format(one)}×
            </option>
          ))}
        </select>
        <IconButton
          className={controls.wideOnly}
          icon={isMuted ? 'sound_off' : 'sound'}
          label={t(isMuted ? 'lesson.unmute' : 'lesson.mute')}
          onClick={player.toggleSound}
        />
        <IconButton icon="full_screen" label={t('lesson.full_screen')} onClick={onFullScreen} />
      </div>
    </div>
  );
}

interface ScrubProps {
  readonly player: PlayerState;
  readonly cues: readonly Cue[];
  /** Whole seconds. */
  readonly position: number;
  readonly length: number;
}

/** The position slider with a mark where each sentence starts. */
function Scrub({ player, cues, position, length }: ScrubProps) {
  const { t } = useTranslation('base');
  const isHydrated = useHydrated();
  const share = length > 0 ? (100 * Math.min(position, length)) / length : 0;
  return (
    <div className={controls.scrub}>
      <span className={controls.seen} data-fill style={{ width: `${share}%` }} />
      {length > 0 &&
        cues
          .filter((cue) => cue.begin_seconds > 1 && cue.begin_seconds < length)
          .map((cue) => (
            <span
              key={cue.begin_seconds}
              className={controls.notch}
              style={{ left: `${(100 * cue.begin_seconds) / length}%` }}
            />
          ))}
      <input
        type="range"
        className={controls.range}
        aria-label={t('lesson.position')}
        aria-valuetext={t('lesson.position_value', {
          position: clockLength(position),
          length: clockLength(length),
        })}
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
