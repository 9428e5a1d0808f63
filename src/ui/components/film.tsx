import type { ComponentProps } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Media } from '#core/model/learning.ts';
import type { Localized } from '#core/model/values.ts';
import { Icon } from '#ui/components/icon.tsx';
import { VisuallyHidden } from '#ui/components/visually-hidden.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import styles from './film.module.css';

interface FilmProps {
  readonly media: Media;
  readonly title: string;
}

/** A video on demand: its poster with a play button. Nothing of the video is loaded before the press. */
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

/** What can be seen in a film, in words, for those who cannot see it; opened on demand, also without JavaScript. */
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

/** Moves the focus to the video, because the button has been removed. */
function focusOn(video: HTMLVideoElement | null): void {
  video?.focus();
}

/** Only one video of a page plays at a time. */
function pauseOthers(event: { readonly currentTarget: HTMLVideoElement }): void {
  for (const video of document.querySelectorAll('video')) if (video !== event.currentTarget) video.pause();
}

interface FilmVideoProps extends Omit<ComponentProps<'video'>, 'poster' | 'children' | 'onError'> {
  readonly media: Media;
  /** Describes the video for screen readers. */
  readonly label: string;
  /** The video cannot be loaded: no connection, or its signed address has expired. */
  readonly onFailed?: (() => void) | undefined;
}

/** Languages by their own names. */
const languageNames: Localized<string> = { de: 'Deutsch', en: 'English' };

/** A video with captions in the language of the page and a poster. */
export function FilmVideo({ media, label, onFailed, ...rest }: FilmVideoProps) {
  const locale = useLocale();
  const last = media.sources.length - 1;
  return (
    <video
      playsInline
      {...rest}
      width={960}
      height={540}
      poster={media.poster ?? undefined}
      aria-label={label}
      onError={onFailed}
    >
      {media.sources.map(({ type, address }, index) => (
        // The browser tries all formats: only the last one's failure counts.
        <source key={type} type={type} src={address} onError={index === last ? onFailed : undefined} />
      ))}
      {media.captions.map((captions) => (
        <track
          key={captions.locale}
          kind="captions"
          src={captions.address}
          srcLang={captions.locale}
          label={languageNames[captions.locale]}
          default={captions.locale === locale}
        />
      ))}
    </video>
  );
}
