import type { RefObject } from 'react';
import { useEffect, useState } from 'react';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';

interface AppleVideo extends HTMLVideoElement {
  /** The only full-screen mode of an iPhone. */
  webkitEnterFullscreen?(): void;
  webkitExitFullscreen?(): void;
}

/** Full screen. It shows the browser's controls, because the shop's are outside of the video. */
export function useFullScreen(video: RefObject<HTMLVideoElement | null>) {
  const [isFull, setFull] = useState(false);

  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement === video.current && video.current !== null);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, [video]);

  async function enter(): Promise<void> {
    const film: AppleVideo | null = video.current;
    if (film?.requestFullscreen) await film.requestFullscreen().catch(() => undefined);
    else film?.webkitEnterFullscreen?.();
  }

  async function leave(): Promise<void> {
    const film: AppleVideo | null = video.current;
    if (isFull) await document.exitFullscreen().catch(() => undefined);
    else film?.webkitExitFullscreen?.();
  }
  return { isFull, enter, leave };
}

const isPossible = () =>
  document.pictureInPictureEnabled === true && 'requestPictureInPicture' in HTMLVideoElement.prototype;

/** Shows the film in a small window above all others, and back; null where the browser cannot. */
export function usePictureInPicture(video: RefObject<HTMLVideoElement | null>): (() => Promise<void>) | null {
  const isHydrated = useHydrated();
  if (!isHydrated || !isPossible()) return null;
  return async () => {
    // Refused while nothing of the film is loaded; the film then stays where it is.
    if (document.pictureInPictureElement === video.current)
      await document.exitPictureInPicture().catch(() => undefined);
    else await video.current?.requestPictureInPicture().catch(() => undefined);
  };
}
