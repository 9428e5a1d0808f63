import Hls, { type HlsConfig, type LoadPolicy, type RetryConfig } from 'hls.js';
import {
  type Connection,
  chosenPicture,
  connectionLimits,
  largestWithin,
  type PartFailure,
  recoveryFor,
} from '#core/rules/learning/film-stream.ts';
import type { FilmStream, FilmStreamOptions } from '#ports/film-streams.ts';
import { createRenewedUrls, type ReadText, type RenewedUrls } from './renewed-urls.ts';

/** Delays between retries of a part while the connection is lost, in milliseconds: the first and the longest. */
const firstDelay = 500;
const longestDelay = 4_000;

/** Number of retries of a part with invalid content. */
const retries = 2;

/** A second decoder error within this time, in milliseconds, is final. */
const recoveryMs = 10_000;

/** Seconds of the film buffered ahead of and behind the position. */
const ahead = 40;
const behind = 30;

/** Opens a film with hls.js. Null if the browser has no Media Source Extensions. */
export function openHlsStream(
  options: FilmStreamOptions,
  page: Window & typeof globalThis,
  readText: ReadText,
): FilmStream | null {
  if (!Hls.isSupported()) return null;
  const { video } = options;
  let quality = options.quality;
  let isStarted = false;
  let hls: Hls | null = null;
  let soundAddress: string | null = null;

  /**
   * Loads the film at a URL and plays from `position` in seconds, if the video element was playing. Null loads only the
   * list of qualities.
   */
  function load(address: string, position: number | null): void {
    const isPlaying = !video.paused;
    hls?.destroy();
    const limits = connectionLimits(readConnection(page.navigator));
    const replace = (other: string) => {
      // Meanwhile the stream may have been closed, or may play the sound alone.
      if (hls === player) load(other, video.currentTime);
    };
    const urls = createRenewedUrls(address, readText, options.renew, replace);
    const faults = countRenewals(urls, page.navigator);
    const player = new Hls({
      ...settings,
      ...faults.policies,
      startPosition: position ?? -1,
      abrEwmaDefaultEstimate: limits.bits,
      capLevelToPlayerSize: limits.lines === null,
      xhrSetup: async (request, url) => request.open('GET', await urls.current(url), true),
    });
    hls = player;
    const note = (playlist: string, response: unknown) => {
      if (response instanceof page.XMLHttpRequest) urls.note(playlist, response.responseText);
    };
    player.on(Hls.Events.MANIFEST_LOADED, (_, { url, networkDetails }) => note(url, networkDetails));
    player.on(Hls.Events.LEVEL_LOADED, (_, data) => note(data.details.url, data.networkDetails));
    player.on(Hls.Events.AUDIO_TRACK_LOADED, (_, data) => note(data.details.url, data.networkDetails));
    player.on(Hls.Events.FRAG_LOADED, (_, { frag }) => faults.forget(frag.url));
    player.on(Hls.Events.MANIFEST_PARSED, (_, { levels, audio, audioTracks, subtitleTracks }) => {
      if (address === soundAddress) return;
      soundAddress = audioTracks[0]?.url ?? null;
      const heights = levels.map(({ height }) => height);
      const captions = subtitleTracks.flatMap(({ lang }) => lang ?? []);
      options.onOffer(heights, audio || soundAddress !== null, captions);
      if (limits.lines !== null) player.autoLevelCapping = largestWithin(heights, limits.lines);
      showPicture();
    });
    mendFaults(player, video, page.performance, options.onFailed);
    player.loadSource(address);
    player.attachMedia(video);
    if (position === null) return;
    player.startLoad(position);
    if (isPlaying) video.play().catch(() => undefined);
  }

  function showPicture(): void {
    if (hls === null) return;
    const place = chosenPicture(
      hls.levels.map(({ height }) => height),
      quality,
    );
    hls.nextLevel = place ?? -1;
  }

  // If the user pressed play before the player was loaded, the film starts now.
  isStarted = !video.paused;
  load(options.address, isStarted ? video.currentTime : null);
  return {
    start(position) {
      if (isStarted) return;
      isStarted = true;
      if (quality === 'sound' && soundAddress !== null) load(soundAddress, position);
      else hls?.startLoad(position);
    },
    choose(chosen) {
      const wasSound = quality === 'sound';
      quality = chosen;
      if (!isStarted || wasSound === (chosen === 'sound')) showPicture();
      else if (wasSound) load(options.address, video.currentTime);
      else if (soundAddress !== null) load(soundAddress, video.currentTime);
    },
    close() {
      hls?.destroy();
      hls = null;
    },
  };
}

