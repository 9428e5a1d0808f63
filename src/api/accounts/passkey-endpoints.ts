import * as z from 'zod/mini';
import { type AreaDocs, defineEndpoint } from '#api/endpoint.ts';
import { byId, pageOf, pageQuery, resource } from '#api/json-api.ts';
import { done } from '#api/success-and-failure.ts';
import {
  creationOptions,
  maxPasskeys,
  newCredential,
  passkey as passkeyModel,
  requestOptions,
  signedCredential,
} from '#core/model/passkey.ts';
import { line, typedPassword } from '#core/model/primitives.ts';
import { lengths } from '#core/model/text-lengths.ts';
import { session } from '#core/model/user.ts';

const openPasskeyLogIn = defineEndpoint({
  name: 'openPasskeyLogIn',
  method: 'POST',
  path: '/auth/passkey',
  response: z.object({ success: z.literal(true), options: requestOptions }),
});

const logInWithPasskey = defineEndpoint({
  name: 'logInWithPasskey',
  method: 'POST',
  path: '/auth/passkey/login',
  body: z.object({ credential: signedCredential }),
  response: session,
});

const passkey = resource('passkeys', passkeyModel);

export type PasskeyResource = z.output<typeof passkey>;

const listPasskeys = defineEndpoint({
  name: 'listPasskeys',
  method: 'GET',
  path: '/passkeys',
  access: 'user',
  query: z.object(pageQuery(maxPasskeys)),
  response: pageOf(passkey),
});

const openNewPasskey = defineEndpoint({
  name: 'openNewPasskey',
  method: 'POST',
  path: '/passkeys/options',
  access: 'user',
  body: z.object({ password: z.optional(typedPassword) }),
  response: z.object({ success: z.literal(true), options: creationOptions }),
});

const addPasskey = defineEndpoint({
  name: 'addPasskey',
  method: 'POST',
  path: '/passkeys',
  status: 201,
  access: 'user',
  body: z.object({ credential: newCredential }),
  response: z.object({ data: passkey }),
});

const renamePasskey = defineEndpoint({
  name: 'renamePasskey',
  method: 'PATCH',
  path: '/passkeys/:id',
  access: 'user',
  params: byId,
  body: z.object({ name: line(lengths.name, 1) }),
  response: z.object({ data: passkey }),
});

const removePasskey = defineEndpoint({
  name: 'removePasskey',
  method: 'DELETE',
  path: '/passkeys/:id',
  access: 'user',
  params: byId,
  response: done,
});

export const passkeyEndpoints = {
  openPasskeyLogIn,
  logInWithPasskey,
  listPasskeys,
  openNewPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
};

const exampleCredential = {
  id: 'q0J3VfQhTqWl1s8vQ2ZkAA',
  rawId: 'q0J3VfQhTqWl1s8vQ2ZkAA',
  type: 'public-key',
} as const;

export const passkeyDocs: AreaDocs<keyof typeof passkeyEndpoints> = {
  title: 'Passkeys',
  description:
    'Login without a password (WebAuthn). Options and credentials are in the JSON format of browsers. A ' +
    'challenge is valid once, for ten minutes.',
  operations: {
    openPasskeyLogIn: { summary: 'Begin a login by passkey' },
    logInWithPasskey: {
      summary: 'Log in with a passkey',
      description: 'Unknown passkeys and wrong signatures get the same response after the same time.',
      failures: ['PASSKEY_REFUSED'],
      example: {
        body: {
          credential: {
            ...exampleCredential,
            response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
          },
        },
      },
    },
    listPasskeys: { summary: 'List your own passkeys', description: 'Oldest first.' },
    openNewPasskey: {
      summary: 'Begin to add a passkey',
      description:
        'Within 15 minutes of the login, or with the password; else `LOGIN_TOO_OLD`. `NOT_POSSIBLE`: the ' +
        `account has ${maxPasskeys} passkeys.`,
      failures: ['EMAIL_NOT_CONFIRMED', 'LOGIN_TOO_OLD', 'WRONG_PASSWORD', 'NOT_POSSIBLE'],
      example: { body: {} },
    },
    addPasskey: {
      summary: 'Add a passkey',
      description: 'The owner of the account is notified by mail.',
      failures: ['PASSKEY_REFUSED', 'NOT_POSSIBLE'],
      example: {
        body: {
          credential: { ...exampleCredential, response: { clientDataJSON: 'e30', attestationObject: 'oA' } },
        },
      },
    },
    renamePasskey: { summary: 'Rename one of your own passkeys', example: { body: { name: 'Telefon' } } },
    removePasskey: { summary: 'Remove one of your own passkeys', description: 'Sessions stay active.' },
  },
};
