import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Media } from '#core/model/learning.ts';
import { Icon } from '#ui/components/parts/icon.tsx';
import { lazyPart } from '#ui/components/parts/load-part.ts';
import { VisuallyHidden } from '#ui/components/parts/visually-hidden.tsx';
import styles from './film.module.css';

const InlinePlayer = lazyPart(() => import('./player/inline-player.tsx'), 'InlinePlayer');

interface FilmProps {
  readonly media: Media;
  readonly title: string;
}

/** A video behind a poster with a play button. Video and player are loaded when it is pressed. */
export function Film({ media, title }: FilmProps) {
  const [isWanted, setWanted] = useState(false);
  const poster = <Poster media={media} title={title} isReady={!isWanted} onPlay={() => setWanted(true)} />;
  if (!isWanted) return poster;
  return (
    <Suspense fallback={poster}>
      <div className={styles.player}>
        <InlinePlayer media={media} title={title} takesFocus />
      </div>
    </Suspense>
  );
}

interface PosterProps extends FilmProps {
  readonly isReady: boolean;
  readonly onPlay: () => void;
}

function Poster({ media, title, isReady, onPlay }: PosterProps) {
  const { t } = useTranslation('base');
  return (
    <div className={styles.film}>
      <img src={media.poster ?? undefined} alt="" width={960} height={540} loading="lazy" decoding="async" />
      <button
        type="button"
        className={styles.play}
        aria-disabled={!isReady || undefined}
        onClick={isReady ? onPlay : undefined}
      >
        <span className={styles.mark}>
          <Icon name="play" />
        </span>
        <span className={styles.name}>{t('film.play', { title })}</span>
      </button>
      <noscript>
        <a className={styles.plain} href={media.sources[0]?.address ?? media.hls?.url}>
          {t('film.label', { title })}
        </a>
      </noscript>
    </div>
  );
}

/** A text alternative that describes the pictures of a video. Opens on demand, also without JavaScript. */
export function FilmText({ media, title }: FilmProps) {
  const { t } = useTranslation('base');
  if (media.description === null) return null;
  return (
    <details className={styles.text}>
      <summary>
        {t('film.text')}
        <VisuallyHidden>: {title}</VisuallyHidden>
      </summary>
      <p>{media.description}</p>
    </details>
  );
}
