import type { ComponentProps } from 'react';
import type { Media } from '#core/rules/learning.ts';
import type { Locale } from '#core/rules/locale.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';

export interface FilmVideoProps extends Omit<ComponentProps<'video'>, 'poster' | 'children' | 'onError'> {
  readonly media: Media;
  /** What the film is, for screen readers. */
  readonly label: string;
  /** The film cannot be had: no connection, or its address has ended. */
  readonly onFailed?: (() => void) | undefined;
}

/** Each language calls itself by its own name. */
const languageNames: Readonly<Record<Locale, string>> = { de: 'Deutsch', en: 'English' };

/** A film with its captions on in the language of the page, and its drawing until it begins. */
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
        // A browser goes through all formats: only the last one's failure is the film's.
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
