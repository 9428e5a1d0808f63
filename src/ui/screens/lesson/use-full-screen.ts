import type { RefObject } from 'react';
import { useEffect, useState } from 'react';

interface AppleVideo extends HTMLVideoElement {
  /** The only full screen an iPhone has. */
  webkitEnterFullscreen?(): void;
}

/** The film alone on the screen. There it has the browser's own controls, because the shop's stay in the page. */
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
  return { isFull, enter };
}
