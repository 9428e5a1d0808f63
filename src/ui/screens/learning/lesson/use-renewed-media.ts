import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { LessonPage, Media } from '#core/model/learning.ts';
import { backOnline } from '#ui/components/parts/load-part.ts';
import { useShop } from '#ui/hooks/use-shop.ts';

/** Minimum time in milliseconds between two renewals: an immediate new failure has another cause. */
const shortestInterval = 60_000;

export interface RenewedMedia {
  readonly media: Media;
  /** Fetches new addresses of the film. Resolves to false if there are none that could help. */
  renew(): Promise<boolean>;
  /** Fetches a new address of an adaptive film, which keeps playing; null if there is none. */
  renewAddress(): Promise<string | null>;
}

/**
 * The addresses of a lesson's film. Those of a paid film expire after an hour
 * (docs/behaviour/learning.md#signed-media-addresses). The first ones are kept until the film fails, because new
 * addresses restart it.
 */
export function useRenewedMedia(lesson: LessonPage, given: Media): RenewedMedia {
  const { api } = useShop();
  const [media, setMedia] = useState(given);
  const renewedAt = useRef(Number.NEGATIVE_INFINITY);
  const running = useRef<Promise<boolean> | null>(null);

  async function fetchAddresses(): Promise<boolean> {
    if (performance.now() - renewedAt.current < shortestInterval) return false;
    renewedAt.current = performance.now();
    const response = await api.getLesson({ params: { id: lesson.id } });
    const fresh = response.ok ? response.value.media : null;
    if (fresh === null || fresh.sources[0]?.address === media.sources[0]?.address) return false;
    setMedia(fresh);
    return true;
  }

  async function renewAddress(): Promise<string | null> {
    const response = await api.getLesson({ params: { id: lesson.id } });
    const address = response.ok ? response.value.media?.hls?.url : undefined;
    return address === undefined ? null : new URL(address, window.location.href).href;
  }

  return {
    media,
    renewAddress,
    // The browser reports one failure twice: for the element and for its last source.
    renew() {
      running.current ??= fetchAddresses().finally(() => {
        running.current = null;
      });
      return running.current;
    },
  };
}

/**
 * The addresses of a lesson's captions, renewed when a track fails to load, for example after an hour. Renewed apart
 * from the film, which keeps playing.
 */
export function useRenewedCaptions(
  lesson: LessonPage,
  given: Media['captions'],
  video: RefObject<HTMLVideoElement | null>,
): Media['captions'] {
  const { api } = useShop();
  const [renewed, setRenewed] = useState({ given, captions: given });
  const renewedAt = useRef(Number.NEGATIVE_INFINITY);

  async function fetchCaptions(): Promise<void> {
    if (performance.now() - renewedAt.current < shortestInterval) return;
    renewedAt.current = performance.now();
    if (!navigator.onLine) await backOnline();
    const response = await api.getLesson({ params: { id: lesson.id } });
    const fresh = response.ok ? response.value.media : null;
    if (fresh !== null) return setRenewed({ given, captions: fresh.captions });
    renewedAt.current = Number.NEGATIVE_INFINITY;
    // The same failure is not reported again, so if the connection was lost, the request is repeated once online.
    if (!navigator.onLine) await fetchCaptions();
  }
  const renew = useEffectEvent(fetchCaptions);
  useEffect(() => {
    const film = video.current;
    if (film === null) return;
    const follow = ({ target }: Event) => {
      if (target instanceof HTMLTrackElement) void renew();
    };
    // Error events of tracks do not bubble.
    film.addEventListener('error', follow, true);
    return () => film.removeEventListener('error', follow, true);
  }, [video]);
  // A renewal of the film includes new captions.
  return renewed.given === given ? renewed.captions : given;
}
