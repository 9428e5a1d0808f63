import * as z from 'zod/mini';
import type { AreaDocs } from '#api/endpoint.ts';
import { defineOperatorEndpoint } from '#api/operator-endpoint.ts';
import { done } from '#api/success-and-failure.ts';
import { attention } from '#core/model/attention.ts';
import { figureSteps, figures } from '#core/model/figures.ts';
import { calendarDay } from '#core/model/primitives.ts';
import { daysBetween } from '#core/rules/basics/calendar.ts';

/** The most days of one range: five years. */
const mostDays = 1827;

/** As far as the caller may see it. */
const listAttention = defineOperatorEndpoint({
  name: 'listAttention',
  method: 'GET',
  path: '/operator/attention',
  permission: 'own',
  response: z.object({ data: z.array(attention) }),
});

/** Of a payment that did not arrive, or that no paid order stands for. */
const closePaymentNotice = defineOperatorEndpoint({
  name: 'closePaymentNotice',
  method: 'POST',
  path: '/operator/attention/payments',
  permission: 'orders.refund',
  // As it was given, however long a provider makes the ids in it.
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
  description:
    'What needs somebody now, and the figures of the shop. Amounts in cents, days in the shop’s time zone.',
  operations: {
    listAttention: {
      summary: 'List what needs somebody',
      description:
        'Of each kind how many there are, up to a thousand, and the five that wait longest or are due first; kinds of ' +
        'which there are none are left out.',
    },
    closePaymentNotice: {
      summary: 'Note that a payment was dealt with',
      description:
        'One that did not arrive (`missing_payments`) or that no paid order stands for (`unmatched_payments`), by the `id` ' +
        'of its item. It is listed no longer. A repeated call changes nothing.',
      failures: ['NOT_FOUND'],
    },
    getFigures: {
      summary: 'Read figures',
      description:
        'Of a range of at most five years, by day, week or month, compared with the range of the same length before it.',
    },
  },
};
