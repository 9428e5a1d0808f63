import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { OnSaved } from '#core/storefront/learning/watch-lesson.ts';
import { useShop } from '#ui/hooks/use-shop.ts';

/**
 * Saves the watch progress on the server (docs/behaviour/learning.md#save-progress). `onSaved` is called after each
 * save with the stored progress, or with null on failure. `hasFailed` means that the video cannot be played.
 */
export function useSavedProgress(
  video: RefObject<HTMLVideoElement | null>,
  { lessonId, hasFailed }: { readonly lessonId: string; readonly hasFailed: boolean },
  onSaved: OnSaved,
): void {
  const { actions } = useShop();
  const hasToldFailure = useRef(false);
  const watch = useEffectEvent(() => actions.watchLesson(lessonId, onSaved));
  useEffect(() => {
    const film = video.current;
    if (film === null) return;
    const watching = watch();
    let hasBegun = false;
    // While a video reloads, its position is 0 and must not be saved.
    const isLoaded = () => Number.isFinite(film.duration);
    const listeners = {
      timeupdate() {
        if (film.paused || !isLoaded()) return;
        hasBegun = true;
        watching.played(film.currentTime, film.duration);
      },
      pause() {
        if (isLoaded()) watching.stopped(film.currentTime, film.duration);
      },
      // Seeking in a paused video is saved, too, if it was played before.
      seeked() {
        if (hasBegun && film.paused && isLoaded()) watching.stopped(film.currentTime, film.duration);
      },
    };
    const leave = () => {
      if (isLoaded()) watching.left(film.currentTime, film.duration);
    };
    const hide = () => {
      if (document.visibilityState === 'hidden') leave();
    };
    for (const [name, listen] of Object.entries(listeners)) film.addEventListener(name, listen);
    document.addEventListener('visibilitychange', hide);
    window.addEventListener('pagehide', leave);
    return () => {
      leave();
      for (const [name, listen] of Object.entries(listeners)) film.removeEventListener(name, listen);
      document.removeEventListener('visibilitychange', hide);
      window.removeEventListener('pagehide', leave);
    };
  }, [video]);
  useEffect(() => {
    if (!hasFailed || hasToldFailure.current) return;
    hasToldFailure.current = true;
    void actions.reportFailedFilm(lessonId);
  }, [actions, lessonId, hasFailed]);
}
