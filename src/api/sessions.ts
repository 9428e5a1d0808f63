import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { done } from './failure.ts';
import { instant, pageOf, pageQuery, resource, uuid } from './primitives.ts';

const runningSession = resource(
  'sessions',
  z.object({
    /** Browser and system, for example `Firefox, Windows`; empty when they were not said. */
    device: z.string(),
    created_at: instant,
    /** To the minute. */
    last_used_at: instant,
    /** The session of this very call. */
    is_current: z.boolean(),
  }),
);

export type SessionResource = z.output<typeof runningSession>;

/** `GET auth/sessions`: where one is logged in, last used first. */
export const listSessions = defineEndpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/auth/sessions',
  access: 'user',
  query: z.object(pageQuery(20)),
  answer: pageOf(runningSession),
});

/** `DELETE auth/sessions/{id}`: logs one of one's own devices out at once, also this one. */
export const endOwnSession = defineEndpoint({
  name: 'endOwnSession',
  method: 'DELETE',
  path: '/auth/sessions/:id',
  access: 'user',
  params: z.object({ id: uuid }),
  answer: done,
});

/** `DELETE auth/sessions`: logs all of one's own devices out at once, except the one that calls. */
export const endOtherSessions = defineEndpoint({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/auth/sessions',
  access: 'user',
  answer: done,
});

export const sessionEndpoints = { listSessions, endOwnSession, endOtherSessions };
