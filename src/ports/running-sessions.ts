import type { Page } from '#core/model/primitives.ts';
import type { RunningSession } from '#core/model/user.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';

/** Where a learner is logged in. A guest is refused with `UNAUTHENTICATED`, status 401. */
export interface RunningSessions {
  /** Last used first. Pages count from 1. */
  list(page: {
    readonly number: number;
    readonly size: number;
  }): Promise<Result<Page<RunningSession>, CallFailure>>;
  /** Ends one at once, also the caller's own. One that is over, or somebody else's, fails with `NOT_FOUND`, 404. */
  end(id: string): Promise<Result<null, CallFailure>>;
  /** Ends all but the caller's own. */
  endOthers(): Promise<Result<null, CallFailure>>;
}
