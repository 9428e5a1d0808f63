import { useLocation, useNavigationType } from 'react-router';

/** Router state of a link to a lesson whose film starts automatically. */
export const autoplayState = { plays: true } as const;

/** Returns whether the page was opened by such a link. False after a reload or a move in the history. */
export function useAutoplay(): boolean {
  const { state }: { state: unknown } = useLocation();
  return useNavigationType() === 'PUSH' && typeof state === 'object' && state !== null && 'plays' in state;
}
