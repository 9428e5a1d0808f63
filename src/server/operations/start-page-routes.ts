import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { ok } from '#core/rules/basics/result.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { listAttention } from './list-attention.ts';
import { readFigures } from './read-figures.ts';

/** The start page of the back office. */
export function startPageRoutes({ db, clock, settings: { mode } }: ServerContext): readonly Route[] {
  return [
    route(operatorEndpoints.listAttention, async ({ caller }) => {
      const { operator, locale } = caller;
      const data = await listAttention(db, operator.permissions, {
        now: new Date(clock.now()),
        mode,
        locale,
      });
      return ok({ data });
    }),
    route(operatorEndpoints.getFigures, async ({ query: { from, to, step }, caller }) =>
      ok({ data: await readFigures(db, { from, to }, step, caller.locale) }),
    ),
  ];
}
