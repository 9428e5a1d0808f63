import { logIn, logInWithCode, logOut, refreshSession, requestLoginCode } from '#api/sessions.ts';
import { mapResult } from '#core/rules/result.ts';
import type { Sessions } from '#ports/sessions.ts';
import type { ApiClient } from './api-client.ts';
import { toStartedSession } from './started-session.ts';

/** Sessions over HTTP. Its client must be one without fresh bearers, because this is what fetches them. */
export function createHttpSessions(client: ApiClient): Sessions {
  return {
    async logIn(identifier, password) {
      return mapResult(await client.call(logIn, { body: { identifier, password } }), toStartedSession);
    },
    async logInWithCode(email, code) {
      return mapResult(await client.call(logInWithCode, { body: { email, code } }), toStartedSession);
    },
    async requestLoginCode(email, cart_id, locale) {
      return mapResult(await client.call(requestLoginCode, { body: { email, cart_id, locale } }), () => null);
    },
    async refresh(refresh) {
      return mapResult(await client.call(refreshSession, { body: { refresh } }), ({ access }) => access);
    },
    async logOut(refresh) {
      return mapResult(await client.call(logOut, { body: { refresh } }), () => null);
    },
  };
}
