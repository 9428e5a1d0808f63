import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Media } from '#core/model/learning.ts';
import type { Quality } from '#core/rules/learning/film-stream.ts';
import { playerOptions } from '#core/rules/learning/player-options.ts';
import { useShop } from '#ui/hooks/use-shop.ts';

interface StreamOptions {
  /** Returns the start position in seconds. */
  readonly begin: () => number;
  /** Fetches a new address of the film; null if there is none. */
  readonly renew: () => Promise<string | null>;
  readonly onFailed: () => void;
}

export interface AdaptiveFilm {
  /** Whether the film is played by script, or will be; the element then needs no source. */
  readonly isAdaptive: boolean;
  /** Selectable qualities; empty if there is no choice. */
  readonly qualities: readonly Quality[];
  setQuality(quality: Quality): void;
  /** Loads the film, as playing does. */
  start(): void;
}

/**
 * Plays an adaptive film (docs/behaviour/learning.md#adaptive-films). If the browser does not support it or its code
 * cannot be loaded, the element plays the film's files.
 */
export function useFilmStream(
  video: RefObject<HTMLVideoElement | null>,
  media: Media,
  options: StreamOptions,
): AdaptiveFilm {
  const { actions } = useShop();
  const address = media.hls?.url ?? null;
  const [isAdaptive, setAdaptive] = useState(address !== null);
  const [qualities, setQualities] = useState<readonly Quality[]>([]);
  const quality = useRef<Quality>('auto');
  const stream = useRef<Awaited<ReturnType<typeof actions.openFilmStream>>>(null);

  function start(): void {
    stream.current?.start(options.begin());
  }
  const open = useEffectEvent((film: HTMLVideoElement, wanted: string) =>
    actions.openFilmStream({
      video: film,
      address: wanted,
      quality: quality.current,
      renew: options.renew,
      onOffer(heights, hasSound) {
        const pictures = playerOptions.quality.filter(
          (one) => typeof one === 'number' && heights.includes(one),
        );
        setQualities(['auto', ...pictures, ...(hasSound ? (['sound'] as const) : [])]);
      },
      onFailed: options.onFailed,
    }),
  );
  const begin = useEffectEvent(start);
  useEffect(() => {
    const film = video.current;
    if (address === null || film === null) return;
    let isGone = false;
    const follow = () => begin();
    film.addEventListener('play', follow);
    open(film, address).then(
      (opened) => {
        if (isGone) return opened?.close();
        stream.current = opened;
        if (opened === null) setAdaptive(false);
        opened?.choose(quality.current);
        if (!film.paused || film.autoplay) begin();
      },
      () => setAdaptive(false),
    );
    return () => {
      isGone = true;
      film.removeEventListener('play', follow);
      stream.current?.close();
      stream.current = null;
    };
  }, [video, address]);

  return {
    isAdaptive,
    qualities,
    setQuality(chosen) {
      quality.current = chosen;
      stream.current?.choose(chosen);
    },
    start,
  };
}
