import * as z from 'zod/mini';
import type { AreaDocs } from '#api/endpoint.ts';
import { defineOperatorEndpoint } from '#api/operator-endpoint.ts';
import { done } from '#api/success-and-failure.ts';
import { attention } from '#core/model/attention.ts';
import { figureSteps, figures } from '#core/model/figures.ts';
import { calendarDay } from '#core/model/primitives.ts';
import { daysBetween } from '#core/rules/basics/calendar.ts';

/** Maximum days of a range: five years. */
const mostDays = 1827;

/** Only items that the caller may see. */
const listAttention = defineOperatorEndpoint({
  name: 'listAttention',
  method: 'GET',
  path: '/operator/attention',
  permission: 'own',
  response: z.object({ data: z.array(attention) }),
});

/** For payments that did not arrive, or that match no paid order. */
const closePaymentNotice = defineOperatorEndpoint({
  name: 'closePaymentNotice',
  method: 'POST',
  path: '/operator/attention/payments',
  permission: 'orders.refund',
  // The item's id, unchanged; providers' ids in it can be long.
  body: z.object({ key: z.string().check(z.regex(/^[ -~]{1,1000}$/)) }),
  response: done,
});

/** Both days are included. */
const getFigures = defineOperatorEndpoint({
  name: 'getFigures',
  method: 'GET',
  path: '/operator/figures',
  permission: 'figures.read',
  query: z
    .object({ from: calendarDay, to: calendarDay, step: z._default(z.enum(figureSteps), 'day') })
    .check(z.refine(({ from, to }) => from <= to && daysBetween(from, to) < mostDays, { path: ['to'] })),
  response: z.object({ data: figures }),
});

export const startPageEndpoints = { listAttention, closePaymentNotice, getFigures };

export const startPageDocs: AreaDocs<keyof typeof startPageEndpoints> = {
  title: 'Start page',
  description: 'Open tasks, and key figures of the shop. Amounts in cents, days in the shop’s time zone.',
  operations: {
    listAttention: {
      summary: 'List open tasks',
      description:
        'For each kind, the number of items, up to a thousand, and the five that have waited longest or ' +
        'are due first; kinds without items are left out.',
    },
    closePaymentNotice: {
      summary: 'Mark a payment as handled',
      description:
        'A payment that did not arrive (`missing_payments`) or that matches no paid order ' +
        '(`unmatched_payments`), by the `id` of its item. It is no longer listed. A repeated call changes ' +
        'nothing.',
      failures: ['NOT_FOUND'],
    },
    getFigures: {
      summary: 'Read key figures',
      description:
        'For a range of at most five years, by day, week or month, compared with the previous range of the ' +
        'same length.',
    },
  },
};
