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

/** How many charges of the unpaid period were refused. */
const dunningStages = ['1', '2', '3'] as const;

/** The most monthly periods in advance that an operator can give. */
export const mostFreePeriods = 12;

const day = z.iso.date();

const subscriptionRow = z.object({
  id: uuid,
  /** The number of the contract in mails. */
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
   * The next charge or try of a charge, or the end of one that does not renew; null while a charge runs, and at the
   * end.
   */
  next_action_at: z.nullable(instant),
  /** Refused charges of the unpaid period. */
  failures: z.int(),
  paid_until: day,
  ends_on: z.nullable(day),
});

export type OperatorSubscriptionRow = Infer<typeof subscriptionRow>;

const subscription = z.object({
  ...subscriptionRow.shape,
  started_on: day,
  /** Coming periods that cost nothing, because an operator gave them. */
  free_periods: z.int(),
  payment_method: z.nullable(paymentMethod),
  cancelled_at: z.nullable(instant),
  ended_at: z.nullable(instant),
  /**
   * What a cancellation today would do, and whether it takes a fresh proof; null when there is nothing to cancel. The
   * refund is in cents.
   */
  on_cancel: z.nullable(z.object({ ends_on: day, refund: cents, needs_proof: z.boolean() })),
  /** The order that began it, and one for each further period. */
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
    /** `declined`: nothing has changed, the planned tries follow; `pending`: the outcome is looked up. */
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
  body: z.object({ periods: z.int().check(z.gte(0), z.lte(mostFreePeriods)), seen: z.optional(z.int()) }),
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
        'Newest first. `filter[q]` is a part of number, e-mail address or name. `filter[stage]` is the number of refused ' +
        'charges; `filter[until]` shows what is charged or ends until a day, the earliest first.',
    },
    getOperatorSubscription: { summary: 'Show a subscription' },
    retryRenewal: {
      summary: 'Charge a refused renewal again',
      description:
        'Not counted among the planned tries. `NOTHING_TO_CHARGE` unless the last charge was refused.',
      failures: ['NOTHING_TO_CHARGE'],
    },
    stopSubscription: {
      summary: 'Cancel a subscription',
      description:
        'To the earliest day, with a refund where its owner would get one; the owner is told by mail. One that is cancelled ' +
        'already stays as it is. `PROOF_REQUIRED`: `on_cancel` has `needs_proof`, or a charge of as much runs, and the second ' +
        'factor was not proved in the last ten minutes; keys cannot.',
      failures: ['NOTHING_TO_CANCEL', 'PROOF_REQUIRED'],
    },
    giveFreePeriods: {
      summary: 'Give months',
      description:
        'Sets the number of coming months that cost nothing; the same number twice changes nothing. `PERIOD_NOT_GIVEN` ' +
        'unless it is a running monthly subscription without an open charge. `RECORD_CHANGED`: it is not the number in `seen`.',
      failures: ['PERIOD_NOT_GIVEN', 'RECORD_CHANGED'],
    },
  },
};
