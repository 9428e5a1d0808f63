import * as z from 'zod/mini';
import type { AreaDocs } from '#api/endpoint.ts';
import { byId, resource } from '#api/json-api.ts';
import { defineOperatorEndpoint } from '#api/operator-endpoint.ts';
import { done } from '#api/success-and-failure.ts';
import { operatorRole, operatorSession, signedInOperator } from '#core/model/operator.ts';
import {
  email,
  line,
  newPassword,
  repeatedPassword,
  secretToken,
  sixDigits,
  typedPassword,
} from '#core/model/primitives.ts';
import { lengths } from '#core/model/text-lengths.ts';

const signedIn = z.object({ data: resource('operators', signedInOperator) });

/** Six digits of the authenticator, or a recovery code in any spelling. */
const secondFactor = line(40, 6);

/** The session is a cookie that scripts cannot read. */
const logInOperator = defineOperatorEndpoint({
  name: 'logInOperator',
  method: 'POST',
  path: '/operator/session',
  permission: 'none',
  body: z.object({ email, password: typedPassword, code: secondFactor }),
  response: signedIn,
});

const getOperatorSession = defineOperatorEndpoint({
  name: 'getOperatorSession',
  method: 'GET',
  path: '/operator/session',
  permission: 'own',
  response: signedIn,
});

const logOutOperator = defineOperatorEndpoint({
  name: 'logOutOperator',
  method: 'DELETE',
  path: '/operator/session',
  permission: 'own',
  response: done,
});

const proveOperator = defineOperatorEndpoint({
  name: 'proveOperator',
  method: 'POST',
  path: '/operator/session/proof',
  permission: 'own',
  body: z.object({ code: secondFactor }),
  response: signedIn,
});

const renewRecoveryCodes = defineOperatorEndpoint({
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: '/operator/session/recovery-codes',
  permission: 'own',
  needsFreshProof: true,
  readsBody: false,
  response: z.object({ data: z.object({ recovery_codes: z.array(z.string()) }) }),
});

const changeOwnPassword = defineOperatorEndpoint({
  name: 'changeOwnPassword',
  method: 'POST',
  path: '/operator/session/password',
  permission: 'own',
  needsFreshProof: true,
  body: z.object({
    current_password: typedPassword,
    password: newPassword,
    password_confirmation: repeatedPassword,
  }),
  response: done,
});

const authenticator = {
  /** The secret of the second factor, base32, for typing. */
  secret: z.string(),
  /** The secret as a URI for a QR code. */
  otpauth_uri: z.string(),
};

const openAuthenticator = defineOperatorEndpoint({
  name: 'openAuthenticator',
  method: 'POST',
  path: '/operator/session/authenticator',
  permission: 'own',
  needsFreshProof: true,
  readsBody: false,
  response: z.object({ data: z.object({ token: secretToken, ...authenticator }) }),
});

const replaceAuthenticator = defineOperatorEndpoint({
  name: 'replaceAuthenticator',
  method: 'PUT',
  path: '/operator/session/authenticator',
  permission: 'own',
  needsFreshProof: true,
  body: z.object({ token: secretToken, code: sixDigits }),
  response: done,
});

const listOperatorSessions = defineOperatorEndpoint({
  name: 'listOperatorSessions',
  method: 'GET',
  path: '/operator/sessions',
  permission: 'own',
  response: z.object({
    data: z.array(resource('operator_sessions', operatorSession)),
    /** Missing in responses of the previous version. */
    meta: z.optional(z.object({ recovery_codes_left: z.int() })),
  }),
});

const endOperatorSession = defineOperatorEndpoint({
  name: 'endOperatorSession',
  method: 'DELETE',
  path: '/operator/sessions/:id',
  permission: 'own',
  params: byId,
  response: done,
});

const invitation = z.object({
  email,
  name: z.string(),
  role: operatorRole,
  ...authenticator,
});

