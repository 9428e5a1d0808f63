import * as z from 'zod/mini';
import { salutations } from '#core/rules/address.ts';
import { subscriptionStatuses } from '#core/rules/session.ts';
import { defineEndpoint } from './endpoint.ts';
import { done } from './failure.ts';
import {
  email,
  locale,
  newPassword,
  resource,
  secretToken,
  text,
  typedPassword,
  uuid,
} from './primitives.ts';

/** The auth fields of specification §3 without the tokens; its type is `Learner` of core/rules. */
export const learner = z.object({
  sub: z.string(),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  salutation: z.enum(salutations),
  courses: z.array(z.string()),
  is_active: z.boolean(),
  is_subscribed: z.boolean(),
  newsletter: z.boolean(),
  declined_newsletter: z.boolean(),
  preferred_language: locale,
  subscription_status: z.enum(subscriptionStatuses),
  is_registered_with_funnel: z.boolean(),
});

const refreshToken = z.string().check(z.minLength(1), z.maxLength(512));

/** A started session: both tokens and the auth fields (decisions §9). */
export const session = z.object({
  success: z.literal(true),
  access: z.string(),
  refresh: z.string(),
  data: learner,
});

export type Session = z.output<typeof session>;

/** `POST /auth/login`: the same answer, in the same time, for unknown addresses and wrong passwords. */
export const logIn = defineEndpoint({
  name: 'logIn',
  method: 'POST',
  path: '/auth/login',
  body: z.object({ identifier: email, password: typedPassword }),
  answer: session,
});

/** `POST auth/logout`: ends the session of this refresh token; an unknown one is answered alike. */
export const logOut = defineEndpoint({
  name: 'logOut',
  method: 'POST',
  path: '/auth/logout',
  body: z.object({ refresh: refreshToken }),
  answer: done,
});

/** `POST auth/refresh`: a new access token; 401 `REFRESH_REFUSED` ends the session. */
export const refreshSession = defineEndpoint({
  name: 'refreshSession',
  method: 'POST',
  path: '/auth/refresh',
  body: z.object({ refresh: refreshToken }),
  answer: z.object({ success: z.literal(true), access: z.string() }),
});

/** `POST auth/code`: mails a six-digit login code to the e-mail of a guest cart or order (decisions §4). */
export const requestLoginCode = defineEndpoint({
  name: 'requestLoginCode',
  method: 'POST',
  path: '/auth/code',
  status: 202,
  body: z.object({ email, cart_id: secretToken, locale }),
  answer: done,
});

/** `POST auth/code/login`: logs in with the six digits from the mail. */
export const logInWithCode = defineEndpoint({
  name: 'logInWithCode',
  method: 'POST',
  path: '/auth/code/login',
  body: z.object({ email, code: z.string().check(z.regex(/^[0-9]{6}$/)) }),
  answer: session,
});

/** `POST users`: a JSON:API user resource; logs the new user in (decisions §5). */
export const registerUser = defineEndpoint({
  name: 'registerUser',
  method: 'POST',
  path: '/users',
  status: 201,
  mediaType: 'application/vnd.api+json',
  body: z.object({
    data: z.object({
      type: z.literal('users'),
      attributes: z.object({
        email,
        password: newPassword,
        password_confirmation: z.string(),
        firstname: z._default(text(80), ''),
        lastname: z._default(text(80), ''),
        salutation: z._default(z.enum(salutations), 'none'),
        newsletter: z._default(z.boolean(), false),
        preferred_language: z.optional(locale),
      }),
    }),
  }),
  answer: session,
});

const userDocument = z.object({ data: resource('users', learner) });

/** `GET users/{id}`: the auth fields; only one's own. */
export const getUser = defineEndpoint({
  name: 'getUser',
  method: 'GET',
  path: '/users/:id',
  access: 'user',
  params: z.object({ id: uuid }),
  answer: userDocument,
});

/**
 * `PATCH users/{id}`: names, salutation, language, newsletter. A changed e-mail counts once it was confirmed by a link
 * sent there, and a wished newsletter likewise; until then the answer shows them as they were (decisions §5).
 */
export const updateUser = defineEndpoint({
  name: 'updateUser',
  method: 'PATCH',
  path: '/users/:id',
  access: 'user',
  mediaType: 'application/vnd.api+json',
  params: z.object({ id: uuid }),
  body: z.object({
    data: z.object({
      type: z.literal('users'),
      id: uuid,
      attributes: z.object({
        firstname: z.optional(text(80)),
        lastname: z.optional(text(80)),
        salutation: z.optional(z.enum(salutations)),
        preferred_language: z.optional(locale),
        declined_newsletter: z.optional(z.boolean()),
        newsletter: z.optional(z.boolean()),
        email: z.optional(email),
      }),
    }),
  }),
  answer: userDocument,
});

/** `POST /accounts/check`: whether the e-mail has an account; rate limited, wants the id of a cart that is not empty. */
export const checkAccount = defineEndpoint({
  name: 'checkAccount',
  method: 'POST',
  path: '/accounts/check',
  body: z.object({ email, save: z._default(z.boolean(), false), id: secretToken }),
  answer: z.object({ success: z.literal(true), exists: z.boolean() }),
});

/** `PUT accounts/complete`: completes an account made by a purchase, with the token of the mail or logged in. */
export const completeAccount = defineEndpoint({
  name: 'completeAccount',
  method: 'PUT',
  path: '/accounts/complete',
  access: 'optional_user',
  body: z.object({
    token: z.optional(secretToken),
    salutation: z._default(z.enum(salutations), 'none'),
    firstname: z._default(text(80), ''),
    lastname: z._default(text(80), ''),
    password: newPassword,
    password_confirmation: z.string(),
    newsletter: z._default(z.boolean(), false),
  }),
  answer: session,
});

/** `POST password/request`: mails a link; the same answer, in the same time, for known and unknown addresses. */
export const requestPasswordReset = defineEndpoint({
  name: 'requestPasswordReset',
  method: 'POST',
  path: '/password/request',
  status: 202,
  body: z.object({ email }),
  answer: done,
});

/** `POST password/reset`: sets a password with a link's token, which works once within 60 minutes; ends all sessions. */
export const resetPassword = defineEndpoint({
  name: 'resetPassword',
  method: 'POST',
  path: '/password/reset',
  body: z.object({ token: secretToken, password: newPassword, password_confirmation: z.string() }),
  answer: done,
});

/** `POST password/change`: ends every session and answers a new one, so that the caller alone stays logged in. */
export const changePassword = defineEndpoint({
  name: 'changePassword',
  method: 'POST',
  path: '/password/change',
  access: 'user',
  body: z.object({
    current_password: typedPassword,
    password: newPassword,
    password_confirmation: z.string(),
  }),
  answer: session,
});

export const accountEndpoints = {
  logIn,
  logOut,
  refreshSession,
  requestLoginCode,
  logInWithCode,
  registerUser,
  getUser,
  updateUser,
  checkAccount,
  completeAccount,
  requestPasswordReset,
  resetPassword,
  changePassword,
};
