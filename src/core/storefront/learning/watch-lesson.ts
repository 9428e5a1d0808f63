import type { Progress } from '#core/model/learning.ts';
import { isAtEnd } from '#core/rules/learning.ts';
import type { StorefrontContext } from '#core/storefront/context.ts';

/** A film that is being watched, as the player reports it; positions and lengths in seconds. */
export interface Watching {
  /** It plays and has come this far: to be called at least once a second. */
  played(position: number, length: number): void;
  /** It was paused, or has ended. */
  stopped(position: number, length: number): void;
  /** The page is about to go away, or another lesson takes this one's place. */
  left(position: number, length: number): void;
}

/** While a film plays, its position is saved this often, in milliseconds. */
const interval = 10_000;

/**
 * Saves where the learner stops in a lesson: as soon as the film begins, every ten seconds while it plays, at each pause
 * and at leaving. Each save carries when it was watched, so one that arrives late never sets back. A guest's progress
 * is not saved.
 */
export function createWatchLesson({ clock, shopApi, stores }: StorefrontContext) {
  /** `onSaved` gets of each save whether it succeeded. */
  return (lesson: string, onSaved: (isSaved: boolean) => void): Watching => {
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
      // The next save sends it again, whatever its position.
      if (!response.ok) sent = null;
      onSaved(response.ok);
    }

    return {
      played(position, length) {
        const isDue = savedAt === null || clock.now() - savedAt >= interval;
        if (isDue) void save(position, length, false);
      },
      stopped: (position, length) => void save(position, length, false),
      left(position, length) {
        // Nothing was played, so nothing has changed.
        if (savedAt !== null) void save(position, length, true);
      },
    };
  };
}
