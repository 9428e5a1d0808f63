import type { SubscriptionResource } from '#api/subscriptions.ts';
import {
  cancelSubscription,
  changePaymentMethod,
  createSubscriptionClientToken,
  listSubscriptions,
  resumeSubscription,
} from '#api/subscriptions.ts';
import type { Subscription } from '#core/model/subscription.ts';
import { mapResult } from '#core/rules/result.ts';
import type { Subscriptions } from '#ports/subscriptions.ts';
import type { ApiClient } from './api-client.ts';

function toSubscription({ id, attributes }: SubscriptionResource): Subscription {
  return { id, ...attributes };
}

/** Memberships and subscriptions over HTTP. */
export function createHttpSubscriptions(client: ApiClient): Subscriptions {
  return {
    async list({ number, size }) {
      const query = { 'page[number]': number, 'page[size]': size };
      return mapResult(await client.call(listSubscriptions, { query }), ({ data, meta }) => ({
        items: data.map(toSubscription),
        ...meta.page,
      }));
    },
    async cancel(id) {
      const answer = await client.call(cancelSubscription, { params: { id } });
      return mapResult(answer, ({ data }) => toSubscription(data));
    },
    async resume(id) {
      const answer = await client.call(resumeSubscription, { params: { id } });
      return mapResult(answer, ({ data }) => toSubscription(data));
    },
    async startCardFields(id) {
      const answer = await client.call(createSubscriptionClientToken, { params: { id } });
      return mapResult(answer, ({ client_token, provider }) => ({ client_token, provider }));
    },
    async changePaymentMethod(id, payment_method_nonce, device_data = null) {
      const body = { payment_method_nonce, device_data };
      const answer = await client.call(changePaymentMethod, { params: { id }, body });
      return mapResult(answer, ({ data }) => toSubscription(data));
    },
  };
}
