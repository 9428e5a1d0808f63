import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Media } from '#core/model/learning.ts';
import { EmptyState } from '#ui/components/page-parts.tsx';
import { FilmPlayer } from './film-player.tsx';
import { usePlayer } from './use-player.ts';

interface InlinePlayerProps {
  readonly media: Media;
  readonly title: string;
  /** Moves the focus to the film, because the button that opened it is gone. */
  readonly takesFocus?: boolean;
}

/** A film that plays at once where it was asked for; nothing of it is remembered. */
export function InlinePlayer({ media, title, takesFocus = false }: InlinePlayerProps) {
  const { t } = useTranslation('base');
  const player = usePlayer(media);
  const { video } = player;
  useEffect(() => {
    if (takesFocus) video.current?.focus();
  }, [video, takesFocus]);
  const label = t('film.label', { title });
  return (
    <FilmPlayer
      player={player}
      media={media}
      label={label}
      name={label}
      autoPlay
      failure={<EmptyState title={t('lesson.failed_title')} text={t('lesson.failed_text')} />}
    />
  );
}
