import * as z from 'zod/mini';
import type { AreaDocs } from '#api/endpoint.ts';
import { byId, resource } from '#api/json-api.ts';
import { defineOperatorEndpoint } from '#api/operator-endpoint.ts';
import { done } from '#api/success-and-failure.ts';
import { listedOperator, operatorRole } from '#core/model/operator.ts';
import { email } from '#core/model/primitives.ts';

const invited = z.object({
  data: resource('operators', listedOperator),
  /** Shown once: the shop stores its hash. */
  meta: z.object({ link: z.string() }),
});

/** Removed operators come last. */
const listOperators = defineOperatorEndpoint({
  name: 'listOperators',
  method: 'GET',
  path: '/operator/operators',
  permission: 'operators.change',
  response: z.object({ data: z.array(resource('operators', listedOperator)) }),
});

const inviteOperator = defineOperatorEndpoint({
  name: 'inviteOperator',
  method: 'POST',
  path: '/operator/operators',
  permission: 'operators.change',
  needsFreshProof: true,
  status: 201,
  body: z.object({ email, role: operatorRole }),
  response: invited,
});

const resetOperator = defineOperatorEndpoint({
  name: 'resetOperator',
  method: 'POST',
  path: '/operator/operators/:id/reset',
  permission: 'operators.change',
  needsFreshProof: true,
  params: byId,
  response: invited,
});

const changeOperatorRole = defineOperatorEndpoint({
  name: 'changeOperatorRole',
  method: 'PATCH',
  path: '/operator/operators/:id',
  permission: 'operators.change',
  needsFreshProof: true,
  params: byId,
  body: z.object({ role: operatorRole }),
  response: z.object({ data: resource('operators', listedOperator) }),
});

const removeOperator = defineOperatorEndpoint({
  name: 'removeOperator',
  method: 'DELETE',
  path: '/operator/operators/:id',
  permission: 'operators.change',
  needsFreshProof: true,
  params: byId,
  response: done,
});

export const operatorTeamEndpoints = {
  listOperators,
  inviteOperator,
  resetOperator,
  changeOperatorRole,
  removeOperator,
};

export const operatorTeamDocs: AreaDocs<keyof typeof operatorTeamEndpoints> = {
  title: 'Operators',
  description: 'The operators of the shop. Changes require a recent verification of the second factor.',
  operations: {
    listOperators: {
      summary: 'List operators',
      description: 'Including operators removed in the last year.',
    },
    inviteOperator: {
      summary: 'Invite an operator',
      description:
        '`meta.link` works once, for 24 hours; deliver it yourself. An invited person gets a new link.',
      failures: ['EMAIL_TAKEN'],
    },
    resetOperator: {
      summary: 'Let an operator set a new password and authenticator',
      description: 'Ends all their sessions. `LAST_OWNER`: nobody else could help if the link were lost.',
      failures: ['LAST_OWNER'],
    },
    changeOperatorRole: {
      summary: 'Change a role',
      description: 'Revokes the API keys that they created and that have more permissions than the new role.',
      failures: ['LAST_OWNER'],
    },
    removeOperator: {
      summary: 'Remove an operator',
      description:
        'Ends all their sessions and their invitation, and revokes the API keys that they created.',
      failures: ['LAST_OWNER'],
    },
  },
};