const openInvitation = defineOperatorEndpoint({
  name: 'openInvitation',
  method: 'POST',
  path: '/operator/invitation',
  permission: 'none',
  body: z.object({ token: secretToken }),
  response: z.object({ data: invitation }),
});

const acceptInvitation = defineOperatorEndpoint({
  name: 'acceptInvitation',
  method: 'POST',
  path: '/operator/invitation/accept',
  permission: 'none',
  status: 201,
  body: z.object({
    token: secretToken,
    name: line(lengths.fullName, 1),
    password: newPassword,
    password_confirmation: repeatedPassword,
    code: sixDigits,
  }),
  response: z.object({
    data: resource('operators', signedInOperator),
    meta: z.object({ recovery_codes: z.array(z.string()) }),
  }),
});

export const operatorSessionEndpoints = {
  logInOperator,
  getOperatorSession,
  logOutOperator,
  proveOperator,
  renewRecoveryCodes,
  changeOwnPassword,
  openAuthenticator,
  replaceAuthenticator,
  listOperatorSessions,
  endOperatorSession,
  openInvitation,
  acceptInvitation,
};

const exampleCredentials = {
  email: 'johanna.brandt@example.org',
  password: 'three apples on a shelf',
  code: '123456',
};

export const operatorSessionDocs: AreaDocs<keyof typeof operatorSessionEndpoints> = {
  title: 'Sessions of operators',
  description:
    'A session is an HttpOnly cookie for `/api/operator`. It ends after 12 hours, or after 30 minutes ' +
    'without a call.',
  operations: {
    logInOperator: {
      summary: 'Log in',
      description:
        'Unknown address, wrong password and wrong code get the same response. `code`: six digits of the ' +
        'authenticator, each valid once, or a recovery code.',
      failures: ['WRONG_CREDENTIALS'],
      example: { body: exampleCredentials },
    },
    getOperatorSession: {
      summary: 'Read the current operator',
      description: 'Includes role and permissions.',
    },
    logOutOperator: { summary: 'Log out' },
    proveOperator: {
      summary: 'Prove the second factor again',
      failures: ['WRONG_CODE'],
      example: { body: { code: '123456' } },
    },
    renewRecoveryCodes: {
      summary: 'Create new recovery codes',
      description: 'They replace all earlier ones, and are returned only here.',
    },
    changeOwnPassword: {
      summary: 'Change your own password',
      description: 'Ends all other sessions. A wrong current password counts as a failed login.',
      failures: ['PASSWORDS_DIFFER', 'PASSWORD_TOO_COMMON', 'WRONG_PASSWORD'],
      example: {
        body: {
          current_password: 'three apples on a shelf',
          password: 'four pears in a bowl',
          password_confirmation: 'four pears in a bowl',
        },
      },
    },
    openAuthenticator: {
      summary: 'Begin to replace the authenticator',
      description: 'Each call returns another secret. The old authenticator is valid until it is replaced.',
    },
    replaceAuthenticator: {
      summary: 'Replace the authenticator',
      description:
        'With a code of the new one and the token of its secret. The old one and all other sessions become ' +
        'invalid; recovery codes stay valid.',
      failures: ['WRONG_CODE'],
      example: { body: { code: '123456' } },
    },
    listOperatorSessions: {
      summary: 'List your own sessions',
      description: 'Last used first. `meta.recovery_codes_left`: number of unused recovery codes.',
    },
    endOperatorSession: {
      summary: 'End one of your own sessions',
      description: 'Including the current one.',
    },
    openInvitation: {
      summary: 'Read an invitation',
      description:
        'The secret of the second factor stays the same until the invitation is accepted or replaced.',
      failures: ['LINK_EXPIRED'],
    },
    acceptInvitation: {
      summary: 'Accept an invitation',
      description: 'The recovery codes are returned only here. Each replaces the authenticator once.',
      failures: ['LINK_EXPIRED', 'PASSWORDS_DIFFER', 'PASSWORD_TOO_COMMON', 'WRONG_CODE'],
      example: { body: { code: '123456', name: 'Johanna Brandt' } },
    },
  },
};
