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
  /** Days in the shop's time zone, both included. `from` defaults to twelve months, `to` to today. */
  'filter[from]': z.optional(calendarDay),
  'filter[to]': z.optional(calendarDay),
};

/** Newest month first. */
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

/** By partner, newest first. */
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
    'Revenue by affiliates, coupons and campaigns, and the provisions of their partners. Amounts in cents ' +
    'without VAT, rates in hundredths of a percent, days in the shop’s time zone.',
  operations: {
    listProvisions: {
      summary: 'List provisions by month',
      description:
        'A row for each month, partner and rate. Refunds belong to the month in which they were decided. ' +
        '`filter[q]` matches part of a code or campaign. `filter[from]` defaults to twelve months before ' +
        '`filter[to]`, which defaults to today: see `meta.from` and `meta.to`. `meta.totals` is the sum of ' +
        'all found rows, on each page.',
    },
    exportProvisions: {
      summary: 'Export provisions',
      description:
        'CSV of the same days as the list. German files have semicolons between cells and decimal commas; ' +
        'others have commas and decimal points.',
    },
    listProvisionRates: { summary: 'List rates' },
    setProvisionRate: {
      summary: 'Set a rate',
      description:
        'Valid from a day on; replaces a rate of this partner for the same day. `RECORD_CHANGED`: that ' +
        'rate is not `seen`.',
      failures: ['RECORD_CHANGED'],
    },
    removeProvisionRate: { summary: 'Remove a rate', description: 'The previous rate is valid again.' },
  },
};
