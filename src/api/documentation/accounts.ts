import type { FailureCode } from '#api/failure.ts';
import type { Area } from './operation-text.ts';

const refusedPasswords = [
  'PASSWORD_TOO_COMMON',
  'PASSWORDS_DIFFER',
] as const satisfies readonly FailureCode[];

const learnerId = '01937f2e-5a30-7c61-9b5e-3f2a1d4c8e70';

export const sessions = {
  title: 'Sessions',
  description:
    'Logging in answers an access token, which lives ten minutes, and a refresh token, which lives until it is ended. ' +
    'Login, codes and links are limited by account and by address.',
  operations: {
    logIn: {
      summary: 'Log in',
      description: 'Unknown addresses and wrong passwords are answered alike, in the same time.',
      failures: ['WRONG_CREDENTIALS', 'TOO_MANY_ATTEMPTS'],
      example: { body: { identifier: 'lernende@meisterhand.example', password: 'meisterhand-demo' } },
    },
    logOut: {
      summary: 'End a session',
      description: 'An unknown token is answered alike.',
      example: { body: { refresh: 'pZ3vX0cT5m2uQ8sLr1YdKw' } },
    },
    refreshSession: {
      summary: 'Get a new access token',
      description: 'The refresh token stays as it is. `REFRESH_REFUSED` means that the session has ended.',
      failures: ['REFRESH_REFUSED'],
      example: { body: { refresh: 'pZ3vX0cT5m2uQ8sLr1YdKw' } },
    },
    requestLoginCode: {
      summary: 'Ask for a login code by mail',
      description: 'Six digits, good for ten minutes. Wants the id of a guest’s cart.',
      failures: ['NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
    },
    enterCampaign: {
      summary: 'Log in or register, and redeem a code',
      description: '`refusal` says why the code was not used; the login stands all the same.',
      failures: ['WRONG_CREDENTIALS', 'PASSWORD_TOO_COMMON', 'TOO_MANY_ATTEMPTS'],
      example: {
        body: {
          email: 'clara.winter@example.org',
          password: 'three apples on a shelf',
          code: 'GESCHENK-CLARA',
        },
      },
    },
    logInWithCode: {
      summary: 'Log in with a code from the mail',
      failures: ['WRONG_LOGIN_CODE', 'TOO_MANY_ATTEMPTS'],
      example: { body: { email: 'johanna.brandt@example.org', code: '123456' } },
    },
    listSessions: { summary: 'List where one is logged in', description: 'Last used first.' },
    endOwnSession: { summary: 'Log one of one’s own devices out', description: 'Also this one.' },
    endOtherSessions: {
      summary: 'Log all other devices out',
      description: 'The session that calls goes on.',
    },
  },
} as const satisfies Area;

export const accountData = {
  title: 'One’s own data',
  description: 'Everything the shop knows of a person as one document, and its deletion (GDPR).',
  operations: {
    exportAccount: { summary: 'Export everything about oneself', failures: ['TOO_MANY_ATTEMPTS'] },
    deleteAccount: {
      summary: 'Delete one’s own account',
      description:
        'At once with the password. An account without one is answered 202 and gets a link by mail. Orders and invoices ' +
        'are kept as long as tax law asks. Credit lapses with the account, so `forfeit_credit` has to be true while there is any.',
      otherSuccess: { status: 202, when: 'A link to confirm by is on its way.' },
      failures: ['WRONG_PASSWORD', 'CONTRACT_RENEWS', 'CREDIT_LEFT', 'ORDER_BUSY', 'TOO_MANY_ATTEMPTS'],
      example: { body: { password: 'three apples on a shelf' } },
    },
    confirmAccountDeletion: {
      summary: 'Delete an account by the link of its mail',
      failures: ['LINK_EXPIRED', 'CONTRACT_RENEWS', 'CREDIT_LEFT', 'ORDER_BUSY'],
    },
  },
} as const satisfies Area;

export const accounts = {
  title: 'Accounts',
  description: 'Made by registering or by a guest’s purchase; read and changed by their owners only.',
  operations: {
    registerUser: {
      summary: 'Open an account',
      description: 'Logs the new user in.',
      failures: ['EMAIL_TAKEN', ...refusedPasswords, 'TOO_MANY_ATTEMPTS'],
      example: {
        body: {
          data: {
            type: 'users',
            attributes: {
              email: 'johanna.brandt@example.org',
              password: 'three apples on a shelf',
              password_confirmation: 'three apples on a shelf',
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
        'Only the attributes sent are changed. A changed e-mail and a wished newsletter count once they were confirmed ' +
        'by a link in a mail; until then the answer shows them as they were.',
      failures: ['TOO_MANY_ATTEMPTS'],
      example: {
        body: {
          data: {
            type: 'users',
            id: learnerId,
            attributes: { firstname: 'Johanna', preferred_language: 'en' },
          },
        },
      },
    },
    checkAccount: {
      summary: 'Ask whether an e-mail has an account',
      description: 'Wants the id of a cart that is not empty; `save` keeps the e-mail with that cart.',
      failures: ['NOT_FOUND', 'CART_EMPTY', 'TOO_MANY_ATTEMPTS'],
    },
    completeAccount: {
      summary: 'Complete an account made by a purchase',
      description: 'With the token of the mail, or logged in.',
      failures: ['UNAUTHENTICATED', 'LINK_EXPIRED', 'FORBIDDEN', ...refusedPasswords],
      example: {
        body: {
          token: 'pZ3vX0cT5m2uQ8sLr1YdKw',
          password: 'three apples on a shelf',
          password_confirmation: 'three apples on a shelf',
        },
      },
    },
    confirmEmail: {
      summary: 'Confirm a changed e-mail',
      description: 'With the token of the mail, once within 60 minutes.',
      failures: ['LINK_EXPIRED'],
    },
    changePassword: {
      summary: 'Change one’s own password',
      description: 'Ends every session and answers a new one.',
      failures: ['WRONG_PASSWORD', ...refusedPasswords, 'TOO_MANY_ATTEMPTS'],
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
      description: 'Known and unknown addresses are answered alike, in the same time.',
      failures: ['TOO_MANY_ATTEMPTS'],
    },
    resetPassword: {
      summary: 'Set a new password with a link’s token',
      description: 'A link works once, within 60 minutes. Ends all sessions.',
      failures: ['LINK_EXPIRED', ...refusedPasswords],
      example: {
        body: {
          token: 'pZ3vX0cT5m2uQ8sLr1YdKw',
          password: 'three apples on a shelf',
          password_confirmation: 'three apples on a shelf',
        },
      },
    },
  },
} as const satisfies Area;
