import * as z from 'zod/mini';
import type { AreaDocs } from '#api/endpoint.ts';
import { defineOperatorEndpoint } from '#api/operator-endpoint.ts';
import { systemOverview } from '#core/model/system.ts';

const getSystem = defineOperatorEndpoint({
  name: 'getSystem',
  method: 'GET',
  path: '/operator/system',
  permission: 'system.read',
  response: z.object({ data: systemOverview }),
});

export const systemEndpoints = { getSystem };

export const systemDocs: AreaDocs<keyof typeof systemEndpoints> = {
  title: 'System',
  description: 'State of the running shop.',
  operations: {
    getSystem: {
      summary: 'Read settings, modules, jobs and backups',
      description:
        'Lists the settings that are set; `value` is null for secrets. Lists the newest ten backups.',
    },
  },
};
