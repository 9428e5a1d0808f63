import * as z from 'zod/mini';
import type { AreaDocs } from '#api/endpoint.ts';
import { byId, resource } from '#api/json-api.ts';
import { defineOperatorEndpoint } from '#api/operator-endpoint.ts';
import { done } from '#api/success-and-failure.ts';
import { apiKey, type Permission, permission } from '#core/model/operator.ts';
import { line, uuid } from '#core/model/primitives.ts';
import { lengths } from '#core/model/text-lengths.ts';
import { withReadPermissions } from '#core/rules/operations/permissions.ts';

const listApiKeys = defineOperatorEndpoint({
  name: 'listApiKeys',
  method: 'GET',
  path: '/operator/keys',
  permission: 'keys.change',
  response: z.object({ data: z.array(resource('keys', apiKey)) }),
});

/** Returns whether a key with permissions to change also has those to read the data in the responses. */
const hasReading = (wanted: readonly Permission[]) =>
  withReadPermissions(wanted).every((one) => wanted.includes(one));

const createApiKey = defineOperatorEndpoint({
  name: 'createApiKey',
  method: 'POST',
  path: '/operator/keys',
  permission: 'keys.change',
  needsFreshProof: true,
  status: 201,
  body: z.object({
    name: line(lengths.name, 1),
    permissions: z
      .array(permission)
      .check(z.minLength(1), z.maxLength(40), z.refine(hasReading, { message: 'READING_MISSING' })),
  }),
  response: z.object({ data: z.object({ id: uuid, token: z.string() }) }),
});

/** Takes effect with the key's next call. */
const revokeApiKey = defineOperatorEndpoint({
  name: 'revokeApiKey',
  method: 'DELETE',
  path: '/operator/keys/:id',
  permission: 'keys.change',
  params: byId,
  response: done,
});

export const apiKeyEndpoints = { listApiKeys, createApiKey, revokeApiKey };

export const apiKeyDocs: AreaDocs<keyof typeof apiKeyEndpoints> = {
  title: 'API keys',
  description:
    'A program sends its key as `Authorization: Bearer mhk_…` and has the permissions of the key. Keys ' +
    'cannot make calls about oneself (`own`), nor calls that require a recent verification of the second ' +
    'factor.',
  operations: {
    listApiKeys: { summary: 'List API keys', description: 'Newest first, including revoked ones.' },
    createApiKey: {
      summary: 'Create an API key',
      description:
        '`token` is returned only here. Responses to changes contain the changed record, such as the order ' +
        'with address and notes, so `INVALID_INPUT` (`/permissions`) refuses a permission to change ' +
        'without the one to read: `orders.ship` and `codes.change` need `orders.read`; `mails.send` needs ' +
        'that and `mails.read`. Existing keys do not change.',
      failures: ['NAME_TAKEN'],
    },
    revokeApiKey: { summary: 'Revoke an API key' },
  },
};
