import type { RefObject } from 'react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Locale } from '#core/model/values.ts';
import type { CaptionChoice, PlaybackRate } from '#core/rules/learning.ts';
import { isLocale } from '#core/rules/locale.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import type { Player } from './use-player.ts';

export interface PlayerChoices {
  readonly captions: CaptionChoice;
  chooseCaptions(choice: CaptionChoice): void;
  /** Switches the captions between off and the language last chosen. */
  toggleCaptions(): void;
  chooseRate(rate: PlaybackRate): void;
}

/**
 * Captions and speed of a film: as chosen for the last film (docs/behaviour/learning.md#player-settings), otherwise
 * captions in the language of the page.
 */
export function usePlayerSettings({ video, setRate }: Player): PlayerChoices {
  const { actions } = useShop();
  const locale = useLocale();
  const [captions, setCaptions] = useState<CaptionChoice>(locale);
  const last = useRef<Locale>(locale);
  const chosen = useRef(new Set<'rate' | 'captions'>());

  function show(choice: CaptionChoice): void {
    if (isLocale(choice)) last.current = choice;
    setCaptions(choice);
  }
  const remember = useEffectEvent(async () => {
    const remembered = await actions.readPlayerSettings();
    if (!remembered.ok) return;
    // What was chosen while this was read counts more.
    const { rate, captions: language } = remembered.value;
    if (rate !== null && !chosen.current.has('rate')) setRate(rate);
    if (language !== null && !chosen.current.has('captions')) show(language);
  });
  useEffect(() => void remember(), []);
  useTextTracks(video, captions);

  function chooseCaptions(choice: CaptionChoice): void {
    chosen.current.add('captions');
    show(choice);
    void actions.keepPlayerSettings({ captions: choice });
  }
  return {
    captions,
    chooseCaptions,
    toggleCaptions: () => chooseCaptions(captions === 'off' ? last.current : 'off'),
    chooseRate(rate) {
      chosen.current.add('rate');
      setRate(rate);
      void actions.keepPlayerSettings({ rate });
    },
  };
}

function useTextTracks(video: RefObject<HTMLVideoElement | null>, captions: CaptionChoice): void {
  useEffect(() => {
    for (const track of video.current?.textTracks ?? []) {
      track.mode = track.language === captions ? 'showing' : 'disabled';
    }
  }, [video, captions]);
}
