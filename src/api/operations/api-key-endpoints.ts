import * as z from 'zod/mini';
import type { AreaDocs } from '#api/endpoint.ts';
import { byId, resource } from '#api/json-api.ts';
import { defineOperatorEndpoint } from '#api/operator-endpoint.ts';
import { done } from '#api/success-and-failure.ts';
import { apiKey, type Permission, permission } from '#core/model/operator.ts';
import { line, uuid } from '#core/model/primitives.ts';
import { lengths } from '#core/model/text-lengths.ts';
import { withReading } from '#core/rules/operations/permissions.ts';

const listApiKeys = defineOperatorEndpoint({
  name: 'listApiKeys',
  method: 'GET',
  path: '/operator/keys',
  permission: 'keys.change',
  response: z.object({ data: z.array(resource('keys', apiKey)) }),
});

/** Whether a key that makes changes may read what they show. */
const hasReading = (wanted: readonly Permission[]) =>
  withReading(wanted).every((one) => wanted.includes(one));

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

/** Its next call is refused. */
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
    'A program sends its key as `Authorization: Bearer mhk_…` and may do what the key is for. Keys cannot make calls about ' +
    'oneself (`own`), nor those that need a fresh proof of the second factor.',
  operations: {
    listApiKeys: { summary: 'List API keys', description: 'The newest first, revoked ones too.' },
    createApiKey: {
      summary: 'Make an API key',
      description:
        '`token` is shown here and never again. A change is answered with all that was changed, such as the order with address ' +
        'and notes, so `INVALID_INPUT` (`/permissions`) refuses a permission to change without the one to read: `orders.ship` ' +
        'and `codes.change` need `orders.read`, `mails.send` that and `mails.read`. Keys made earlier stay as they are.',
      failures: ['NAME_TAKEN'],
    },
    revokeApiKey: { summary: 'Revoke an API key' },
  },
};
