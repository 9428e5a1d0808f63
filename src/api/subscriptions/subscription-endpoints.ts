import * as z from 'zod/mini';
import { type AreaDocs, defineEndpoint } from '#api/endpoint.ts';
import { byId, pageOf, pageQuery, resource } from '#api/json-api.ts';
import { cardProviders, paymentNonce, paymentProvider } from '#core/model/payment.ts';
import { text } from '#core/model/primitives.ts';
import { subscription as subscriptionModel } from '#core/model/subscription.ts';

/** A membership or monthly subscription with the data for its owner. Amounts in cents. */
export const subscription = resource('subscriptions', subscriptionModel);

export type SubscriptionResource = z.output<typeof subscription>;

const subscriptionDocument = z.object({ data: subscription });

const listSubscriptions = defineEndpoint({
  name: 'listSubscriptions',
  method: 'GET',
  path: '/subscriptions',
  access: 'user',
  query: z.object(pageQuery(10)),
  response: pageOf(subscription),
});

/** `NOTHING_TO_CANCEL`: it has ended or does not renew. */
const cancelSubscription = defineEndpoint({
  name: 'cancelSubscription',
  method: 'POST',
  path: '/subscriptions/:id/cancel',
  access: 'user',
  params: byId,
  response: subscriptionDocument,
});

/** `RESUME_REFUSED`: it has ended, unused months were refunded, or a newer one is active. */
const resumeSubscription = defineEndpoint({
  name: 'resumeSubscription',
  method: 'POST',
  path: '/subscriptions/:id/resume',
  access: 'user',
  params: byId,
  response: subscriptionDocument,
});

/** Returns a client token for each card provider. */
const createSubscriptionClientToken = defineEndpoint({
  name: 'createSubscriptionClientToken',
  method: 'POST',
  path: '/subscriptions/:id/client_token',
  access: 'user',
  params: byId,
  response: z.object({
    success: z.literal(true),
    /** Null during an outage of the first provider. */
    client_token: z.nullable(z.string()),
    /** The first card provider. */
    provider: paymentProvider,
    providers: cardProviders,
  }),
});

/** `NOTHING_TO_CHARGE`: the subscription has ended or does not renew. */
const changePaymentMethod = defineEndpoint({
  name: 'changePaymentMethod',
  method: 'POST',
  path: '/subscriptions/:id/payment_method',
  access: 'user',
  params: byId,
  body: z.object({
    payment_method_nonce: paymentNonce,
    device_data: z._default(z.nullable(text(10_000)), null),
    /** The nonce's provider; default: the first card provider. */
    provider: z.optional(paymentProvider),
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
    'Memberships and monthly subscriptions of the user. Each renewal is a separate order. Declined charges ' +
    'are retried 3, 5 and 7 days after the due day; access lasts until then.',
  operations: {
    listSubscriptions: { summary: 'List your own subscriptions', description: 'Active ones first.' },
    cancelSubscription: {
      summary: 'Cancel a subscription',
      description:
        'Ends it as `on_cancel` says. A cancelled subscription is returned unchanged, so the call can be ' +
        'repeated.',
      failures: ['NOTHING_TO_CANCEL'],
    },
    resumeSubscription: {
      summary: 'Undo a cancellation',
      description:
        'Possible until the subscription has ended. One that was not cancelled is returned unchanged.',
      failures: ['RESUME_REFUSED'],
    },
    createSubscriptionClientToken: {
      summary: 'Get the client token for another payment method',
      failures: ['PAYMENT_UNAVAILABLE', 'NOTHING_TO_CHARGE'],
    },
    changePaymentMethod: {
      summary: 'Change the payment method',
      description:
        'Used for all charges from now on. If a charge was declined before, it is retried at once; a ' +
        'payment method that is declined is kept, and the retries continue. `provider` is the nonce’s ' +
        'provider: one of `providers` of the client token; default: the first one.',
      otherSuccess: { status: 202, when: 'The outcome of a charge tried at once is being looked up.' },
      failures: ['PAYMENT_DECLINED', 'PAYMENT_PROVIDER_INACTIVE', 'PAYMENT_UNAVAILABLE', 'NOTHING_TO_CHARGE'],
      example: { body: { payment_method_nonce: 'fake-valid-nonce' } },
    },
  },
};
