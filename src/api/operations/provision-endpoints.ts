import * as z from 'zod/mini';
import { type AreaDocs, respondsWithFile } from '#api/endpoint.ts';
import { byId, pageSize, resource } from '#api/json-api.ts';
import { defineOperatorEndpoint } from '#api/operator-endpoint.ts';
import { done } from '#api/success-and-failure.ts';
import { calendarDay, line } from '#core/model/primitives.ts';
import {
  newProvisionRate,
  provisionKind,
  provisionRate,
  provisionRow,
  provisionTotals,
} from '#core/model/provision.ts';

const filters = {
  'filter[q]': z.optional(line(120)),
  'filter[kind]': z.optional(provisionKind),
  /** Days in the shop's time zone, both included; without the first twelve months, without the last until today. */
  'filter[from]': z.optional(calendarDay),
  'filter[to]': z.optional(calendarDay),
};

/** The newest month first. */
const listProvisions = defineOperatorEndpoint({
  name: 'listProvisions',
  method: 'GET',
  path: '/operator/provisions',
  permission: 'figures.read',
  query: z.object({
    ...filters,
    'page[after]': z.optional(z.string().check(z.regex(/^\d{1,6}$/))),
    'page[size]': pageSize(50),
  }),
  response: z.object({
    data: z.array(resource('provisions', provisionRow)),
    meta: z.object({
      next: z.nullable(z.string()),
      from: calendarDay,
      to: calendarDay,
      totals: provisionTotals,
    }),
  }),
});

const exportProvisions = defineOperatorEndpoint({
  name: 'exportProvisions',
  method: 'GET',
  path: '/operator/provision_export',
  permission: 'figures.read',
  query: z.object(filters),
  ...respondsWithFile('text/csv; charset=utf-8'),
});

/** By partner, the newest first. */
const listProvisionRates = defineOperatorEndpoint({
  name: 'listProvisionRates',
  method: 'GET',
  path: '/operator/provision_rates',
  permission: 'campaigns.change',
  response: z.object({ data: z.array(resource('provision_rates', provisionRate)) }),
});

const setProvisionRate = defineOperatorEndpoint({
  name: 'setProvisionRate',
  method: 'POST',
  path: '/operator/provision_rates',
  permission: 'campaigns.change',
  body: z.object({ ...newProvisionRate.shape, seen: z.optional(z.nullable(newProvisionRate.shape.rate)) }),
  response: z.object({ data: resource('provision_rates', provisionRate) }),
});

const removeProvisionRate = defineOperatorEndpoint({
  name: 'removeProvisionRate',
  method: 'DELETE',
  path: '/operator/provision_rates/:id',
  permission: 'campaigns.change',
  params: byId,
  response: done,
});

export const provisionEndpoints = {
  listProvisions,
  exportProvisions,
  listProvisionRates,
  setProvisionRate,
  removeProvisionRate,
};

export const provisionDocs: AreaDocs<keyof typeof provisionEndpoints> = {
  title: 'Provisions, for operators',
  description:
    'What affiliates, coupons and campaigns brought, and what their partners get of it. Amounts in cents without VAT, rates in ' +
    'hundredths of a percent, days in the shop’s time zone.',
  operations: {
    listProvisions: {
      summary: 'List provisions by month',
      description:
        'A row for each month, partner and rate. Refunds are in the month in which they were decided. `filter[q]` is a part of ' +
        'a code or campaign. Without `filter[from]` the list has the twelve months up to `filter[to]`, without that up to today: ' +
        '`meta.from` and `meta.to`. `meta.totals` adds up all found rows, on each page.',
    },
    exportProvisions: {
      summary: 'Export provisions',
      description:
        'CSV of the same days as the list. In German cells are parted by semicolons and amounts have a comma, else commas and a point.',
    },
    listProvisionRates: { summary: 'List rates' },
    setProvisionRate: {
      summary: 'Set a rate',
      description:
        'From a day on; one that this partner has for the same day is replaced. `RECORD_CHANGED`: that is not `seen`.',
      failures: ['RECORD_CHANGED'],
    },
    removeProvisionRate: { summary: 'Remove a rate', description: 'The one before it counts again.' },
  },
};
