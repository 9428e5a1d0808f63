import { useTranslation } from 'react-i18next';
import type { Chapter, Media } from '#core/model/learning.ts';
import { clockLength } from '#core/rules/calendar.ts';
import { partAt, playbackRates } from '#core/rules/learning.ts';
import { isLocale } from '#core/rules/locale.ts';
import { IconButton } from '#ui/components/button.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { usePictureInPicture } from './film-windows.ts';
import styles from './player-controls.module.css';
import type { Player } from './use-player.ts';
import type { PlayerChoices } from './use-player-settings.ts';

interface PlayerControlsProps {
  readonly player: Player;
  readonly choices: PlayerChoices;
  readonly media: Media;
  /** Marked on the seek bar. */
  readonly chapters: readonly Chapter[];
  readonly onFullScreen: () => void;
}

/** The controls below a film. */
export function PlayerControls({ player, choices, media, chapters, onFullScreen }: PlayerControlsProps) {
  const { t } = useTranslation('base');
  const locale = useLocale();
  const isHydrated = useHydrated();
  const { isPlaying, isMuted, rate } = player.state;
  const position = Math.floor(player.state.position);
  const length = Math.round(player.state.length);
  const rateText = new Intl.NumberFormat(locale);
  const pictureInPicture = usePictureInPicture(player.video);

  return (
    <div className={styles.controls}>
      <Scrub player={player} chapters={chapters} position={position} length={length} />
      <div className={styles.row}>
        <IconButton
          icon={isPlaying ? 'pause' : 'play'}
          label={t(isPlaying ? 'lesson.pause' : 'lesson.play')}
          onClick={player.toggle}
        />
        <p className={styles.time}>
          {clockLength(position)}
          <span className={styles.whole}> / {clockLength(length)}</span>
        </p>
        {media.captions.length > 0 && (
          <select
            className={styles.choice}
            aria-label={t('lesson.captions')}
            title={t('lesson.captions')}
            disabled={!isHydrated}
            value={choices.captions}
            onChange={({ target }) => choices.chooseCaptions(isLocale(target.value) ? target.value : 'off')}
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
          className={styles.choice}
          aria-label={t('lesson.rate')}
          title={t('lesson.rate')}
          disabled={!isHydrated}
          value={rate}
          onChange={({ target }) => {
            const chosen = playbackRates.find((one) => String(one) === target.value);
            if (chosen !== undefined) choices.chooseRate(chosen);
          }}
        >
          {playbackRates.map((one) => (
            <option key={one} value={one}>
              {rateText.format(one)}×
            </option>
          ))}
        </select>
        {media.has_sound ? (
          <IconButton
            className={styles.wideOnly}
            icon={isMuted ? 'sound_off' : 'sound'}
            label={t(isMuted ? 'lesson.unmute' : 'lesson.mute')}
            onClick={player.toggleSound}
          />
        ) : (
          <p className={styles.silent}>{t('lesson.silent')}</p>
        )}
        {pictureInPicture !== null && (
          <IconButton
            icon="picture_in_picture"
            label={t('lesson.picture_in_picture')}
            onClick={() => void pictureInPicture()}
          />
        )}
        <IconButton icon="full_screen" label={t('lesson.full_screen')} onClick={onFullScreen} />
      </div>
    </div>
  );
}

interface ScrubProps {
  readonly player: Player;
  readonly chapters: readonly Chapter[];
  /** Whole seconds. */
  readonly position: number;
  readonly length: number;
}

/** The position slider with a mark where each chapter begins. */
function Scrub({ player, chapters, position, length }: ScrubProps) {
  const { t } = useTranslation('base');
  const isHydrated = useHydrated();
  const share = length > 0 ? (100 * Math.min(position, length)) / length : 0;
  return (
    <div className={styles.scrub}>
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
          t('lesson.position_value', { position: clockLength(position), length: clockLength(length) }),
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
