import { useTranslation } from 'react-i18next';
import { clockLength } from '#core/rules/duration.ts';
import type { Cue, Media } from '#core/rules/learning.ts';
import { isLocale } from '#core/rules/locale.ts';
import { IconButton } from '#ui/components/icon-button/icon-button.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import styles from './player-controls.module.css';
import type { Captions } from './use-captions.ts';
import type { Player } from './use-player.ts';

interface PlayerControlsProps {
  readonly player: Player;
  readonly captions: Captions;
  readonly media: Media;
  readonly cues: readonly Cue[];
  readonly onFullScreen: () => void;
}

const rates = [0.75, 1, 1.25, 1.5, 2];

/** The controls of the film, below it: they never cover a drawing. */
export function PlayerControls({ player, captions, media, cues, onFullScreen }: PlayerControlsProps) {
  const { t } = useTranslation('base');
  const locale = useLocale();
  const isHydrated = useHydrated();
  const { isPlaying, isMuted, rate } = player.state;
  const position = Math.floor(player.state.position);
  const length = Math.round(player.state.length);
  const rateText = new Intl.NumberFormat(locale);

  return (
    <div className={styles.controls}>
      <Scrub player={player} cues={cues} position={position} length={length} />
      <div className={styles.row}>
        <IconButton
          icon={isPlaying ? 'pause' : 'play'}
          label={t(isPlaying ? 'lesson.pause' : 'lesson.play')}
          onClick={player.toggle}
        />
        <p className={styles.time}>
          {clockLength(position)} / {clockLength(length)}
        </p>
        {media.captions.length > 0 && (
          <select
            className={styles.choice}
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
          className={styles.choice}
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
          className={styles.wide_only}
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
  readonly player: Player;
  readonly cues: readonly Cue[];
  /** Whole seconds, both. */
  readonly position: number;
  readonly length: number;
}

/** The line of the film with a notch where each sentence begins. */
function Scrub({ player, cues, position, length }: ScrubProps) {
  const { t } = useTranslation('base');
  const isHydrated = useHydrated();
  const share = length > 0 ? (100 * Math.min(position, length)) / length : 0;
  return (
    <div className={styles.scrub}>
      <span className={styles.seen} style={{ width: `${share}%` }} />
      {length > 0 &&
        cues
          .filter((cue) => cue.begin_seconds > 1 && cue.begin_seconds < length)
          .map((cue) => (
            <span
              key={cue.begin_seconds}
              className={styles.notch}
              style={{ left: `${(100 * cue.begin_seconds) / length}%` }}
            />
          ))}
      <input
        type="range"
        className={styles.range}
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
