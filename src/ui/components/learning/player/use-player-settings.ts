import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Locale } from '#core/model/values.ts';
import { isLocale } from '#core/rules/basics/locale.ts';
import {
  type PlayerSetting,
  type PlayerSettings,
  playbackRates,
} from '#core/rules/learning/player-options.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import type { Player } from './use-player.ts';

/** Settings of this film, except the speed, which is a state of the video element. */
interface Shown {
  readonly captions: PlayerSetting<'captions'>;
  readonly captionSize: PlayerSetting<'captionSize'>;
  readonly captionColour: PlayerSetting<'captionColour'>;
  readonly quality: PlayerSetting<'quality'>;
}

export interface PlayerChoices extends Shown {
  /** Saves settings for this film and the next ones. */
  choose(part: Partial<PlayerSettings>): void;
  /** Toggles the captions between off and the last chosen language. */
  toggleCaptions(): void;
  /** Plays one step faster, or slower if `steps` is -1. */
  changeRate(steps: 1 | -1): void;
}

/**
 * The settings of a film: those of the last film (docs/behaviour/learning.md#player-settings); by default, captions are
 * in the page's language.
 */
export function usePlayerSettings({ video, setRate, setQuality }: Player): PlayerChoices {
  const { actions } = useShop();
  const locale = useLocale();
  const [shown, setShown] = useState<Shown>({
    captions: locale,
    captionSize: 'normal',
    captionColour: 'light',
    quality: 'auto',
  });
  const last = useRef<Locale>(locale);
  const chosen = useRef(new Set<string>());

  function show({ rate, ...others }: Partial<PlayerSettings>): void {
    if (rate != null) setRate(rate);
    if (others.quality != null) setQuality(others.quality);
    if (isLocale(others.captions)) last.current = others.captions;
    const known = Object.entries(others).filter(([, value]) => value !== null);
    setShown((before) => ({ ...before, ...Object.fromEntries(known) }));
  }
  const remember = useEffectEvent(async () => {
    const remembered = await actions.readPlayerSettings();
    if (!remembered.ok) return;
    // Settings chosen while these were loading take precedence.
    show(Object.fromEntries(Object.entries(remembered.value).filter(([name]) => !chosen.current.has(name))));
  });
  useEffect(() => void remember(), []);
  useTextTracks(video, shown.captions);

  function choose(part: Partial<PlayerSettings>): void {
    for (const name of Object.keys(part)) chosen.current.add(name);
    show(part);
    void actions.keepPlayerSettings(part);
  }
  return {
    ...shown,
    choose,
    toggleCaptions: () => choose({ captions: shown.captions === 'off' ? last.current : 'off' }),
    changeRate(steps) {
      // Reads the element, because the state changes only after its event and keys can be pressed faster.
      const now = video.current?.playbackRate ?? 1;
      const place = playbackRates.findIndex((rate) => now <= rate);
      const rate = playbackRates[place + steps];
      if (rate !== undefined) choose({ rate });
    },
  };
}

/**
 * Shows the captions of one language. When a browser starts to load the film, in dialogs after this effect, it selects
 * tracks by its own settings; that selection is reverted.
 */
function useTextTracks(video: RefObject<HTMLVideoElement | null>, captions: PlayerSetting<'captions'>): void {
  useEffect(() => {
    const tracks = video.current?.textTracks;
    if (tracks === undefined) return;
    function show(): void {
      for (const track of tracks ?? []) track.mode = track.language === captions ? 'showing' : 'disabled';
    }
    show();
    tracks.addEventListener('change', show);
    return () => tracks.removeEventListener('change', show);
  }, [video, captions]);
}
