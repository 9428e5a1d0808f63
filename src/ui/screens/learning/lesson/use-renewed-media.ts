import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { LessonPage, Media } from '#core/model/learning.ts';
import { backOnline } from '#ui/components/parts/load-part.ts';
import { useShop } from '#ui/hooks/use-shop.ts';

/** Milliseconds between two renewals at least: what fails again at once has another fault. */
const shortestInterval = 60_000;

export interface RenewedMedia {
  readonly media: Media;
  /** Fetches new addresses of the film; false when there are none that could help. */
  renew(): Promise<boolean>;
  /** Fetches a new address of the film that adapts; null when there is none. The film goes on meanwhile. */
  renewAddress(): Promise<string | null>;
}

/**
 * The addresses of a lesson's film. Those of a paid film work for an hour
 * (docs/behaviour/learning.md#signed-media-addresses); the first ones are kept until the film fails, because other
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
    // The browser reports one fault twice: for the film and for its last format.
    renew() {
      running.current ??= fetchAddresses().finally(() => {
        running.current = null;
      });
      return running.current;
    },
  };
}

/**
 * The addresses of a lesson's captions: new ones when one of them does not load, as after an hour. Apart from those of
 * the film, which goes on meanwhile.
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
    // Nothing reports the same failure again: what the connection has prevented is done once it is back.
    if (!navigator.onLine) await fetchCaptions();
  }
  const renew = useEffectEvent(fetchCaptions);
  useEffect(() => {
    const film = video.current;
    if (film === null) return;
    const follow = ({ target }: Event) => {
      if (target instanceof HTMLTrackElement) void renew();
    };
    // The failure of a track does not bubble.
    film.addEventListener('error', follow, true);
    return () => film.removeEventListener('error', follow, true);
  }, [video]);
  // The film's own renewal brings captions too.
  return renewed.given === given ? renewed.captions : given;
}
