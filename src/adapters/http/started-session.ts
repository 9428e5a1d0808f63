import type { Session } from '#api/sessions.ts';
import type { StartedSession } from '#ports/sessions.ts';

/** A session as the host answers it, in the terms of the ports. */
export function toStartedSession({ access, refresh, data }: Session): StartedSession {
  return { access, refresh, learner: data };
}
