import type { RefObject } from 'react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { LessonPage, Media } from '#core/rules/learning.ts';
import { resumePosition } from '#core/rules/learning.ts';
import { useShop } from '#ui/hooks/use-shop.ts';

/** What the controls show of the film. */
export interface PlayerState {
  /** Seconds from the beginning. */
  readonly position: number;
  /** Seconds; 0 until it is known. */
  readonly length: number;
  readonly isPlaying: boolean;
  readonly isMuted: boolean;
  readonly rate: number;
  readonly hasFailed: boolean;
  /** False after a save of the progress that did not arrive. */
  readonly isKept: boolean;
}

export interface Player {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly state: PlayerState;
  /** Where this visit began; 0 for the beginning. */
  readonly resumedAt: number;
  /** To be given to the video element, for every event that changes what the controls show. */
  readonly follow: () => void;
  readonly fail: () => void;
  toggle(): void;
  seek(position: number): void;
  /** Seeks and plays. */
  jump(position: number): void;
  setRate(rate: number): void;
  toggleSound(): void;
}

/**
 * Plays a lesson from where the learner stopped, on whatever device that was, and keeps telling where they are
 * (decisions §5). The element is the truth; what is shown follows its events.
 */
export function usePlayer(lesson: LessonPage, media: Media): Player {
  const { actions } = useShop();
  const video = useRef<HTMLVideoElement>(null);
  const resumedAt = resumePosition(lesson.progress, media.length_seconds);
  const [state, setState] = useState<PlayerState>({
    position: resumedAt,
    length: media.length_seconds ?? 0,
    isPlaying: false,
    isMuted: false,
    rate: 1,
    hasFailed: false,
    isKept: true,
  });
  const change = (part: Partial<PlayerState>) => setState((before) => ({ ...before, ...part }));

  function follow(): void {
    const film = video.current;
    if (film === null) return;
    const isKnown = Number.isFinite(film.duration);
    change({
      // Before it has its first frame the film stands at 0, wherever it is going to begin.
      position: isKnown ? film.currentTime : resumedAt,
      length: isKnown ? film.duration : (media.length_seconds ?? 0),
      isPlaying: !film.paused && !film.ended,
      isMuted: film.muted,
      rate: film.playbackRate,
    });
  }

  useResume(video, resumedAt);
  // Until the script is there events are missed: what has happened by then is looked up once.
  const catchUp = useEffectEvent(() => {
    const film = video.current;
    if (film?.networkState === HTMLMediaElement.NETWORK_NO_SOURCE) change({ hasFailed: true });
    follow();
  });
  useEffect(() => catchUp(), []);

  const watch = useEffectEvent(() => actions.watchLesson(lesson.id, (isKept) => change({ isKept })));
  useEffect(() => {
    const film = video.current;
    if (film === null) return;
    const watching = watch();
    let hasBegun = false;
    const listeners = {
      timeupdate() {
        if (film.paused) return;
        hasBegun = true;
        watching.played(film.currentTime, film.duration);
      },
      pause: () => watching.stopped(film.currentTime, film.duration),
      // Looking for a place in a paused film is learning too, once it has begun.
      seeked() {
        if (hasBegun && film.paused) watching.stopped(film.currentTime, film.duration);
      },
    };
    const leave = () => watching.left(film.currentTime, film.duration);
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
  }, []);

  function play(): void {
    // A browser may refuse, for example while the film has not arrived; the button then still says "play".
    video.current?.play().catch(() => undefined);
  }
  function seek(position: number): void {
    const film = video.current;
    if (film === null) return;
    const last = Number.isFinite(film.duration) ? film.duration : state.length;
    film.currentTime = Math.min(Math.max(0, position), last);
    follow();
  }
  return {
    video,
    state,
    resumedAt,
    follow,
    fail: () => change({ hasFailed: true }),
    toggle() {
      if (video.current?.paused === false) video.current.pause();
      else play();
    },
    seek,
    jump(position) {
      seek(position);
      play();
    },
    setRate(rate) {
      if (video.current) video.current.playbackRate = rate;
    },
    toggleSound() {
      if (video.current) video.current.muted = !video.current.muted;
    },
  };
}

/** Puts the film where the learner stopped, once, as soon as it can be put anywhere. */
function useResume(video: RefObject<HTMLVideoElement | null>, position: number): void {
  const resume = useEffectEvent(() => {
    if (video.current && position > 0) video.current.currentTime = position;
  });
  useEffect(() => {
    const film = video.current;
    if (film === null) return;
    const once = () => resume();
    if (film.readyState >= HTMLMediaElement.HAVE_METADATA) once();
    else film.addEventListener('loadedmetadata', once, { once: true });
    return () => film.removeEventListener('loadedmetadata', once);
  }, [video]);
}
