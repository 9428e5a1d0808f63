import type { RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { Locale } from '#core/rules/locale.ts';
import { isLocale } from '#core/rules/locale.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';

/** Which captions are shown. */
export type CaptionChoice = Locale | 'off';

export interface Captions {
  readonly chosen: CaptionChoice;
  choose(choice: CaptionChoice): void;
  /** Off, or on in the language last chosen. */
  toggle(): void;
}

/** Captions of a film: on in the language of the page, until one decides otherwise. */
export function useCaptions(video: RefObject<HTMLVideoElement | null>): Captions {
  const locale = useLocale();
  const [chosen, setChosen] = useState<CaptionChoice>(locale);
  const last = useRef<Locale>(locale);

  useEffect(() => {
    for (const track of video.current?.textTracks ?? []) {
      track.mode = track.language === chosen ? 'showing' : 'disabled';
    }
  }, [video, chosen]);

  function choose(choice: CaptionChoice): void {
    if (isLocale(choice)) last.current = choice;
    setChosen(choice);
  }
  return { chosen, choose, toggle: () => choose(chosen === 'off' ? last.current : 'off') };
}
