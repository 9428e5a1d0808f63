import * as z from 'zod/mini';
import type { AreaDocs } from '#api/endpoint.ts';
import { byId, resource } from '#api/json-api.ts';
import { defineOperatorEndpoint } from '#api/operator-endpoint.ts';
import { listedDeclaration } from '#api/orders/operator-order-models.ts';
import { listOf, listQuery } from '#api/record-list.ts';
import { recordedChange } from '#core/model/operator.ts';
import { paymentMethod } from '#core/model/payment.ts';
import { calendarDay, cents, type Infer, instant, uuid } from '#core/model/primitives.ts';

const runningStates = ['active', 'past_due', 'cancelled', 'expired'] as const;

/** Number of declined charges of the unpaid period. */
const dunningStages = ['1', '2', '3'] as const;

/** Maximum number of free monthly periods in advance. */
export const maxFreePeriods = 12;

const day = z.iso.date();

const subscriptionRow = z.object({
  id: uuid,
  /** Contract number, as shown in mails. */
  code: z.string(),
  status: z.enum(runningStates),
  title: z.string(),
  user_id: uuid,
  email: z.string(),
  name: z.string(),
  price: cents,
  period_months: z.int(),
  renews: z.boolean(),
  /**
   * Time of the next charge or retry, or of the end if it does not renew; null while a charge runs, and after the end.
   */
  next_action_at: z.nullable(instant),
  /** Number of declined charges of the unpaid period. */
  failures: z.int(),
  paid_until: day,
  ends_on: z.nullable(day),
});

export type OperatorSubscriptionRow = Infer<typeof subscriptionRow>;

const subscription = z.object({
  ...subscriptionRow.shape,
  started_on: day,
  /** Coming periods that an operator made free. */
  free_periods: z.int(),
  payment_method: z.nullable(paymentMethod),
  cancelled_at: z.nullable(instant),
  ended_at: z.nullable(instant),
  /**
   * Effects of a cancellation today, and whether the second factor must be verified again; null if there is nothing to
   * cancel. The refund is in cents.
   */
  on_cancel: z.nullable(z.object({ ends_on: day, refund: cents, needs_proof: z.boolean() })),
  /** The first order, and one for each further period. */
  orders: z.array(
    z.object({
      id: uuid,
      code: z.string(),
      period: z.nullable(z.int()),
      state: z.string(),
      total: cents,
      created_at: instant,
    }),
  ),
  events: z.array(z.object({ at: instant, event: z.string(), to: z.string(), cause: z.string() })),
  declarations: z.array(listedDeclaration),
  history: z.array(recordedChange),
});

export type OperatorSubscription = Infer<typeof subscription>;

const oneSubscription = z.object({ data: resource('operator_subscriptions', subscription) });

const listOperatorSubscriptions = defineOperatorEndpoint({
  name: 'listOperatorSubscriptions',
  method: 'GET',
  path: '/operator/subscriptions',
  permission: 'subscriptions.read',
  query: z.object({
    ...listQuery,
    'filter[state]': z.optional(z.enum(runningStates)),
    'filter[stage]': z.optional(z.enum(dunningStages)),
    /** A day in the shop's time zone, included. */
    'filter[until]': z.optional(calendarDay),
  }),
  response: listOf(resource('operator_subscriptions', subscriptionRow)),
});

const getOperatorSubscription = defineOperatorEndpoint({
  name: 'getOperatorSubscription',
  method: 'GET',
  path: '/operator/subscriptions/:id',
  permission: 'subscriptions.read',
  params: byId,
  response: oneSubscription,
});

const retryRenewal = defineOperatorEndpoint({
  name: 'retryRenewal',
  method: 'POST',
  path: '/operator/subscriptions/:id/charge',
  permission: 'subscriptions.change',
  params: byId,
  response: z.object({
    ...oneSubscription.shape,
    /** `declined`: nothing changed, the planned retries follow; `pending`: the outcome is being looked up. */
    meta: z.object({ outcome: z.enum(['paid', 'declined', 'pending']) }),
  }),
});

const stopSubscription = defineOperatorEndpoint({
  name: 'stopSubscription',
  method: 'POST',
  path: '/operator/subscriptions/:id/cancellation',
  permission: 'subscriptions.change',
  params: byId,
  response: oneSubscription,
});

const giveFreePeriods = defineOperatorEndpoint({
  name: 'giveFreePeriods',
  method: 'PUT',
  path: '/operator/subscriptions/:id/free-periods',
  permission: 'subscriptions.change',
  params: byId,
  body: z.object({ periods: z.int().check(z.gte(0), z.lte(maxFreePeriods)), seen: z.optional(z.int()) }),
  response: oneSubscription,
});

export const operatorSubscriptionEndpoints = {
  listOperatorSubscriptions,
  getOperatorSubscription,
  retryRenewal,
  stopSubscription,
  giveFreePeriods,
};

export const operatorSubscriptionDocs: AreaDocs<keyof typeof operatorSubscriptionEndpoints> = {
  title: 'Subscriptions, for operators',
  description: 'Memberships and subscriptions of all customers. Amounts in cents.',
  operations: {
    listOperatorSubscriptions: {
      summary: 'Find subscriptions',
      description:
        'Newest first. `filter[q]` matches part of number, e-mail address or name. `filter[stage]` is the ' +
        'number of declined charges; `filter[until]` selects those that are charged or end until a day, ' +
        'earliest first.',
    },
    getOperatorSubscription: { summary: 'Show a subscription' },
    retryRenewal: {
      summary: 'Retry a declined renewal',
      description:
        'In addition to the planned retries. `NOTHING_TO_CHARGE` unless the last charge was declined.',
      failures: ['NOTHING_TO_CHARGE'],
    },
    stopSubscription: {
      summary: 'Cancel a subscription',
      description:
        'On the earliest possible day, with the refund that its owner would get; the owner is notified by ' +
        'mail. A cancelled one stays unchanged. `PROOF_REQUIRED`: `on_cancel` has `needs_proof`, or a ' +
        'charge of the same amount is in progress, and the second factor was not verified in the last ten ' +
        'minutes; API keys cannot do this.',
      failures: ['NOTHING_TO_CANCEL', 'PROOF_REQUIRED'],
    },
    giveFreePeriods: {
      summary: 'Give free months',
      description:
        'Sets the number of coming free months; a repeated call changes nothing. `PERIOD_NOT_GIVEN` unless ' +
        'it is an active monthly subscription without an open charge. `RECORD_CHANGED`: the number is not ' +
        '`seen`.',
      failures: ['PERIOD_NOT_GIVEN', 'RECORD_CHANGED'],
    },
  },
};
