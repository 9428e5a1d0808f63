import { normaliseEmail } from '#core/model/email-address.ts';
import { lengths } from '#core/model/text-lengths.ts';
import type { Learner } from '#core/model/user.ts';
import { type Locale, maxWishListItems } from '#core/model/values.ts';
import { type CallFailure, mapResult, ok, type Result } from '#core/rules/basics/result.ts';
import type { UtmData } from '#core/rules/tracking/attribution.ts';
import { toMemoryCard } from './memory-catalogue-calls.ts';
import {
  type Caller,
  callingUser,
  endMemorySessions,
  findMemoryUser,
  keepMemoryUser,
  type MemoryCalls,
  type MemoryMail,
  type MemoryServer,
  type MemoryUser,
  pageOf,
  refuse,
} from './memory-server.ts';

/** Lifetime of an access token in seconds. */
const accessSeconds = 600;

function base64Url(value: unknown): string {
  return btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function issueAccess(server: MemoryServer, sub: string, refresh: string): string {
  const iat = Math.floor(server.clock.now() / 1000);
  const exp = iat + accessSeconds;
  const token = `${base64Url({ alg: 'none' })}.${base64Url({ sub, iat, exp, jti: server.ids.uuid() })}.memory`;
  server.accessTokens.set(token, refresh);
  return token;
}

function beginSession(server: MemoryServer, { learner }: MemoryUser) {
  const refresh = server.ids.uuid();
  const { sub } = learner;
  const created_at = new Date(server.clock.now()).toISOString();
  server.refreshTokens.set(refresh, { id: server.ids.uuid(), sub, created_at });
  const device_token = `known.${sub}`;
  return ok({ access: issueAccess(server, sub, refresh), refresh, device_token, item: learner });
}

/** Returns a failure when a new password is too short or differs from its confirmation. */
function checkNewPassword(password: string, confirmation: string): Result<null, CallFailure> {
  if (password.length < lengths.password.minimum)
    return refuse('INVALID_INPUT', { password: 'INVALID_INPUT' });
  return password === confirmation ? ok(null) : refuse('PASSWORDS_DIFFER');
}

/** Removes and returns the newest mail that matches; so each link and code works once. */
function takeMail(server: MemoryServer, fits: (mail: MemoryMail) => boolean): MemoryMail | undefined {
  const index = server.mailed.findLastIndex(fits);
  return index < 0 ? undefined : server.mailed.splice(index, 1)[0];
}

const takeSecret = (server: MemoryServer, secret: string): string | null =>
  takeMail(server, (mail) => mail.secret === secret && mail.link === undefined)?.to ?? null;

function mailSecret(server: MemoryServer, mail: Omit<MemoryMail, 'secret'>): void {
  server.mailed.push({ ...mail, secret: server.ids.uuid().replaceAll('-', '') });
}

const passkeyChallenge = { challenge: 'AAAA', timeout: 600_000 };

/** Creates an account without a password. */
export function newMemoryUser(server: MemoryServer, email: string, locale: Locale): MemoryUser {
  const learner = {
    sub: server.ids.uuid(),
    email: normaliseEmail(email),
    is_email_confirmed: false,
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
  return { learner, password: null, addresses: [], merged: new Map() };
}

/** Creates the API calls for sessions and registration. */
export function createSessionCalls(server: MemoryServer, caller: Caller): MemoryCalls {
  return {
    async logIn({ body: { identifier, password } }) {
      const user = findMemoryUser(server, identifier);
      return user?.password === password ? beginSession(server, user) : refuse('WRONG_CREDENTIALS');
    },
    async logInWithCode({ body: { email, code } }) {
      const isMeant = takeSecret(server, code) === normaliseEmail(email);
      const user = isMeant ? findMemoryUser(server, email) : undefined;
      return user === undefined ? refuse('WRONG_LOGIN_CODE') : beginSession(server, user);
    },
    openPasskeyLogIn: async () =>
      ok({ options: { ...passkeyChallenge, rpId: 'localhost', userVerification: 'required' } }),
    async logInWithPasskey({ body: { credential } }) {
      const user = server.users.get(server.passkeys.get(credential.id) ?? '');
      return user === undefined ? refuse('PASSKEY_REFUSED') : beginSession(server, user);
    },
    async requestLoginCode({ body: { email, cart_id } }) {
      if (cart_id !== undefined && !server.carts.has(cart_id)) return refuse('NOT_FOUND');
      const secret = String(100_000 + server.mailed.length);
      if (findMemoryUser(server, email) !== undefined) {
        server.mailed.push({ to: normaliseEmail(email), secret });
      }
      return ok({ request_id: server.ids.uuid() });
    },
    async refreshSession({ body: { refresh } }) {
      const session = server.refreshTokens.get(refresh);
      return session === undefined
        ? refuse('REFRESH_REFUSED')
        : ok({ access: issueAccess(server, session.sub, refresh) });
    },
    async logOut({ body: { refresh } }) {
      server.refreshTokens.delete(refresh);
      return ok(null);
    },
    async registerUser({ body }) {
      const { email, password, password_confirmation, preferred_language, ...names } = body;
      if (findMemoryUser(server, email) !== undefined) return refuse('EMAIL_TAKEN');
      const checked = checkNewPassword(password, password_confirmation);
      if (!checked.ok) return checked;
      const fresh = newMemoryUser(server, email, preferred_language ?? 'de');
      const { firstname = '', lastname = '' } = names;
      const learner = { ...fresh.learner, firstname, lastname };
      mailSecret(server, { to: learner.email, link: 'email_confirmation', sub: learner.sub });
      return beginSession(server, keepMemoryUser(server, { ...fresh, password, learner }));
    },
    async enterCampaign({ body: { email, password } }) {
      const known = findMemoryUser(server, email);
      if (known !== undefined && known.password !== password) return refuse('WRONG_CREDENTIALS');
      const checked = known === undefined ? checkNewPassword(password, password) : ok(null);
      if (!checked.ok) return checked;
      const user =
        known ?? keepMemoryUser(server, { ...newMemoryUser(server, normaliseEmail(email), 'de'), password });
      const session = beginSession(server, user);
      const spent = { is_new_account: known === undefined, redemption: null, refusal: null, detail: null };
      return mapResult(session, (begun) => ({ ...begun, ...spent }));
    },
    async completeAccount({ body: { token, password, password_confirmation, ...names } }) {
      const email = token === undefined ? null : takeSecret(server, token);
      const user = email === null ? callingUser(server, caller) : findMemoryUser(server, email);
      if (user === null || user === undefined) return refuse('LINK_EXPIRED');
      const checked = checkNewPassword(password, password_confirmation);
      if (!checked.ok) return checked;
      const { firstname = '', lastname = '', salutation = 'none' } = names;
      const learner = { ...user.learner, firstname, lastname, salutation, is_registered_with_funnel: false };
      return beginSession(server, keepMemoryUser(server, { ...user, password, learner }));
    },
    async checkAccount({ body: { email, id, save } }) {
      const cart = server.carts.get(id);
      if (cart === undefined || cart.lines.length === 0) return refuse('CART_EMPTY');
      if (save === true) server.carts.set(id, { ...cart, email });
      return ok({ exists: findMemoryUser(server, email) !== undefined });
    },
    async requestPasswordReset({ body: { email } }) {
      if (findMemoryUser(server, email) !== undefined) mailSecret(server, { to: normaliseEmail(email) });
      return ok(null);
    },
    async resetPassword({ body: { token, password, password_confirmation } }) {
      const checked = checkNewPassword(password, password_confirmation);
      if (!checked.ok) return checked;
      const email = takeSecret(server, token);
      const user = email === null ? undefined : findMemoryUser(server, email);
      if (user === undefined) return refuse('LINK_EXPIRED');
      keepMemoryUser(server, { ...user, password });
      endMemorySessions(server, ({ sub }) => sub === user.learner.sub);
      return ok(null);
    },
    async trackUtm({ body: { user_id, ...origin } }) {
      const user = callingUser(server, caller);
      if (user === null) return refuse('UNAUTHENTICATED');
      if (user.learner.sub !== user_id) return refuse('FORBIDDEN', { user_id: 'FORBIDDEN' });
      if (!server.origins.has(user_id)) server.origins.set(user_id, origin as UtmData);
      return ok(null);
    },
  };
}

/** Creates the API calls with which learners manage their own account. */
export function createAccountCalls(server: MemoryServer, caller: Caller): MemoryCalls {
  /** Runs `work` for the learner who calls. If `sub` is given, only the learner with this id may call. */
  function asOwner<Value>(
    sub: string | null,
    work: (user: MemoryUser) => Result<Value, CallFailure>,
  ): Result<Value, CallFailure> {
    const user = callingUser(server, caller);
    if (user === null) return refuse('UNAUTHENTICATED');
    return sub === null || user.learner.sub === sub ? work(user) : refuse('FORBIDDEN');
  }

  function changeWishList(product_id: string, change: (items: readonly string[]) => readonly string[]) {
    return asOwner(null, ({ learner: { sub } }) => {
      const isKnown = server.facts.products.some((product) => product.id === product_id);
      if (!isKnown) return refuse('NOT_FOUND');
      const changed = change(server.wishLists.get(sub) ?? []);
      if (changed.length > maxWishListItems) return refuse('WISH_LIST_FULL');
      server.wishLists.set(sub, changed);
      return ok(null);
    });
  }

  function erase(sub: string): void {
    endMemorySessions(server, (session) => session.sub === sub);
    server.users.delete(sub);
  }

  const wrongPassword = (field: string) => refuse('WRONG_PASSWORD', { [field]: 'WRONG_PASSWORD' });
  const closedLink = () => refuse('LINK_EXPIRED', { token: 'LINK_EXPIRED' });

  return {
    getUser: async ({ params: { id } }) => asOwner(id, ({ learner }) => ok({ id, ...learner })),
    updateUser: async ({ params: { id }, body }) =>
      asOwner(id, (user) => {
        const { email, newsletter: _, password, code: _code, ...plain } = body ?? {};
        if (email !== undefined && password !== user.password) {
          return wrongPassword('/data/attributes/password');
        }
        const { learner } = keepMemoryUser(server, {
          ...user,
          learner: { ...user.learner, ...(plain as Partial<Learner>) },
        });
        const wanted = email === undefined ? learner.email : normaliseEmail(email);
        if (wanted !== learner.email && findMemoryUser(server, wanted) === undefined) {
          mailSecret(server, { to: wanted, link: 'email_change', sub: id });
        }
        return ok({ id, ...learner });
      }),
    changePassword: async ({ body: { current_password, password, password_confirmation } }) =>
      asOwner(null, (user) => {
        const checked = checkNewPassword(password, password_confirmation);
        if (!checked.ok) return checked;
        if (user.password !== current_password) return wrongPassword('/current_password');
        endMemorySessions(server, ({ sub }) => sub === user.learner.sub);
        return beginSession(server, keepMemoryUser(server, { ...user, password }));
      }),
    requestEmailConfirmation: async () =>
      asOwner(null, ({ learner: { sub, email, is_email_confirmed } }) => {
        if (!is_email_confirmed) mailSecret(server, { to: email, link: 'email_confirmation', sub });
        return ok(null);
      }),
    async confirmEmail({ body: { token } }) {
      const fits = ({ link, secret }: MemoryMail) =>
        secret === token && (link === 'email_change' || link === 'email_confirmation');
      const user = server.users.get(server.mailed.find(fits)?.sub ?? '');
      if (user === undefined) return closedLink();
      return asOwner(user.learner.sub, () => {
        const email = takeMail(server, fits)?.to ?? user.learner.email;
        keepMemoryUser(server, { ...user, learner: { ...user.learner, email, is_email_confirmed: true } });
        return ok(null);
      });
    },
    deleteAccount: async ({ params: { id }, body: { password } = {} }) =>
      asOwner<{ state: 'deleted' | 'link_sent' }>(id, (user) => {
        if (user.password === null) {
          mailSecret(server, { to: user.learner.email, link: 'account_deletion', sub: id });
          return ok({ state: 'link_sent' });
        }
        if (user.password !== password) return wrongPassword('/password');
        erase(id);
        return ok({ state: 'deleted' });
      }),
    async confirmAccountDeletion({ body: { token } }) {
      const mail = takeMail(server, ({ link, secret }) => link === 'account_deletion' && secret === token);
      if (mail?.sub === undefined || !server.users.has(mail.sub)) return closedLink();
      erase(mail.sub);
      return ok({ user_id: mail.sub });
    },
    openNewPasskey: async () =>
      asOwner(null, ({ learner: { sub, email, is_email_confirmed } }) =>
        is_email_confirmed
          ? ok({
              options: {
                ...passkeyChallenge,
                rp: { id: 'localhost', name: 'Meisterhand' },
                user: { id: sub, name: email, displayName: email },
                pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
                excludeCredentials: [],
                authenticatorSelection: {
                  residentKey: 'required',
                  requireResidentKey: true,
                  userVerification: 'required',
                },
                attestation: 'none',
              },
            })
          : refuse('EMAIL_NOT_CONFIRMED'),
      ),
    addPasskey: async ({ body: { credential } }) =>
      asOwner(null, ({ learner: { sub } }) => {
        server.passkeys.set(credential.id, sub);
        const created_at = new Date(server.clock.now()).toISOString();
        return ok({ id: credential.id, name: '', is_synced: false, created_at, last_used_at: null });
      }),
    listAddresses: async ({ query } = {}) => asOwner(null, ({ addresses }) => ok(pageOf(addresses, query))),
    listWishListItems: async ({ query } = {}) =>
      asOwner(null, ({ learner: { sub } }) => {
        const listed = (server.wishLists.get(sub) ?? []).flatMap((id) =>
          server.facts.products.filter((product) => product.id === id).map(toMemoryCard),
        );
        return ok(pageOf(listed, query));
      }),
    addWishListItem: async ({ params: { product_id } }) =>
      changeWishList(product_id, (items) => (items.includes(product_id) ? items : [product_id, ...items])),
    addWishListItems: async ({ body: { product_ids } }) =>
      asOwner(null, ({ learner: { sub } }) => {
        const items = server.wishLists.get(sub) ?? [];
        const known = server.facts.products.map(({ id }) => id);
        const wanted = [...new Set(product_ids)].filter((id) => known.includes(id) && !items.includes(id));
        const added = wanted.slice(0, maxWishListItems - items.length);
        server.wishLists.set(sub, [...added, ...items]);
        return ok({ left_out: wanted.length - added.length });
      }),
    removeWishListItem: async ({ params: { product_id } }) =>
      changeWishList(product_id, (items) => items.filter((id) => id !== product_id)),
  };
}
