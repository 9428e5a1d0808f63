import { endpoints } from '#api/endpoints.ts';
import { done, type Route, route } from '#server/platform/http/route.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { recordRegistrationSource } from './registration-source.ts';

/** Routes for the origin of registrations. */
export function trackingRoutes(context: ServerContext): readonly Route[] {
  return [
    route(endpoints.trackUtm, async ({ body, caller }) => {
      return done(await recordRegistrationSource(context, caller.user.id, body));
    }),
  ];
}
