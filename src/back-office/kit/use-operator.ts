import { useRouteLoaderData } from 'react-router';
import type { SignedInOperator } from '#core/model/operator.ts';

/** Id of the route that loads the operator. */
export const shellRouteId = 'shell';

/** Returns the logged-in operator. Only for components below the shell's route. */
export function useOperator(): SignedInOperator {
  return useRouteLoaderData(shellRouteId) as SignedInOperator;
}
