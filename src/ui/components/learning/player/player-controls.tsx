import { useTranslation } from 'react-i18next';
import type { Chapter, Media } from '#core/model/learning.ts';
import { clockDuration } from '#core/rules/basics/durations.ts';
import { IconButton } from '#ui/components/parts/button.tsx';
import { usePictureInPicture, useRemotePlayback } from './film-display-modes.ts';
import styles from './player-controls.module.css';
import { playerIcons } from './player-icons.ts';
import { SeekBar } from './seek-bar.tsx';
import type { Player } from './use-player.ts';
import type { PlayerChoices } from './use-player-settings.ts';

interface PlayerControlsProps {
  readonly player: Player;
  readonly choices: PlayerChoices;
  readonly media: Media;
  /** Chapters to mark on the seek bar. */
  readonly chapters: readonly Chapter[];
  readonly isMenuOpen: boolean;
  readonly onMenu: () => void;
  readonly onFullScreen: () => void;
}

/** The controls below a film. */
export function PlayerControls(props: PlayerControlsProps) {
  const { player, choices, media, chapters, isMenuOpen, onMenu, onFullScreen } = props;
  const { t } = useTranslation(['base', 'learning']);
  const { isPlaying, isMuted } = player.state;
  const position = Math.floor(player.state.position);
  const length = Math.round(player.state.length);
  const pictureInPicture = usePictureInPicture(player.video);
  const castFilm = useRemotePlayback(player.video);

  return (
    <div className={styles.controls} data-controls>
      <SeekBar player={player} media={media} chapters={chapters} position={position} length={length} />
      <div className={styles.row}>
        <IconButton
          icon={isPlaying ? playerIcons.pause : 'play'}
          label={t(isPlaying ? 'lesson.pause' : 'lesson.play')}
          onClick={player.toggle}
        />
        <p className={styles.time}>
          {clockDuration(position)}
          <span className={styles.whole}> / {clockDuration(length)}</span>
        </p>
        {media.has_sound ? (
          <IconButton
            className={styles.wideOnly}
            icon={isMuted ? playerIcons.sound_off : playerIcons.sound}
            label={t(isMuted ? 'lesson.unmute' : 'lesson.mute')}
            onClick={player.toggleSound}
          />
        ) : (
          <p className={styles.silent}>{t('lesson.silent')}</p>
        )}
        {media.captions.length > 0 && (
          <IconButton
            className={styles.switch}
            icon={playerIcons.captions}
            label={t('lesson.captions')}
            aria-pressed={choices.captions !== 'off'}
            onClick={choices.toggleCaptions}
          />
        )}
        <IconButton
          icon={playerIcons.settings}
          label={t('learning:player.settings')}
          aria-expanded={isMenuOpen}
          onClick={onMenu}
        />
        {pictureInPicture !== null && (
          <IconButton
            className={styles.roomyOnly}
            icon={playerIcons.picture_in_picture}
            label={t('lesson.picture_in_picture')}
            onClick={() => void pictureInPicture()}
          />
        )}
        {castFilm !== null && (
          <IconButton
            className={styles.roomyOnly}
            icon={playerIcons.cast}
            label={t('learning:player.cast')}
            onClick={() => void castFilm()}
          />
        )}
        <IconButton icon={playerIcons.full_screen} label={t('lesson.full_screen')} onClick={onFullScreen} />
      </div>
    </div>
  );
}
