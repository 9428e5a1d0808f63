import { useLocation, useNavigationType } from 'react-router';

/** State of a link to a lesson whose film begins by itself, because the press asked for it. */
export const playsAtOnce = { plays: true } as const;

/** Whether the page was opened by such a link. A reload and a way back in the history begin nothing. */
export function usePlaysAtOnce(): boolean {
  const { state }: { state: unknown } = useLocation();
  return useNavigationType() === 'PUSH' && typeof state === 'object' && state !== null && 'plays' in state;
}
