import type { ComponentProps } from 'react';
import type { Media } from '#core/model/learning.ts';
import type { Localized } from '#core/model/values.ts';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';

interface FilmVideoProps extends Omit<ComponentProps<'video'>, 'poster' | 'children' | 'onError'> {
  readonly media: Media;
  /** Whether a script plays the video; the element then needs no source. */
  readonly isAdaptive: boolean;
  /** Accessible name of the video. */
  readonly label: string;
  /** Called when the video cannot be loaded: no connection, or its signed address has expired. */
  readonly onFailed?: (() => void) | undefined;
}

/** Language names in their own language. */
const languageNames: Localized<string> = { de: 'Deutsch', en: 'English' };

/** A video with a poster, and with captions that default to the page's language. */
export function FilmVideo({ media, isAdaptive, label, onFailed, ...rest }: FilmVideoProps) {
  const isHydrated = useHydrated();
  const locale = useLocale();
  const adaptive =
    media.hls === null ? [] : [{ type: 'application/vnd.apple.mpegurl', address: media.hls.url }];
  // The adaptive source comes first, for browsers that support it natively.
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
        // The browser tries all sources, so only an error of the last one is a failure.
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
