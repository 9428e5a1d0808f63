import * as z from 'zod/mini';
import { type AreaDocs, respondsWithFile } from '#api/endpoint.ts';
import { resource } from '#api/json-api.ts';
import { defineOperatorEndpoint } from '#api/operator-endpoint.ts';
import { cursorQuery, listOf } from '#api/record-list.ts';
import { auditEntry } from '#core/model/operator.ts';
import { calendarDay, identifier, line } from '#core/model/primitives.ts';

const filters = {
  'filter[record_type]': z.optional(identifier),
  'filter[record_id]': z.optional(line(80, 1)),
  'filter[actor]': z.optional(line(254, 1)),
  'filter[action]': z.optional(line(80, 1)),
  'filter[from]': z.optional(calendarDay),
  'filter[until]': z.optional(calendarDay),
};

const listChanges = defineOperatorEndpoint({
  name: 'listChanges',
  method: 'GET',
  path: '/operator/audit',
  permission: 'audit.read',
  query: z.object({ ...cursorQuery, ...filters }),
  response: z.extend(listOf(resource('changes', auditEntry)), {
    /** Null on the last page, and in responses of the previous version. */
    meta: z.object({ next: z._default(z.nullable(z.string()), null) }),
  }),
});

const exportChanges = defineOperatorEndpoint({
  name: 'exportChanges',
  method: 'GET',
  path: '/operator/audit/export',
  permission: 'audit.read',
  query: z.object(filters),
  ...respondsWithFile('text/csv; charset=utf-8'),
});

export const auditEndpoints = { listChanges, exportChanges };

export const auditDocs: AreaDocs<keyof typeof auditEndpoints> = {
  title: 'Audit log',
  description: 'Every change by an operator, an API key, a command or a job. Entries are never changed.',
  operations: {
    listChanges: {
      summary: 'Search the audit log',
      description:
        'Newest first. `filter[actor]`: an e-mail address, or the name of a key or command; days are in ' +
        'the Berlin time zone, the last one included.',
    },
    exportChanges: {
      summary: 'Export the audit log',
      description:
        'CSV with the same filters, newest first; times in the Berlin time zone. A cell that a spreadsheet ' +
        'would execute as a formula starts with an apostrophe. `X-Row-Count` is the number of changes.',
    },
  },
};
