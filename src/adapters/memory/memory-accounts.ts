import { normaliseEmail } from '#core/rules/email-address.ts';
import type { CallFailure } from '#core/rules/failure.ts';
import type { Locale } from '#core/rules/locale.ts';
import { judgePassword } from '#core/rules/password.ts';
import type { Result } from '#core/rules/result.ts';
import { ok } from '#core/rules/result.ts';
import type { Accounts } from '#ports/accounts.ts';
import type { Addresses } from '#ports/addresses.ts';
import type { Profiles } from '#ports/profiles.ts';
import type { Sessions, StartedSession } from '#ports/sessions.ts';
import type { Caller, MemoryHost, MemoryUser } from './memory-host.ts';
import { callingUser, refuse } from './memory-host.ts';

/** How long an access token of the memory host counts, in seconds. */
const accessSeconds = 600;

function base64Url(value: unknown): string {
  return btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function issueAccess(host: MemoryHost, sub: string): string {
  const exp = Math.floor(host.clock.now() / 1000) + accessSeconds;
  const token = `${base64Url({ alg: 'none' })}.${base64Url({ sub, exp, jti: host.ids.uuid() })}.memory`;
  host.accessTokens.set(token, sub);
  return token;
}

function begin(host: MemoryHost, { learner }: MemoryUser): Result<StartedSession, CallFailure> {
  const refresh = host.ids.uuid();
  host.refreshTokens.set(refresh, learner.sub);
  return ok({ access: issueAccess(host, learner.sub), refresh, learner });
}

function findByEmail(host: MemoryHost, email: string): MemoryUser | undefined {
  return [...host.users.values()].find((user) => user.learner.email === normaliseEmail(email));
}

function judgeNewPassword(password: string, confirmation: string): Result<null, CallFailure> {
  if (judgePassword(password) !== null) return refuse('INVALID_INPUT', 422, { '/password': 'INVALID_INPUT' });
  return password === confirmation ? ok(null) : refuse('PASSWORDS_DIFFER', 422);
}

/** Takes the newest secret that was mailed to somebody; each works once. */
function takeSecret(host: MemoryHost, secret: string): string | null {
  const index = host.mailed.findLastIndex((mail) => mail.secret === secret);
  return index < 0 ? null : (host.mailed.splice(index, 1)[0]?.to ?? null);
}

/** Sessions on a host in memory. */
export function createMemorySessions(host: MemoryHost): Sessions {
  return {
    async logIn(identifier, password) {
      const user = findByEmail(host, identifier);
      return user?.password === password ? begin(host, user) : refuse('WRONG_CREDENTIALS', 401);
    },
    async logInWithCode(email, code) {
      const user = takeSecret(host, code) === normaliseEmail(email) ? findByEmail(host, email) : undefined;
      return user === undefined ? refuse('WRONG_LOGIN_CODE', 401) : begin(host, user);
    },
    async requestLoginCode(email, cart_id) {
      if (!host.carts.has(cart_id)) return refuse('NOT_FOUND', 404);
      const secret = String(100_000 + host.mailed.length);
      if (findByEmail(host, email) !== undefined) host.mailed.push({ to: normaliseEmail(email), secret });
      return ok(null);
    },
    async refresh(refresh) {
      const sub = host.refreshTokens.get(refresh);
      return sub === undefined ? refuse('REFRESH_REFUSED', 401) : ok(issueAccess(host, sub));
    },
    async logOut(refresh) {
      const sub = host.refreshTokens.get(refresh);
      host.refreshTokens.delete(refresh);
      for (const [token, owner] of host.accessTokens) if (owner === sub) host.accessTokens.delete(token);
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

function keep(host: MemoryHost, user: MemoryUser): MemoryUser {
  host.users.set(user.learner.sub, user);
  return user;
}

/** Accounts on a host in memory. */
export function createMemoryAccounts(host: MemoryHost, caller: Caller): Accounts {
  return {
    async register({ email, password, password_confirmation, preferred_language, firstname, lastname }) {
      if (findByEmail(host, email) !== undefined) return refuse('EMAIL_TAKEN', 409);
      const judged = judgeNewPassword(password, password_confirmation);
      if (!judged.ok) return judged;
      const fresh = newUser(host, email, preferred_language);
      return begin(
        host,
        keep(host, { ...fresh, password, learner: { ...fresh.learner, firstname, lastname } }),
      );
    },
    async complete({ token, password, password_confirmation, firstname, lastname }) {
      const email = token === undefined ? null : takeSecret(host, token);
      const user = email === null ? callingUser(host, caller) : findByEmail(host, email);
      if (user === null || user === undefined) return refuse('LINK_EXPIRED', 410);
      const judged = judgeNewPassword(password, password_confirmation);
      if (!judged.ok) return judged;
      const learner = { ...user.learner, firstname, lastname, is_registered_with_funnel: false };
      return begin(host, keep(host, { ...user, password, learner }));
    },
    async check(email, cart_id, save) {
      const cart = host.carts.get(cart_id);
      if (cart === undefined || cart.lines.length === 0) return refuse('CART_EMPTY', 409);
      if (save) host.carts.set(cart_id, { ...cart, email });
      return ok({ exists: findByEmail(host, email) !== undefined });
    },
    async requestPasswordReset(email) {
      if (findByEmail(host, email) !== undefined) {
        host.mailed.push({ to: normaliseEmail(email), secret: host.ids.uuid().replaceAll('-', '') });
      }
      return ok(null);
    },
    async resetPassword(token, password, password_confirmation) {
      const judged = judgeNewPassword(password, password_confirmation);
      if (!judged.ok) return judged;
      const email = takeSecret(host, token);
      const user = email === null ? undefined : findByEmail(host, email);
      if (user === undefined) return refuse('LINK_EXPIRED', 410);
      keep(host, { ...user, password });
      for (const [refresh, sub] of host.refreshTokens) {
        if (sub === user.learner.sub) host.refreshTokens.delete(refresh);
      }
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

/** The caller's own data on a host in memory. */
export function createMemoryProfiles(host: MemoryHost, caller: Caller): Profiles {
  const own = (sub: string): Result<MemoryUser, CallFailure> => {
    const user = callingUser(host, caller);
    if (user === null) return refuse('UNAUTHENTICATED', 401);
    return user.learner.sub === sub ? ok(user) : refuse('FORBIDDEN', 403);
  };
  return {
    async get(sub) {
      const user = own(sub);
      return user.ok ? ok(user.value.learner) : user;
    },
    async setPreferredLanguage(sub, preferred_language) {
      const user = own(sub);
      if (!user.ok) return user;
      const learner = { ...user.value.learner, preferred_language };
      return ok(keep(host, { ...user.value, learner }).learner);
    },
  };
}

/** The caller's address book on a host in memory. */
export function createMemoryAddresses(host: MemoryHost, caller: Caller): Addresses {
  return {
    async list() {
      const user = callingUser(host, caller);
      if (user === null) return refuse('UNAUTHENTICATED', 401);
      const items = user.addresses.toSorted(
        (one, other) => Number(other.is_default_shipping) - Number(one.is_default_shipping),
      );
      return ok({ items, number: 1, size: 20, total: items.length });
    },
  };
}
