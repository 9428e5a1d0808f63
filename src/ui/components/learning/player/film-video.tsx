import type { ComponentProps } from 'react';
import type { Media } from '#core/model/learning.ts';
import type { Localized } from '#core/model/values.ts';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';

interface FilmVideoProps extends Omit<ComponentProps<'video'>, 'poster' | 'children' | 'onError'> {
  readonly media: Media;
  /** It is played by script: the element needs no address. */
  readonly isAdaptive: boolean;
  /** Describes the video for screen readers. */
  readonly label: string;
  /** The video cannot be loaded: no connection, or its signed address has expired. */
  readonly onFailed?: (() => void) | undefined;
}

/** Languages by their own names. */
const languageNames: Localized<string> = { de: 'Deutsch', en: 'English' };

/** A video with captions in the language of the page and a poster. */
export function FilmVideo({ media, isAdaptive, label, onFailed, ...rest }: FilmVideoProps) {
  const isHydrated = useHydrated();
  const locale = useLocale();
  const adaptive =
    media.hls === null ? [] : [{ type: 'application/vnd.apple.mpegurl', address: media.hls.url }];
  // The film that adapts first, for browsers that play it themselves.
  const sources = isAdaptive && isHydrated ? [] : [...adaptive, ...media.sources];
  const last = sources.length - 1;
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
      {sources.map(({ type, address }, index) => (
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
