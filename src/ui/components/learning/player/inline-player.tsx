import { useTranslation } from 'react-i18next';
import type { Media } from '#core/model/learning.ts';
import { EmptyState } from '#ui/components/parts/page-parts.tsx';
import { FilmPlayer } from './film-player.tsx';
import { usePlayer } from './use-player.ts';

interface InlinePlayerProps {
  readonly media: Media;
  readonly title: string;
  /** Whether the film takes the focus, so that the player's keys work at once. */
  readonly takesFocus?: boolean;
}

/** A player that starts immediately and saves no progress. */
export function InlinePlayer({ media, title, takesFocus = false }: InlinePlayerProps) {
  const { t } = useTranslation('base');
  const player = usePlayer(media);
  const label = t('film.label', { title });
  return (
    <FilmPlayer
      player={player}
      media={media}
      label={label}
      name={label}
      autoPlay
      takesFocus={takesFocus}
      failure={<EmptyState title={t('lesson.failed_title')} text={t('lesson.failed_text')} />}
    />
  );
}
