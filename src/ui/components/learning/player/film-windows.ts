import { type RefObject, useEffect, useState } from 'react';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';

interface AppleVideo extends HTMLVideoElement {
  /** The only full-screen mode of an iPhone, with its own controls. */
  webkitEnterFullscreen?(): void;
  webkitExitFullscreen?(): void;
}

/** Milliseconds without a touch after which the controls of a full screen are hidden. */
const idleMs = 3_000;

/** Shows the player, with its controls, in full screen. `isIdle`: nobody has touched it for a moment. */
export function useFullScreen(
  player: RefObject<HTMLElement | null>,
  video: RefObject<HTMLVideoElement | null>,
) {
  const [isFull, setFull] = useState(false);
  const [isIdle, setIdle] = useState(false);

  useEffect(() => {
    const follow = () => setFull(player.current !== null && document.fullscreenElement === player.current);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, [player]);

  useEffect(() => {
    if (!isFull) return;
    let waiting: ReturnType<typeof setTimeout>;
    function wake(): void {
      setIdle(false);
      clearTimeout(waiting);
      waiting = setTimeout(() => setIdle(true), idleMs);
    }
    const touches = ['pointermove', 'pointerdown', 'keydown'] as const;
    for (const touch of touches) document.addEventListener(touch, wake);
    wake();
    return () => {
      for (const touch of touches) document.removeEventListener(touch, wake);
      clearTimeout(waiting);
    };
  }, [isFull]);

  async function enter(): Promise<void> {
    const film: AppleVideo | null = video.current;
    if (player.current?.requestFullscreen) await player.current.requestFullscreen().catch(() => undefined);
    else film?.webkitEnterFullscreen?.();
  }

  async function leave(): Promise<void> {
    const film: AppleVideo | null = video.current;
    if (isFull) await document.exitFullscreen().catch(() => undefined);
    else film?.webkitExitFullscreen?.();
  }
  return { isFull, isIdle: isFull && isIdle, leave, toggle: () => void (isFull ? leave() : enter()) };
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

/** Shows the film on another device (Remote Playback, AirPlay in Safari); null while the browser knows of none. */
export function useRemotePlayback(video: RefObject<HTMLVideoElement | null>): (() => Promise<void>) | null {
  const [isAvailable, setAvailable] = useState(false);
  useEffect(() => {
    const remote = video.current?.remote;
    // A browser that cannot look for devices in the background refuses.
    const watching = remote?.watchAvailability?.(setAvailable).catch(() => undefined);
    return () =>
      void watching?.then((id) => (id === undefined ? undefined : remote?.cancelWatchAvailability(id)));
  }, [video]);
  // Refused when the choice of devices is closed.
  return isAvailable ? async () => void (await video.current?.remote.prompt().catch(() => undefined)) : null;
}
