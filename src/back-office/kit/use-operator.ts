import { useRouteLoaderData } from 'react-router';
import type { SignedInOperator } from '#core/model/operator.ts';

/** The id of the route that has loaded the operator. */
export const shellRouteId = 'shell';

/** Who is logged in; below the shell's route only. */
export function useOperator(): SignedInOperator {
  return useRouteLoaderData(shellRouteId) as SignedInOperator;
}
