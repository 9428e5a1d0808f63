import type { Progress } from '#core/model/learning.ts';
import { isAtEnd } from '#core/rules/learning/lesson-progress.ts';
import { createWatchCount } from '#core/rules/learning/watch-count.ts';
import type { StorefrontContext } from '#core/storefront/kernel/context.ts';

/** Receives the events of the video player; positions and lengths in seconds. */
export interface Watching {
  /** Reports that the video is playing; must be called at least once a second. */
  played(position: number, length: number): void;
  /** Reports that the video was paused or has ended. */
  stopped(position: number, length: number): void;
  /** Reports that the page or the lesson is being left. */
  left(position: number, length: number): void;
}

export type OnSaved = (stored: Progress | null) => void;

/** Intervals while a video plays, in milliseconds: between saves, and between reports of viewing data. */
const interval = 10_000;
const countInterval = 60_000;

/**
 * Creates a function that saves a learner's position in a lesson: at the start, every ten seconds, at each pause and
 * when the page is left. Each save contains its time, so that a late request never overwrites a newer position. A
 * guest's progress is not saved.
 *
 * It also reports anonymous viewing data of all visitors every minute, at a pause and when the page is left. A lost
 * report is not repeated.
 */
export function createWatchLesson({ clock, shopApi, stores }: StorefrontContext) {
  /** `onSaved` is called after each save with the progress that the server has stored; null when the save failed. */
  return (lesson: string, onSaved: OnSaved): Watching => {
    const count = createWatchCount();
    let countedAt = clock.now();
    let savedAt: number | null = null;
    let sent: Pick<Progress, 'position_seconds' | 'is_finished'> | null = null;

    async function save(position: number, length: number, isLeaving: boolean): Promise<void> {
      const position_seconds = Math.max(0, Math.floor(position));
      const is_finished = isAtEnd(position, length);
      savedAt = clock.now();
      const isSent = sent?.position_seconds === position_seconds && sent.is_finished === is_finished;
      if (isSent || stores.session.snapshot.status !== 'logged_in') return;
      sent = { position_seconds, is_finished };
      const watched_at = new Date(savedAt).toISOString();
      const response = await shopApi.saveProgress({
        params: { lesson },
        body: { ...sent, watched_at },
        isLeaving,
      });
      // Forces the next save to be sent, even if its position is the same.
      if (!response.ok) sent = null;
      onSaved(response.ok ? response.value : null);
    }

    function addToSums(isLeaving: boolean): void {
      countedAt = clock.now();
      const report = count.take();
      if (report !== null) void shopApi.countWatching({ params: { lesson }, body: report, isLeaving });
    }

    return {
      played(position, length) {
        count.reached(position, length);
        if (clock.now() - countedAt >= countInterval) addToSums(false);
        const isDue = savedAt === null || clock.now() - savedAt >= interval;
        if (isDue) void save(position, length, false);
      },
      stopped(position, length) {
        count.reached(position, length);
        addToSums(false);
        void save(position, length, false);
      },
      left(position, length) {
        addToSums(true);
        // Without a save since the start of playback, nothing has changed.
        if (savedAt !== null) void save(position, length, true);
      },
    };
  };
}
