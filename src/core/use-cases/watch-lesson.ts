import type { Progress } from '#core/model/learning.ts';
import { isAtEnd } from '#core/rules/learning.ts';
import type { SessionStore } from '#core/state/session-store.ts';
import type { Clock } from '#ports/clock.ts';
import type { Learning } from '#ports/learning.ts';
import type { LearningActions } from './shop-actions.ts';

interface Dependencies {
  readonly clock: Clock;
  readonly learning: Learning;
  readonly session: SessionStore;
}

/** While a film plays, its position is kept this often, in milliseconds. */
const interval = 10_000;

/**
 * Keeps where a learner stops in a lesson (decisions §5): as soon as the film begins, every ten seconds while it plays, at
 * each pause and at leaving. Each save says when it was watched, so one that arrives late never sets back. A guest's
 * progress is kept nowhere.
 */
export function createWatchLesson({
  clock,
  learning,
  session,
}: Dependencies): LearningActions['watchLesson'] {
  return (lesson, onKept) => {
    let savedAt: number | null = null;
    let said: Pick<Progress, 'position_seconds' | 'is_finished'> | null = null;

    async function save(position: number, length: number, is_leaving: boolean): Promise<void> {
      const position_seconds = Math.max(0, Math.floor(position));
      const is_finished = isAtEnd(position, length);
      savedAt = clock.now();
      const isSaid = said?.position_seconds === position_seconds && said.is_finished === is_finished;
      if (isSaid || session.snapshot.status !== 'logged_in') return;
      said = { position_seconds, is_finished };
      const watched_at = new Date(savedAt).toISOString();
      const answer = await learning.saveProgress({ lesson, progress: { ...said, watched_at }, is_leaving });
      // Said again by the next save, whatever it says.
      if (!answer.ok) said = null;
      onKept(answer.ok);
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
