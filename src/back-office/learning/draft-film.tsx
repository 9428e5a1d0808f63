import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OperatorFilm } from '#core/model/film-job.ts';
import { type Locale, locales } from '#core/model/values.ts';
import type { FilmStream } from '#ports/film-streams.ts';
import styles from './film-page.module.css';
import { FilmStreamsContext } from './film-streams.ts';

interface DraftFilmProps {
  readonly film: NonNullable<NonNullable<OperatorFilm['draft']>['film']>;
}

/** Player for the film in the draft of a course, with its captions. */
export function DraftFilm({ film: { id, poster } }: DraftFilmProps) {
  const { t } = useTranslation('backOffice');
  const films = useContext(FilmStreamsContext);
  const video = useRef<HTMLVideoElement>(null);
  const [isOwnPlayer, setOwnPlayer] = useState(false);
  const [captions, setCaptions] = useState<readonly Locale[]>([]);
  const [hasFailed, setFailed] = useState(false);
  const folder = `/api/operator/draft-films/${id}`;
  const address = `${folder}/playlists/master`;

  const open = useEffectEvent(
    async (element: HTMLVideoElement): Promise<FilmStream | null> =>
      (await films?.open({
        video: element,
        address,
        quality: 'auto',
        // The session authorises the request, so the URL never expires.
        renew: async () => address,
        onOffer: (_heights, _hasSound, languages) =>
          setCaptions(locales.filter((locale) => languages.includes(locale))),
        onFailed: () => setFailed(true),
      })) ?? null,
  );
  useEffect(() => {
    const element = video.current;
    if (element === null) return undefined;
    let isGone = false;
    let stream: FilmStream | null = null;
    open(element).then(
      (opened) => {
        if (isGone) return opened?.close();
        stream = opened;
        // The native controls only work after the film has been loaded.
        if (opened === null) setOwnPlayer(true);
        else opened.start(0);
      },
      () => setFailed(true),
    );
    return () => {
      isGone = true;
      stream?.close();
    };
  }, []);

  return (
    <div className={styles.file}>
      {/* biome-ignore lint/a11y/useMediaCaption: it has those that the film has */}
      <video
        ref={video}
        className={styles.video}
        controls
        playsInline
        preload="metadata"
        width={960}
        height={540}
        src={isOwnPlayer ? address : undefined}
        poster={poster ?? undefined}
        aria-label={t('film.waits')}
        onError={() => setFailed(true)}
      >
        {captions.map((locale) => (
          <track
            key={locale}
            kind="captions"
            src={`${folder}/captions/${locale}`}
            srcLang={locale}
            label={t(`lessonFiles.names.${locale}.vtt`)}
          />
        ))}
      </video>
      {hasFailed && (
        <p className={styles.failure} role="alert">
          {t('film.notPlayed')}
        </p>
      )}
    </div>
  );
}
