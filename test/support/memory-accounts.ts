import type { Locale } from '#core/model/primitives.ts';
import { newPassword } from '#core/model/primitives.ts';
import { normaliseEmail } from '#core/rules/address.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';

import { ok } from '#core/rules/result.ts';
import type { Accounts } from '#ports/accounts.ts';
import type { Sessions, StartedSession } from '#ports/sessions.ts';
import type { Caller, MemoryHost, MemoryUser } from './memory-host.ts';
import { callingUser, endMemorySessions, findMemoryUser, keepMemoryUser, refuse } from './memory-host.ts';

/** How long an access token of the memory host counts, in seconds. */
const accessSeconds = 600;

function base64Url(value: unknown): string {
  return btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function issueAccess(host: MemoryHost, sub: string, refresh: string): string {
  const exp = Math.floor(host.clock.now() / 1000) + accessSeconds;
  const token = `${base64Url({ alg: 'none' })}.${base64Url({ sub, exp, jti: host.ids.uuid() })}.memory`;
  host.accessTokens.set(token, refresh);
  return token;
}

/** Begins a session of a user. */
export function beginMemorySession(
  host: MemoryHost,
  { learner }: MemoryUser,
): Result<StartedSession, CallFailure> {
  const refresh = host.ids.uuid();
  const { sub } = learner;
  const created_at = new Date(host.clock.now()).toISOString();
  host.refreshTokens.set(refresh, { id: host.ids.uuid(), sub, created_at });
  return ok({ access: issueAccess(host, sub, refresh), refresh, learner });
}

/** Whether a new password may be set. */
export function judgeNewPassword(password: string, confirmation: string): Result<null, CallFailure> {
  if (!newPassword.safeParse(password).success)
    return refuse('INVALID_INPUT', 422, { '/password': 'INVALID_INPUT' });
  return password === confirmation ? ok(null) : refuse('PASSWORDS_DIFFER', 422);
}

/** Takes the newest secret that was mailed to somebody; each works once. */
function takeSecret(host: MemoryHost, secret: string): string | null {
  const index = host.mailed.findLastIndex((mail) => mail.secret === secret && mail.link === undefined);
  return index < 0 ? null : (host.mailed.splice(index, 1)[0]?.to ?? null);
}

/** Sessions on a host in memory. */
export function createMemorySessions(host: MemoryHost): Sessions {
  return {
    async logIn(identifier, password) {
      const user = findMemoryUser(host, identifier);
      return user?.password === password ? beginMemorySession(host, user) : refuse('WRONG_CREDENTIALS', 401);
    },
    async logInWithCode(email, code) {
      const user = takeSecret(host, code) === normaliseEmail(email) ? findMemoryUser(host, email) : undefined;
      return user === undefined ? refuse('WRONG_LOGIN_CODE', 401) : beginMemorySession(host, user);
    },
    async requestLoginCode(email, cart_id) {
      if (!host.carts.has(cart_id)) return refuse('NOT_FOUND', 404);
      const secret = String(100_000 + host.mailed.length);
      if (findMemoryUser(host, email) !== undefined) host.mailed.push({ to: normaliseEmail(email), secret });
      return ok(null);
    },
    async refresh(refresh) {
      const session = host.refreshTokens.get(refresh);
      return session === undefined
        ? refuse('REFRESH_REFUSED', 401)
        : ok(issueAccess(host, session.sub, refresh));
    },
    async logOut(refresh) {
      host.refreshTokens.delete(refresh);
      return ok(null);
    },
  };
}

function newUser(host: MemoryHost, email: string, locale: Locale): MemoryUser {
  const learner = {
    sub: host.ids.uuid(),
    email: normaliseEmail(email),
    firstname: '',
    lastname: '',
    salutation: 'none' as const,
    courses: [],
    is_active: true,
    is_subscribed: false,
    newsletter: false,
    declined_newsletter: false,
    preferred_language: locale,
    subscription_status: 'none' as const,
    is_registered_with_funnel: false,
  };
  return { learner, password: null, addresses: [], merged: [] };
}

/** Accounts on a host in memory. */
export function createMemoryAccounts(host: MemoryHost, caller: Caller): Accounts {
  return {
    async register({ email, password, password_confirmation, preferred_language, firstname, lastname }) {
      if (findMemoryUser(host, email) !== undefined) return refuse('EMAIL_TAKEN', 409);
      const judged = judgeNewPassword(password, password_confirmation);
      if (!judged.ok) return judged;
      const fresh = newUser(host, email, preferred_language);
      return beginMemorySession(
        host,
        keepMemoryUser(host, { ...fresh, password, learner: { ...fresh.learner, firstname, lastname } }),
      );
    },
    async complete({ token, password, password_confirmation, firstname, lastname, salutation }) {
      const email = token === undefined ? null : takeSecret(host, token);
      const user = email === null ? callingUser(host, caller) : findMemoryUser(host, email);
      if (user === null || user === undefined) return refuse('LINK_EXPIRED', 410);
      const judged = judgeNewPassword(password, password_confirmation);
      if (!judged.ok) return judged;
      const names = { firstname, lastname, salutation };
      const learner = { ...user.learner, ...names, is_registered_with_funnel: false };
      return beginMemorySession(host, keepMemoryUser(host, { ...user, password, learner }));
    },
    async check(email, cart_id, save) {
      const cart = host.carts.get(cart_id);
      if (cart === undefined || cart.lines.length === 0) return refuse('CART_EMPTY', 409);
      if (save) host.carts.set(cart_id, { ...cart, email });
      return ok({ exists: findMemoryUser(host, email) !== undefined });
    },
    async requestPasswordReset(email) {
      if (findMemoryUser(host, email) !== undefined) {
        host.mailed.push({ to: normaliseEmail(email), secret: host.ids.uuid().replaceAll('-', '') });
      }
      return ok(null);
    },
    async resetPassword(token, password, password_confirmation) {
      const judged = judgeNewPassword(password, password_confirmation);
      if (!judged.ok) return judged;
      const email = takeSecret(host, token);
      const user = email === null ? undefined : findMemoryUser(host, email);
      if (user === undefined) return refuse('LINK_EXPIRED', 410);
      keepMemoryUser(host, { ...user, password });
      endMemorySessions(host, ({ sub }) => sub === user.learner.sub);
      return ok(null);
    },
    async trackRegistration(origin, user_id) {
      const user = callingUser(host, caller);
      if (user === null) return refuse('UNAUTHENTICATED', 401);
      if (user.learner.sub !== user_id) return refuse('FORBIDDEN', 403, { '/user_id': 'FORBIDDEN' });
      if (!host.origins.has(user_id)) host.origins.set(user_id, origin);
      return ok(null);
    },
  };
}
