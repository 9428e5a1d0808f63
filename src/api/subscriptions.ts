import * as z from 'zod/mini';
import { cardTypes } from '#core/rules/payment.ts';
import { subscriptionStatuses } from '#core/rules/session.ts';
import type { AreaDocs } from './endpoint.ts';
import { defineEndpoint } from './endpoint.ts';
import { cents, instant, pageOf, pageQuery, resource, text, uuid } from './primitives.ts';

/** A calendar day of the shop, `YYYY-MM-DD`. */
const day = z.iso.date();

const method = z.object({
  kind: z.enum(['card', 'paypal', 'google_pay', 'apple_pay', 'bank_transfer', 'credit']),
  brand: z.nullable(z.enum(cardTypes)),
  last_four: z.nullable(z.string()),
});

/** A membership or monthly subscription as its owner sees it (decisions §4). Amounts in cents. */
export const subscription = resource(
  'subscriptions',
  z.object({
    /** What mails name and `POST cancellations` asks for. */
    contract_code: z.string(),
    product: z.object({
      id: z.string(),
      kind: z.enum(['membership', 'subscription']),
      slug: z.string(),
      title: z.string(),
      picture: z.string(),
    }),
    status: z.enum(subscriptionStatuses),
    /** What each period costs. */
    price: cents,
    /** Months of one period: 12 or 1. */
    period_months: z.int(),
    /** False for a period that a code brought: it ends by itself. */
    renews: z.boolean(),
    started_on: day,
    /** First and last day of the period that is paid. */
    paid_from: day,
    paid_until: day,
    /** The next charge, or the next try of one that was refused; null when none is to come. */
    next_charge: z.nullable(z.object({ day, amount: cents })),
    payment_method: z.nullable(method),
    /** When the owner cancelled; with `ends_on` null it is carried out once a charge under way is settled. */
    cancelled_at: z.nullable(instant),
    /** Last day of a contract that ends or has ended; null while it goes on. */
    ends_on: z.nullable(day),
    ended_at: z.nullable(instant),
    /** What cancelling now would do: last day, and what would be given back; null when there is nothing to cancel. */
    on_cancel: z.nullable(z.object({ ends_on: day, refund: cents })),
    /** Whether a cancellation can be taken back. */
    can_resume: z.boolean(),
  }),
);

export type SubscriptionResource = z.output<typeof subscription>;

const subscriptionDocument = z.object({ data: subscription });

/** `GET subscriptions`: the user's own contracts, running ones first. */
export const listSubscriptions = defineEndpoint({
  name: 'listSubscriptions',
  method: 'GET',
  path: '/subscriptions',
  access: 'user',
  query: z.object(pageQuery(10)),
  response: pageOf(subscription),
});

/**
 * `POST subscriptions/{id}/cancel`: ends a contract as `on_cancel` says (decisions §4); one that is cancelled already is
 * answered as it is. 409 `NOTHING_TO_CANCEL` when it has ended or ends by itself.
 */
export const cancelSubscription = defineEndpoint({
  name: 'cancelSubscription',
  method: 'POST',
  path: '/subscriptions/:id/cancel',
  access: 'user',
  params: z.object({ id: uuid }),
  response: subscriptionDocument,
});

/**
 * `POST subscriptions/{id}/resume`: takes a cancellation back before the contract has ended; one that goes on anyway is
 * answered as it is. 409 `RESUME_REFUSED` when it has ended, or unused months were given back.
 */
export const resumeSubscription = defineEndpoint({
  name: 'resumeSubscription',
  method: 'POST',
  path: '/subscriptions/:id/resume',
  access: 'user',
  params: z.object({ id: uuid }),
  response: subscriptionDocument,
});

/** `POST subscriptions/{id}/client_token`: the provider's token for entering another payment method. */
export const createSubscriptionClientToken = defineEndpoint({
  name: 'createSubscriptionClientToken',
  method: 'POST',
  path: '/subscriptions/:id/client_token',
  access: 'user',
  params: z.object({ id: uuid }),
  response: z.object({
    success: z.literal(true),
    client_token: z.string(),
    provider: z.enum(['sandbox', 'braintree']),
  }),
});

/**
 * `POST subscriptions/{id}/payment_method`: charges this payment method from now on. When a charge was refused before,
 * it is tried at once: 402 `PAYMENT_DECLINED` when the new method is refused, too (it is kept, the tries go on), 202
 * while the outcome is looked up. 409 `NOTHING_TO_CHARGE` for a contract that has ended or never renews.
 */
export const changePaymentMethod = defineEndpoint({
  name: 'changePaymentMethod',
  method: 'POST',
  path: '/subscriptions/:id/payment_method',
  access: 'user',
  params: z.object({ id: uuid }),
  body: z.object({
    payment_method_nonce: z.string().check(z.minLength(1), z.maxLength(256)),
    device_data: z._default(z.nullable(text(10_000)), null),
  }),
  response: subscriptionDocument,
});

export const subscriptionEndpoints = {
  listSubscriptions,
  cancelSubscription,
  resumeSubscription,
  createSubscriptionClientToken,
  changePaymentMethod,
};

export const subscriptionDocs: AreaDocs<keyof typeof subscriptionEndpoints> = {
  title: 'Subscriptions',
  description:
    'Memberships and monthly subscriptions of the user. A renewal is an order of its own. Refused charges are tried again ' +
    '3, 5 and 7 days after the due day; access lasts until then.',
  operations: {
    listSubscriptions: { summary: 'List one’s own contracts', description: 'Running ones first.' },
    cancelSubscription: {
      summary: 'Cancel a contract',
      description:
        'Ends it as `on_cancel` has said. One that is cancelled already is answered as it is, so the call may be repeated.',
      failures: ['NOTHING_TO_CANCEL'],
    },
    resumeSubscription: {
      summary: 'Take a cancellation back',
      description: 'Before the contract has ended. One that goes on anyway is answered as it is.',
      failures: ['RESUME_REFUSED'],
    },
    createSubscriptionClientToken: {
      summary: 'Get the client token for another payment method',
      failures: ['PAYMENT_UNAVAILABLE', 'NOTHING_TO_CHARGE'],
    },
    changePaymentMethod: {
      summary: 'Change the payment method',
      description:
        'Charged from now on. When a charge was refused before, it is tried at once; a method that is refused is kept ' +
        'all the same, and the tries go on.',
      otherSuccess: { status: 202, when: 'The outcome of a charge tried at once is being looked up.' },
      failures: ['PAYMENT_DECLINED', 'PAYMENT_UNAVAILABLE', 'NOTHING_TO_CHARGE'],
      example: { body: { payment_method_nonce: 'fake-valid-nonce' } },
    },
  },
};
