import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { renewSubscriptions } from '#server/subscriptions/renew-subscriptions.ts';
import {
  orderAs,
  password,
  payOrder,
  products,
  register,
  type Shopper,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();

/** Buys the membership with the same calls as the storefront. */
async function buyMembership(shopper: Shopper): Promise<void> {
  const order = await orderAs(shop, shopper, { [products.membership]: 1 });
  expect((await payOrder(shop, order)).codes).toEqual([]);
}

async function member(): Promise<{ shopper: Shopper; id: string }> {
  const shopper = await register(shop);
  await buyMembership(shopper);
  const list = await shop.call(endpoints.listSubscriptions, { bearer: shopper.access });
  return { shopper, id: list.value?.data[0]?.id ?? '' };
}

async function learner({ id, access }: Shopper) {
  const { value } = await shop.call(endpoints.getUser, { bearer: access, params: { id } });
  return value?.data.attributes;
}

test('a member reads the subscription, cancels it and resumes it, and keeps the access all the time', async () => {
  const { shopper, id } = await member();
  const bearer = shopper.access;
  const listed = await shop.call(endpoints.listSubscriptions, { bearer });
  expect(listed.value?.meta.page.total).toBe(1);
  const others = await shop.call(endpoints.listSubscriptions, { bearer: (await register(shop)).access });
  expect(others.value?.data, 'listed for another user').toEqual([]);
  expect(listed.value?.data[0]?.attributes).toMatchObject({
    product: { id: products.membership, kind: 'membership' },
    status: 'active',
    period_months: 12,
    started_on: '2026-11-21',
    paid_from: '2026-11-21',
    paid_until: '2027-11-20',
    next_charge: { day: '2027-11-21' },
    payment_method: { kind: 'card', brand: 'visa', last_four: '1881' },
    on_cancel: { ends_on: '2027-11-20', refund: 0 },
  });
  expect(await learner(shopper)).toMatchObject({ is_subscribed: true, subscription_status: 'active' });
  const cancelled = await shop.call(endpoints.cancelSubscription, { bearer, params: { id } });
  expect(cancelled.value?.data.attributes).toMatchObject({ status: 'cancelled', ends_on: '2027-11-20' });
  expect(await learner(shopper)).toMatchObject({ is_subscribed: true, subscription_status: 'cancelled' });
  const resumed = await shop.call(endpoints.resumeSubscription, { bearer, params: { id } });
  expect(resumed.value?.data.attributes).toMatchObject({
    status: 'active',
    ends_on: null,
    cancelled_at: null,
  });
});

test('the payment method is changed with a token of the provider', async () => {
  const { shopper, id } = await member();
  const bearer = shopper.access;
  const token = await shop.call(endpoints.createSubscriptionClientToken, { bearer, params: { id } });
  expect(token.value).toMatchObject({
    success: true,
    provider: 'sandbox',
    providers: [{ name: 'sandbox', client_token: token.value?.client_token }],
  });
  const inactive = { payment_method_nonce: 'fake-valid-nonce', provider: 'other_pay' };
  const unknown = await shop.call(endpoints.changePaymentMethod, { bearer, params: { id }, body: inactive });
  expect([unknown.status, unknown.codes]).toEqual([422, ['PAYMENT_PROVIDER_INACTIVE']]);
  const body = { payment_method_nonce: 'fake-valid-nonce', provider: 'sandbox' };
  const changed = await shop.call(endpoints.changePaymentMethod, { bearer, params: { id }, body });
  expect(changed.status).toBe(200);
  const refused = { payment_method_nonce: 'fake-processor-declined-visa-nonce' };
  const declined = await shop.call(endpoints.changePaymentMethod, { bearer, params: { id }, body: refused });
  expect([declined.status, declined.codes]).toEqual([402, ['PAYMENT_DECLINED']]);
});

test('an ended subscription can neither be cancelled, resumed nor charged, and the refusal gives the reason', async () => {
  const { shopper, id } = await member();
  const before = await shop.call(endpoints.listSubscriptions, { bearer: shopper.access });
  const due = before.value?.data[0]?.attributes.next_charge?.day ?? '';
  await shop.call(endpoints.cancelSubscription, { bearer: shopper.access, params: { id } });
  shop.advance(Date.parse(`${due}T12:00:00Z`) - shop.context.clock.now());
  while ((await renewSubscriptions(shop.context)) > 0);
  // The session has ended within that year.
  expect((await shop.call(endpoints.listSubscriptions, { bearer: shopper.access })).status).toBe(401);
  const { value } = await shop.call(endpoints.logIn, { body: { identifier: shopper.email, password } });
  const bearer = value?.access ?? '';
  const body = { payment_method_nonce: 'fake-valid-nonce' };
  const answers = [
    await shop.call(endpoints.cancelSubscription, { bearer, params: { id } }),
    await shop.call(endpoints.resumeSubscription, { bearer, params: { id } }),
    await shop.call(endpoints.changePaymentMethod, { bearer, params: { id }, body }),
  ];
  expect(answers.map(({ status, codes }) => [status, ...codes])).toEqual([
    [409, 'NOTHING_TO_CANCEL'],
    [409, 'RESUME_REFUSED'],
    [409, 'NOTHING_TO_CHARGE'],
  ]);
  expect(await learner({ ...shopper, access: bearer })).toMatchObject({
    is_subscribed: false,
    subscription_status: 'expired',
  });
  const ended = await shop.call(endpoints.listSubscriptions, { bearer });
  const attributes = ended.value?.data[0]?.attributes;
  expect(attributes).toMatchObject({
    status: 'expired',
    next_charge: null,
    on_cancel: null,
    can_resume: false,
  });
  expect(calendarDay(Date.parse(attributes?.ended_at ?? ''))).toBe(due);
  await buyMembership({ ...shopper, access: bearer });
  expect(await learner({ ...shopper, access: bearer })).toMatchObject({ subscription_status: 'active' });
  expect(shop.faults).toEqual([]);
});