/** Recovers from decoder errors. Calls `onFailed` if the film cannot be played. */
function mendFaults(player: Hls, video: HTMLVideoElement, time: Performance, onFailed: () => void): void {
  let recoveredAt = Number.NEGATIVE_INFINITY;
  player.on(Hls.Events.ERROR, (_, { fatal, type }) => {
    if (!fatal) return;
    // The decoder is reset after one error; a second error shortly after will not go away.
    const isNew = time.now() - recoveredAt > recoveryMs;
    recoveredAt = time.now();
    if (type === Hls.ErrorTypes.MEDIA_ERROR && isNew) player.recoverMediaError();
    else onFailed();
  });
  // Browsers may stall within the last second without an `ended` event; hls.js reports it then.
  player.on(Hls.Events.MEDIA_ENDED, (_, { stalled }) => {
    if (stalled) video.currentTime = video.duration;
  });
}

/** No worker, because its script would have to be allowed on every page. Captions are shown by the video element. */
const settings: Partial<HlsConfig> = {
  enableWorker: false,
  autoStartLoad: false,
  testBandwidth: false,
  maxBufferLength: ahead,
  backBufferLength: behind,
  enableWebVTT: false,
  enableIMSC1: false,
  enableCEA708Captions: false,
  renderTextTracksNatively: false,
};

/** Returns the retry settings of the player; the core decides how to handle a part that failed to load. */
function countRenewals(urls: RenewedUrls, navigator: Navigator) {
  const renewals = new Map<string, number>();

  function isToAskAgain(part: PartFailure['part'], status: number, address: string): boolean {
    const made = renewals.get(address) ?? 0;
    const recovery = recoveryFor({ part, cause: causeOf(status), renewals: made });
    if (recovery === 'renew_playlist') void urls.renewPlaylist(address);
    if (recovery === 'renew_film') void urls.renewFilm();
    if (recovery.startsWith('renew') && navigator.onLine) renewals.set(address, made + 1);
    return recovery !== 'give_up';
  }

  function policy(part: PartFailure['part'], longest: number): LoadPolicy {
    const retry: RetryConfig = {
      maxNumRetry: retries,
      retryDelayMs: firstDelay,
      maxRetryDelayMs: longestDelay,
      // Without a response the part itself is faulty, for example its content.
      shouldRetry: (_, __, isTimeout, response, isUsual) =>
        isTimeout ||
        (response === undefined ? isUsual : isToAskAgain(part, response.code ?? 0, response.url)),
    };
    const limits = { maxTimeToFirstByteMs: 10_000, maxLoadTimeMs: longest };
    return { default: { ...limits, timeoutRetry: retry, errorRetry: retry } };
  }
  return {
    policies: {
      manifestLoadPolicy: policy('playlist', 20_000),
      playlistLoadPolicy: policy('playlist', 20_000),
      keyLoadPolicy: policy('key', 20_000),
      fragLoadPolicy: policy('segment', 120_000),
    },
    /** Resets the count of a loaded part. */
    forget: (address: string) => void renewals.delete(address),
  };
}

/** Returns the cause of a missing part, by HTTP status; 0 for no response. */
function causeOf(status: number): PartFailure['cause'] {
  if (status === 0 || status === 408 || status >= 500) return 'away';
  return status === 403 || status === 404 || status === 410 ? 'expired' : 'refused';
}

interface NetworkInformation {
  readonly saveData?: boolean;
  readonly effectiveType?: Connection['kind'];
  readonly downlink?: number;
}

/** Reads the connection data of the browser (Network Information API, Chromium only). */
function readConnection(navigator: Navigator): Connection {
  const { connection } = navigator as { readonly connection?: NetworkInformation };
  return {
    sparesData: connection?.saveData === true,
    kind: connection?.effectiveType ?? null,
    megabits: connection?.downlink ?? null,
  };
}
