import type { Activity, LessonPage, Progress } from '#core/model/learning.ts';
import type { Page } from '#core/model/primitives.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';

/**
 * Lessons and where learners stopped in them (decisions §5). Lessons that the caller may not watch fail with `FORBIDDEN`
 * (403), unknown ones with `NOT_FOUND` (404). Everything but free lessons wants a learner, else 401.
 */
export interface Learning {
  /** What a player needs. Addresses of films work for some hours: read the lesson again rather than keep them. */
  getLesson(id: string): Promise<Result<LessonPage, CallFailure>>;
  /**
   * Keeps where the learner stopped, and answers what is kept: what is older than the kept progress changes nothing, and
   * a lesson once finished stays so. `is_leaving` means that the page may be gone before the answer comes; the call is
   * made all the same.
   */
  saveProgress(watched: {
    readonly lesson: string;
    readonly progress: Progress;
    readonly is_leaving: boolean;
  }): Promise<Result<Progress, CallFailure>>;
  /** Watched lessons of one course (by its id) or of all, newest first. Pages count from 1. */
  listActivities(question: {
    readonly course?: string | undefined;
    readonly number: number;
    readonly size: number;
  }): Promise<Result<Page<Activity>, CallFailure>>;
}
