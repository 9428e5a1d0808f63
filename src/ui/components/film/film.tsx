import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Media } from '#core/rules/learning.ts';
import { Icon } from '#ui/components/icon/icon.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import styles from './film.module.css';
import { FilmVideo } from './film-video.tsx';

export interface FilmProps {
  readonly media: Media;
  /** Title of the film. */
  readonly title: string;
}

/** A film on demand: its drawing with a play button; nothing of the film is fetched before it is pressed. */
export function Film({ media, title }: FilmProps) {
  const { t } = useTranslation('base');
  const isHydrated = useHydrated();
  const [isWanted, setWanted] = useState(false);
  const label = t('film.label', { title });

  if (isWanted) {
    return (
      <div className={styles.film}>
        <FilmVideo media={media} label={label} controls autoPlay onPlay={pauseOthers} ref={focusOn} />
      </div>
    );
  }
  return (
    <div className={styles.film}>
      <img src={media.poster ?? undefined} alt="" width={960} height={540} loading="lazy" decoding="async" />
      <button
        type="button"
        className={styles.play}
        aria-disabled={!isHydrated || undefined}
        onClick={() => setWanted(true)}
      >
        <span className={styles.mark}>
          <Icon name="play" />
        </span>
        <span className={styles.name}>{t('film.play', { title })}</span>
      </button>
      <noscript>
        <a className={styles.plain} href={media.sources[0]?.address}>
          {label}
        </a>
      </noscript>
    </div>
  );
}

/** The button that had the focus is gone; what it brought takes it over. */
function focusOn(video: HTMLVideoElement | null): void {
  video?.focus();
}

/** Of several films on a page one speaks at a time. */
function pauseOthers(event: { readonly currentTarget: HTMLVideoElement }): void {
  for (const video of document.querySelectorAll('video')) if (video !== event.currentTarget) video.pause();
}
