import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Media } from '#core/model/learning.ts';
import { backOnline } from '#ui/components/parts/load-part.ts';
import { type AdaptiveFilm, useFilmStream } from './use-film-stream.ts';

/** The player state that the controls show. */
interface PlayerState {
  /** Seconds. */
  readonly position: number;
  /** Seconds; 0 until known. */
  readonly length: number;
  readonly isPlaying: boolean;
  readonly hasEnded: boolean;
  readonly isMuted: boolean;
  readonly rate: number;
  readonly hasFailed: boolean;
  /** Whether playback is waiting for data. */
  readonly isWaiting: boolean;
}

export interface Player extends Omit<AdaptiveFilm, 'start'> {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly state: PlayerState;
  /** Updates the state; handler of all video events that may change it. */
  readonly follow: () => void;
  readonly fail: () => void;
  toggle(): void;
  seek(position: number): void;
  /** Seeks and plays. */
  jump(position: number): void;
  setRate(rate: number): void;
  toggleSound(): void;
  /** Changes the volume by a share of the maximum; quieter if negative. */
  changeVolume(change: number): void;
}

interface PlayerOptions {
  /** Start position in seconds. */
  readonly begin?: number;
  /** Fetches new addresses after a failure. Resolves to false if there are none. */
  readonly renew?: () => Promise<boolean>;
  /** Fetches a new address of an adaptive film; null when there is none. */
  readonly renewAddress?: () => Promise<string | null>;
}

/**
 * Plays a film. After a failure without a connection it resumes when back online; after an expired address it resumes
 * with the one that `renew` fetches. The video element holds the state; the controls follow its events.
 */
export function usePlayer(
  media: Media,
  { begin = 0, renew, renewAddress = async () => null }: PlayerOptions = {},
): Player {
  const video = useRef<HTMLVideoElement>(null);
  /** Position to seek to when the film is loaded or reloaded: `begin`, or the last position. */
  const startAt = useRef(begin);
  /** Whether the loaded film was moved to `startAt`. Until then its position is a meaningless 0. */
  const isPlaced = useRef(false);
  const [state, setState] = useState<PlayerState>({
    position: begin,
    length: media.length_seconds ?? 0,
    isPlaying: false,
    hasEnded: false,
    isMuted: false,
    rate: 1,
    hasFailed: false,
    isWaiting: false,
  });
  const change = (part: Partial<PlayerState>) => setState((before) => ({ ...before, ...part }));

  function follow(): void {
    const film = video.current;
    if (film === null) return;
    const isKnown = Number.isFinite(film.duration);
    const isPlaying = !film.paused && !film.ended;
    // Position to resume at after a reload, for example in another quality.
    if (isPlaced.current) startAt.current = film.currentTime;
    change({
      position: startAt.current,
      length: isKnown ? film.duration : (media.length_seconds ?? 0),
      isPlaying,
      hasEnded: film.ended,
      isMuted: film.muted,
      rate: film.playbackRate,
      isWaiting: isPlaying && film.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
      // A playing film has not failed: the error may be a late one of an earlier address.
      ...(isPlaying && film.error === null && film.readyState > HTMLMediaElement.HAVE_METADATA
        ? { hasFailed: false }
        : {}),
    });
  }

  /** Playback state at the time of the failure; null if no reload is pending. */
  const interrupted = useRef<{ readonly isPlaying: boolean; readonly rate: number } | null>(null);

  const { start, ...adaptive } = useFilmStream(video, media, {
    begin: () => startAt.current,
    renew: renewAddress,
    onFailed: () => change({ hasFailed: true }),
  });

  async function fail(): Promise<void> {
    const film = video.current;
    if (film === null || adaptive.isAdaptive) return;
    if (isPlaced.current) startAt.current = film.currentTime;
    interrupted.current = { isPlaying: !film.paused, rate: film.playbackRate };
    if (!navigator.onLine) {
      await backOnline();
      loadAgain();
    } else if ((await renew?.()) !== true) change({ hasFailed: true });
  }

  function loadAgain(): void {
    const film = video.current;
    const before = interrupted.current;
    if (film === null || before === null) return;
    interrupted.current = null;
    film.load();
    film.playbackRate = before.rate;
    if (before.isPlaying) play();
  }
  const goOn = useEffectEvent(loadAgain);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when new addresses arrive
  useEffect(() => goOn(), [media]);

  useResume(video, startAt, isPlaced);
  // Events before hydration are missed, so the state is read once.
  const catchUp = useEffectEvent(() => {
    const film = video.current;
    if (film?.networkState === HTMLMediaElement.NETWORK_NO_SOURCE) void fail();
    follow();
  });
  useEffect(() => catchUp(), []);

  function play(): void {
    // The browser may reject this, for example before the video is loaded; the button then still shows "play".
    video.current?.play().catch(() => undefined);
  }
  function seek(position: number): void {
    const film = video.current;
    if (film === null) return;
    const isKnown = Number.isFinite(film.duration);
    const wanted = Math.min(Math.max(0, position), isKnown ? film.duration : state.length);
    // The start position if nothing is loaded yet.
    startAt.current = wanted;
    if (isKnown) film.currentTime = wanted;
    else {
      film.preload = 'metadata';
      start();
    }
    follow();
  }
  return {
    ...adaptive,
    video,
    state,
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
      if (video.current === null) return;
      // Loading a film resets its speed to the default.
      video.current.defaultPlaybackRate = rate;
      video.current.playbackRate = rate;
    },
    toggleSound() {
      if (video.current) video.current.muted = !video.current.muted;
    },
    changeVolume(change) {
      if (video.current === null) return;
      video.current.muted = false;
      video.current.volume = Math.min(1, Math.max(0, video.current.volume + change));
    },
  };
}

/** Moves the video to the start position whenever its metadata is loaded: at first, and after each reload. */
function useResume(
  video: RefObject<HTMLVideoElement | null>,
  position: RefObject<number>,
  isPlaced: RefObject<boolean>,
): void {
  const resume = useEffectEvent(() => {
    if (video.current && position.current > 0) video.current.currentTime = position.current;
    isPlaced.current = true;
  });
  const forget = useEffectEvent(() => {
    isPlaced.current = false;
  });
  useEffect(() => {
    const film = video.current;
    if (film === null) return;
    const listen = () => resume();
    const empty = () => forget();
    if (film.readyState >= HTMLMediaElement.HAVE_METADATA) listen();
    film.addEventListener('loadedmetadata', listen);
    film.addEventListener('emptied', empty);
    return () => {
      film.removeEventListener('loadedmetadata', listen);
      film.removeEventListener('emptied', empty);
    };
  }, [video]);
}
