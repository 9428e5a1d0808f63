import * as z from 'zod/mini';
import { type AreaDocs, defineEndpoint } from '#api/endpoint.ts';
import { byId, resource } from '#api/json-api.ts';
import { done } from '#api/success-and-failure.ts';
import type { FailureCode } from '#core/model/failure.ts';
import {
  email,
  line,
  locale,
  newPassword,
  printable,
  repeatedPassword,
  secretToken,
  sixDigits,
  typedPassword,
  uuid,
} from '#core/model/primitives.ts';
import { salutations } from '#core/model/salutation.ts';
import { lengths } from '#core/model/text-lengths.ts';
import { learner, session } from '#core/model/user.ts';

/** A new password, typed twice. */
export const passwordTwice = { password: newPassword, password_confirmation: repeatedPassword };

const name = z._default(line(lengths.name).check(printable), '');
/** Names of a new account, if known. */
export const accountNames = { firstname: name, lastname: name };

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
        ...passwordTwice,
        ...accountNames,
        salutation: z._default(z.enum(salutations), 'none'),
        newsletter: z._default(z.boolean(), false),
        preferred_language: z.optional(locale),
      }),
    }),
  }),
  response: session,
});

const userDocument = z.object({ data: resource('users', learner) });

const getUser = defineEndpoint({
  name: 'getUser',
  method: 'GET',
  path: '/users/:id',
  access: 'user',
  params: byId,
  response: userDocument,
});

export const updateUser = defineEndpoint({
  name: 'updateUser',
  method: 'PATCH',
  path: '/users/:id',
  access: 'user',
  mediaType: 'application/vnd.api+json',
  params: byId,
  body: z.object({
    data: z.object({
      type: z.literal('users'),
      id: uuid,
      attributes: z.object({
        firstname: z.optional(line(lengths.name).check(printable)),
        lastname: z.optional(line(lengths.name).check(printable)),
        salutation: z.optional(z.enum(salutations)),
        preferred_language: z.optional(locale),
        declined_newsletter: z.optional(z.boolean()),
        newsletter: z.optional(z.boolean()),
        email: z.optional(email),
        /** A new e-mail address requires the password, or the code that was mailed to the current address. */
        password: z.optional(typedPassword),
        code: z.optional(sixDigits),
      }),
    }),
  }),
  response: userDocument,
});

const checkAccount = defineEndpoint({
  name: 'checkAccount',
  method: 'POST',
  path: '/accounts/check',
  body: z.object({ email, save: z._default(z.boolean(), false), id: secretToken }),
  response: z.object({ success: z.literal(true), exists: z.boolean() }),
});

export const completeAccount = defineEndpoint({
  name: 'completeAccount',
  method: 'PUT',
  path: '/accounts/complete',
  access: 'optional_user',
  body: z.object({
    token: z.optional(secretToken),
    salutation: z._default(z.enum(salutations), 'none'),
    ...accountNames,
    ...passwordTwice,
    newsletter: z._default(z.boolean(), false),
  }),
  response: session,
});

const requestPasswordReset = defineEndpoint({
  name: 'requestPasswordReset',
  method: 'POST',
  path: '/password/request',
  status: 202,
  body: z.object({ email }),
  response: done,
});

const resetPassword = defineEndpoint({
  name: 'resetPassword',
  method: 'POST',
  path: '/password/reset',
  body: z.object({ token: secretToken, ...passwordTwice }),
  response: done,
});

const changePassword = defineEndpoint({
  name: 'changePassword',
  method: 'POST',
  path: '/password/change',
  access: 'user',
  body: z.object({ current_password: typedPassword, ...passwordTwice }),
  response: session,
});

const requestEmailConfirmation = defineEndpoint({
  name: 'requestEmailConfirmation',
  method: 'POST',
  path: '/accounts/email/request',
  status: 202,
  access: 'user',
  response: done,
});

const requestEmailCode = defineEndpoint({
  name: 'requestEmailCode',
  method: 'POST',
  path: '/accounts/email/code',
  status: 202,
  access: 'user',
  response: done,
});

const undoEmailChange = defineEndpoint({
  name: 'undoEmailChange',
  method: 'POST',
  path: '/accounts/email/undo',
  body: z.object({ token: secretToken }),
  response: done,
});

const confirmEmail = defineEndpoint({
  name: 'confirmEmail',
  method: 'POST',
  path: '/accounts/email/confirm',
  access: 'optional_user',
  body: z.object({ token: secretToken }),
  response: done,
});

