import type { RefObject } from 'react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { LessonPage, Media } from '#core/model/learning.ts';
import type { Locale } from '#core/model/values.ts';
import { resumePosition } from '#core/rules/learning.ts';
import { isLocale } from '#core/rules/locale.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import type { RenewedMedia } from './use-renewed-media.ts';

/** The state that the controls show. */
interface PlayerState {
  /** Seconds from the start. */
  readonly position: number;
  /** Seconds; 0 until known. */
  readonly length: number;
  readonly isPlaying: boolean;
  readonly isMuted: boolean;
  readonly rate: number;
  readonly hasFailed: boolean;
  /** False after a failed save of the progress. */
  readonly isKept: boolean;
}

export interface Player {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly state: PlayerState;
  /** Start position of this visit in seconds; 0 for the beginning. */
  readonly resumedAt: number;
  /** Handler for all video events that change the state. */
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
 * Plays a lesson from where the learner stopped on any device, and reports the progress
 * (docs/behaviour/learning.md#save-progress). A film whose address has expired goes on with the new one that `renew`
 * fetches. The video element holds the state; the controls follow its events.
 */
export function usePlayer(lesson: LessonPage, media: Media, renew: RenewedMedia['renew']): Player {
  const video = useRef<HTMLVideoElement>(null);
  const resumedAt = resumePosition(lesson.progress, media.length_seconds);
  /** Start position of the film once it is loaded: where the learner stopped, or a position chosen in the meantime. */
  const startAt = useRef(resumedAt);
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
      // Before its metadata is loaded a video reports position 0.
      position: isKnown ? film.currentTime : startAt.current,
      length: isKnown ? film.duration : (media.length_seconds ?? 0),
      isPlaying: !film.paused && !film.ended,
      isMuted: film.muted,
      rate: film.playbackRate,
    });
  }

  /** What the film did when it failed; null unless new addresses are awaited. */
  const interrupted = useRef<{ readonly isPlaying: boolean; readonly rate: number } | null>(null);

  async function fail(): Promise<void> {
    const film = video.current;
    if (film === null) return;
    if (Number.isFinite(film.duration)) startAt.current = film.currentTime;
    interrupted.current = { isPlaying: !film.paused, rate: film.playbackRate };
    if (!(await renew())) change({ hasFailed: true });
  }

  const goOn = useEffectEvent(() => {
    const film = video.current;
    const before = interrupted.current;
    if (film === null || before === null) return;
    interrupted.current = null;
    film.load();
    film.playbackRate = before.rate;
    if (before.isPlaying) play();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: new addresses are what it waits for
  useEffect(() => goOn(), [media]);

  useResume(video, startAt);
  // Events before hydration are missed, so the state is read once.
  const catchUp = useEffectEvent(() => {
    const film = video.current;
    if (film?.networkState === HTMLMediaElement.NETWORK_NO_SOURCE) void fail();
    follow();
  });
  useEffect(() => catchUp(), []);

  useSavedProgress(video, lesson.id, (isKept) => change({ isKept }));

  function play(): void {
    // The browser may refuse, for example before the video is loaded; the button then still shows "play".
    video.current?.play().catch(() => undefined);
  }
  function seek(position: number): void {
    const film = video.current;
    if (film === null) return;
    const isKnown = Number.isFinite(film.duration);
    const wanted = Math.min(Math.max(0, position), isKnown ? film.duration : state.length);
    if (isKnown) film.currentTime = wanted;
    else {
      // Nothing of the film is loaded yet: it starts there once it is.
      startAt.current = wanted;
      film.preload = 'metadata';
    }
    follow();
  }
  return {
    video,
    state,
    resumedAt,
    follow,
    fail: () => void fail(),
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

/** Reports to the server what is watched; `onSaved` is called after each save with whether it succeeded. */
function useSavedProgress(
  video: RefObject<HTMLVideoElement | null>,
  lessonId: string,
  onSaved: (isSaved: boolean) => void,
): void {
  const { actions } = useShop();
  const watch = useEffectEvent(() => actions.watchLesson(lessonId, onSaved));
  useEffect(() => {
    const film = video.current;
    if (film === null) return;
    const watching = watch();
    let hasBegun = false;
    // While a film is loaded again its position is 0, which nobody has chosen.
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
      // Seeking in a paused video counts too, once it was played.
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
}

/** Moves the video to the start position whenever its metadata is loaded: once, and again with new addresses. */
function useResume(video: RefObject<HTMLVideoElement | null>, position: RefObject<number>): void {
  const resume = useEffectEvent(() => {
    if (video.current && position.current > 0) video.current.currentTime = position.current;
  });
  useEffect(() => {
    const film = video.current;
    if (film === null) return;
    const listen = () => resume();
    if (film.readyState >= HTMLMediaElement.HAVE_METADATA) listen();
    film.addEventListener('loadedmetadata', listen);
    return () => film.removeEventListener('loadedmetadata', listen);
  }, [video]);
}

interface PlayerKeys {
  toggle(): void;
  /** Seconds forward, or back when negative. */
  skip(seconds: number): void;
  toggleCaptions(): void;
}

const step = 5;

/**
 * Space plays and pauses, arrow keys move five seconds, `c` switches captions: only while focus is in the player, so
 * that single letters do nothing elsewhere (WCAG 2.1.4). Controls keep their own keys.
 */
export function usePlayerKeys(player: RefObject<HTMLElement | null>, keys: PlayerKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const isOn = (selector: string) => event.target instanceof Element && event.target.closest(selector);
    const act = actionOf(event.key, keys);
    const isTaken = event.key === ' ' ? isOn('button, a, select, input') : isOn('select, input');
    if (act === undefined || (isTaken && event.key.toLowerCase() !== 'c')) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const element = player.current;
    const listen = (event: KeyboardEvent) => press(event);
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, [player]);
}

function actionOf(key: string, keys: PlayerKeys): (() => void) | undefined {
  switch (key) {
    case ' ':
      return keys.toggle;
    case 'ArrowLeft':
      return () => keys.skip(-step);
    case 'ArrowRight':
      return () => keys.skip(step);
    case 'c':
    case 'C':
      return keys.toggleCaptions;
    default:
      return undefined;
  }
}

type CaptionChoice = Locale | 'off';

export interface Captions {
  readonly chosen: CaptionChoice;
  choose(choice: CaptionChoice): void;
  /** Switches between off and the language last chosen. */
  toggle(): void;
}

/** Captions of a video, at first in the language of the page. */
export function useCaptions(video: RefObject<HTMLVideoElement | null>): Captions {
  const locale = useLocale();
  const [chosen, setChosen] = useState<CaptionChoice>(locale);
  const last = useRef<Locale>(locale);

  useEffect(() => {
    for (const track of video.current?.textTracks ?? []) {
      track.mode = track.language === chosen ? 'showing' : 'disabled';
    }
  }, [video, chosen]);

  function choose(choice: CaptionChoice): void {
    if (isLocale(choice)) last.current = choice;
    setChosen(choice);
  }
  return { chosen, choose, toggle: () => choose(chosen === 'off' ? last.current : 'off') };
}

interface AppleVideo extends HTMLVideoElement {
  /** The only full-screen mode of an iPhone. */
  webkitEnterFullscreen?(): void;
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
  return { isFull, enter };
}
