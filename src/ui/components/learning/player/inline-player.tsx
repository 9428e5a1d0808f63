import { useTranslation } from 'react-i18next';
import type { Media } from '#core/model/learning.ts';
import { EmptyState } from '#ui/components/parts/page-parts.tsx';
import { FilmPlayer } from './film-player.tsx';
import { usePlayer } from './use-player.ts';

interface InlinePlayerProps {
  readonly media: Media;
  readonly title: string;
  /** Moves the focus to the film: it has the keys of the player. */
  readonly takesFocus?: boolean;
}

/** A film that plays at once where it was asked for; nothing of it is remembered. */
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