export const accountEndpoints = {
  requestEmailCode,
  undoEmailChange,
  requestEmailConfirmation,
  confirmEmail,
  registerUser,
  getUser,
  updateUser,
  checkAccount,
  completeAccount,
  requestPasswordReset,
  resetPassword,
  changePassword,
};

const refusedPasswords: readonly FailureCode[] = ['PASSWORD_TOO_COMMON', 'PASSWORDS_DIFFER'];
export const examplePassword = {
  password: 'three apples on a shelf',
  password_confirmation: 'three apples on a shelf',
};

export const accountDocs: AreaDocs<keyof typeof accountEndpoints> = {
  title: 'Accounts',
  description:
    'Created by registration or by a guest’s purchase; only the owner can read and change an account.',
  operations: {
    registerUser: {
      summary: 'Create an account',
      description:
        'Logs in the new user and mails a link that confirms the e-mail address. Until then, the account ' +
        'gets no data that is linked only by that address.',
      failures: ['EMAIL_TAKEN', ...refusedPasswords],
      example: {
        body: {
          data: {
            type: 'users',
            attributes: {
              email: 'johanna.brandt@example.org',
              ...examplePassword,
              firstname: 'Johanna',
              lastname: 'Brandt',
            },
          },
        },
      },
    },
    getUser: { summary: 'Read your own account' },
    updateUser: {
      summary: 'Change your own account',
      description:
        'Changes only the attributes sent. A changed e-mail address and a newsletter subscription take ' +
        'effect when confirmed by a link in a mail; until then the response shows the old values. A ' +
        'changed e-mail address needs `password`, or the `code` mailed to the current address.',
      failures: ['EMAIL_NOT_CONFIRMED', 'WRONG_PASSWORD', 'WRONG_CODE'],
      example: {
        body: {
          data: {
            type: 'users',
            id: '01937f2e-5a30-7c61-9b5e-3f2a1d4c8e70',
            attributes: { firstname: 'Johanna', preferred_language: 'en' },
          },
        },
      },
    },
    checkAccount: {
      summary: 'Check whether an e-mail address has an account',
      description:
        'Requires the id of a cart that is not empty; `save` stores the e-mail address in that cart.',
      failures: ['NOT_FOUND', 'CART_EMPTY'],
    },
    completeAccount: {
      summary: 'Complete an account created by a purchase',
      description: 'With the token from the mail, or logged in.',
      failures: ['UNAUTHENTICATED', 'LINK_EXPIRED', 'FORBIDDEN', ...refusedPasswords],
      example: { body: { token: 'pZ3vX0cT5m2uQ8sLr1YdKw', ...examplePassword } },
    },
    requestEmailCode: {
      summary: 'Request a code for changing your e-mail address',
      description: 'Six digits to the current address, valid for ten minutes.',
    },
    undoEmailChange: {
      summary: 'Undo a change of e-mail address',
      description:
        'With the token from the mail to the former address, once within seven days. Invalidates password ' +
        'and sessions.',
      failures: ['LINK_EXPIRED', 'EMAIL_TAKEN'],
    },
    requestEmailConfirmation: {
      summary: 'Request the link that confirms your e-mail address',
      description: 'No mail is sent if the address is already confirmed.',
    },
    confirmEmail: {
      summary: 'Confirm an e-mail address',
      description:
        'With the token from the mail, once, in a session of the account: within a week after ' +
        'registration, within 60 minutes after a change of address.',
      failures: ['LINK_EXPIRED', 'UNAUTHENTICATED', 'WRONG_SESSION'],
    },
    changePassword: {
      summary: 'Change your own password',
      description: 'Ends all sessions and returns a new one.',
      failures: ['WRONG_PASSWORD', ...refusedPasswords],
      example: {
        body: {
          current_password: 'three apples on a shelf',
          password: 'four pears in a bowl',
          password_confirmation: 'four pears in a bowl',
        },
      },
    },
    requestPasswordReset: {
      summary: 'Request a link to set a new password',
      description: 'Known and unknown addresses get the same response after the same time.',
    },
    resetPassword: {
      summary: 'Set a new password with the token of a link',
      description: 'A link works once, within 60 minutes. Ends all sessions.',
      failures: ['LINK_EXPIRED', ...refusedPasswords],
      example: { body: { token: 'pZ3vX0cT5m2uQ8sLr1YdKw', ...examplePassword } },
    },
  },
};
