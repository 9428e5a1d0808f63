import { type RefObject, useEffect, useState } from 'react';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';

interface AppleVideo extends HTMLVideoElement {
  /** Full-screen mode of iPhones, with their native controls. */
  webkitEnterFullscreen?(): void;
  webkitExitFullscreen?(): void;
}

/** Milliseconds without input after which the controls are hidden in full screen. */
const idleMs = 3_000;

/** Shows the player with its controls in full screen. `isIdle` is true after a while without input. */
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

/** Returns a function that toggles picture-in-picture; null where it is not supported. */
export function usePictureInPicture(video: RefObject<HTMLVideoElement | null>): (() => Promise<void>) | null {
  const isHydrated = useHydrated();
  if (!isHydrated || !isPossible()) return null;
  return async () => {
    // Rejected while the film has no metadata; it then stays in the page.
    if (document.pictureInPictureElement === video.current)
      await document.exitPictureInPicture().catch(() => undefined);
    else await video.current?.requestPictureInPicture().catch(() => undefined);
  };
}

/**
 * Returns a function that plays the film on another device (Remote Playback, AirPlay in Safari); null while no device
 * is available.
 */
export function useRemotePlayback(video: RefObject<HTMLVideoElement | null>): (() => Promise<void>) | null {
  const [isAvailable, setAvailable] = useState(false);
  useEffect(() => {
    const remote = video.current?.remote;
    // Rejected by browsers that cannot monitor devices in the background.
    const watching = remote?.watchAvailability?.(setAvailable).catch(() => undefined);
    return () =>
      void watching?.then((id) => (id === undefined ? undefined : remote?.cancelWatchAvailability(id)));
  }, [video]);
  // Rejected when the user closes the device picker.
  return isAvailable ? async () => void (await video.current?.remote.prompt().catch(() => undefined)) : null;
}
