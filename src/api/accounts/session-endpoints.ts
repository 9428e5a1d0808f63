import * as z from 'zod/mini';
import { type AreaDocs, defineEndpoint } from '#api/endpoint.ts';
import { byId, pageOf, pageQuery, resource } from '#api/json-api.ts';
import { done } from '#api/success-and-failure.ts';
import { email, line, locale, secretToken, sixDigits, typedPassword, uuid } from '#core/model/primitives.ts';
import { runningSession as runningSessionModel, session } from '#core/model/user.ts';

const deviceToken = line(128);

const refreshToken = line(512, 1);

const logIn = defineEndpoint({
  name: 'logIn',
  method: 'POST',
  path: '/auth/login',
  body: z.object({ identifier: email, password: typedPassword, device_token: z.optional(deviceToken) }),
  response: session,
});

const logOut = defineEndpoint({
  name: 'logOut',
  method: 'POST',
  path: '/auth/logout',
  body: z.object({ refresh: refreshToken }),
  response: done,
});

const refreshSession = defineEndpoint({
  name: 'refreshSession',
  method: 'POST',
  path: '/auth/refresh',
  body: z.object({ refresh: refreshToken }),
  response: z.object({ success: z.literal(true), access: z.string() }),
});

const requestLoginCode = defineEndpoint({
  name: 'requestLoginCode',
  method: 'POST',
  path: '/auth/code',
  status: 202,
  body: z.object({ email, cart_id: z.optional(secretToken), locale, device_token: z.optional(deviceToken) }),
  response: z.object({ success: z.literal(true), request_id: uuid }),
});

const logInWithCode = defineEndpoint({
  name: 'logInWithCode',
  method: 'POST',
  path: '/auth/code/login',
  body: z.object({ email, code: sixDigits, request_id: z.optional(uuid) }),
  response: session,
});

const runningSession = resource('sessions', runningSessionModel);

export type SessionResource = z.output<typeof runningSession>;

const listSessions = defineEndpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/auth/sessions',
  access: 'user',
  query: z.object(pageQuery(20)),
  response: pageOf(runningSession),
});

const endOwnSession = defineEndpoint({
  name: 'endOwnSession',
  method: 'DELETE',
  path: '/auth/sessions/:id',
  access: 'user',
  params: byId,
  response: done,
});

const endOtherSessions = defineEndpoint({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/auth/sessions',
  access: 'user',
  response: done,
});

export const sessionEndpoints = {
  logIn,
  logOut,
  refreshSession,
  requestLoginCode,
  logInWithCode,
  listSessions,
  endOwnSession,
  endOtherSessions,
};

export const sessionDocs: AreaDocs<keyof typeof sessionEndpoints> = {
  title: 'Sessions',
  description:
    'A login returns an access token, valid for ten minutes, and a refresh token, valid until its session ' +
    'ends. Login, codes and links are limited by account and by network address.',
  operations: {
    logIn: {
      summary: 'Log in',
      description:
        'Unknown addresses and wrong passwords get the same response after the same time. With the ' +
        '`device_token` of an earlier login, the device has limits of its own.',
      failures: ['WRONG_CREDENTIALS'],
      example: { body: { identifier: 'lernende@meisterhand.example', password: 'meisterhand-demo' } },
    },
    logOut: {
      summary: 'End a session',
      description: 'An unknown token gets the same response.',
      example: { body: { refresh: 'pZ3vX0cT5m2uQ8sLr1YdKw' } },
    },
    refreshSession: {
      summary: 'Get a new access token',
      description: 'The refresh token does not change. `REFRESH_REFUSED`: the session has ended.',
      failures: ['REFRESH_REFUSED'],
      example: { body: { refresh: 'pZ3vX0cT5m2uQ8sLr1YdKw' } },
    },
    requestLoginCode: {
      summary: 'Request a login code by mail',
      description:
        'Six digits, valid for ten minutes, or for an hour if many were requested. `request_id`, sent with ' +
        'the login, separates your attempts from wrong guesses of others. `cart_id` must be that of a ' +
        'guest’s cart.',
      failures: ['NOT_FOUND'],
    },
    logInWithCode: {
      summary: 'Log in with a code from the mail',
      failures: ['WRONG_LOGIN_CODE'],
      example: { body: { email: 'johanna.brandt@example.org', code: '123456' } },
    },
    listSessions: { summary: 'List your own sessions', description: 'Last used first.' },
    endOwnSession: { summary: 'End one of your own sessions', description: 'Including the current one.' },
    endOtherSessions: {
      summary: 'End all other sessions',
      description: 'The calling session stays active.',
    },
  },
};
