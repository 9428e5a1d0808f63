import * as z from 'zod/mini';
import { type AreaDocs, defineEndpoint } from '#api/endpoint.ts';
import { byId, resource } from '#api/json-api.ts';
import { done } from '#api/success-and-failure.ts';
import type { FailureCode } from '#core/model/failure.ts';
import {
  drawn,
  email,
  line,
  locale,
  newPassword,
  secretToken,
  sixDigits,
  typedAgain,
  typedPassword,
  uuid,
} from '#core/model/primitives.ts';
import { salutations } from '#core/model/salutation.ts';
import { lengths } from '#core/model/text-lengths.ts';
import { learner, session } from '#core/model/user.ts';

/** A new password, typed twice. */
export const passwordTwice = { password: newPassword, password_confirmation: typedAgain };

const name = z._default(line(lengths.name).check(drawn), '');
/** Of a new account, where they are known. */
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
        firstname: z.optional(line(lengths.name).check(drawn)),
        lastname: z.optional(line(lengths.name).check(drawn)),
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
  description: 'Made by registering or by a guest’s purchase; read and changed by their owners only.',
  operations: {
    registerUser: {
      summary: 'Open an account',
      description:
        'Logs the new user in and mails a link that confirms the address. Until then nothing that is only known by the ' +
        'address belongs to the account.',
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
    getUser: { summary: 'Read one’s own account' },
    updateUser: {
      summary: 'Change one’s own account',
      description:
        'Only the attributes sent are changed. A changed e-mail and a requested newsletter count once they were confirmed ' +
        'by a link in a mail; until then the response shows the old ones. A changed e-mail needs `password`, or the ' +
        '`code` of a mail to the current address.',
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
      summary: 'Ask whether an e-mail has an account',
      description: 'Wants the id of a cart that is not empty; `save` keeps the e-mail with that cart.',
      failures: ['NOT_FOUND', 'CART_EMPTY'],
    },
    completeAccount: {
      summary: 'Complete an account made by a purchase',
      description: 'With the token of the mail, or logged in.',
      failures: ['UNAUTHENTICATED', 'LINK_EXPIRED', 'FORBIDDEN', ...refusedPasswords],
      example: { body: { token: 'pZ3vX0cT5m2uQ8sLr1YdKw', ...examplePassword } },
    },
    requestEmailCode: {
      summary: 'Ask for a code that allows to change one’s e-mail',
      description: 'Six digits to the current address, good for ten minutes.',
    },
    undoEmailChange: {
      summary: 'Undo a changed e-mail',
      description:
        'With the token of the mail to the former address, once within seven days. Ends password and sessions.',
      failures: ['LINK_EXPIRED', 'EMAIL_TAKEN'],
    },
    requestEmailConfirmation: {
      summary: 'Ask for the link that confirms one’s e-mail',
      description: 'An address that is confirmed already gets no mail.',
    },
    confirmEmail: {
      summary: 'Confirm an e-mail',
      description:
        'With the token of the mail, once, in a session of the account: the address of a registration within a week, ' +
        'a changed one within 60 minutes.',
      failures: ['LINK_EXPIRED', 'UNAUTHENTICATED', 'WRONG_SESSION'],
    },
    changePassword: {
      summary: 'Change one’s own password',
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
      summary: 'Ask for a link to set a new password',
      description: 'Known and unknown addresses get the same response after the same time.',
    },
    resetPassword: {
      summary: 'Set a new password with a link’s token',
      description: 'A link works once, within 60 minutes. Ends all sessions.',
      failures: ['LINK_EXPIRED', ...refusedPasswords],
      example: { body: { token: 'pZ3vX0cT5m2uQ8sLr1YdKw', ...examplePassword } },
    },
  },
};
