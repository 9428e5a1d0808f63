import { type fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type * as z from 'zod/mini';
import { postalAddress, savedAddress } from '#core/model/address.ts';
import { cart, cartItem, requestedLine } from '#core/model/cart.ts';
import { cancellation, withdrawal } from '#core/model/declaration.ts';
import { order } from '#core/model/order.ts';
import { paymentRecord } from '#core/model/payment.ts';
import { review, reviewDraft } from '#core/model/review.ts';
import { subscription } from '#core/model/subscription.ts';
import { learner } from '#core/model/user.ts';
import * as accounts from '#test/arbitraries/arbitrary-account.ts';
import * as addresses from '#test/arbitraries/arbitrary-address.ts';
import * as carts from '#test/arbitraries/arbitrary-cart.ts';
import * as orders from '#test/arbitraries/arbitrary-order.ts';
import { cart as pricedCart } from '#test/arbitraries/arbitrary-priced-cart.ts';
import * as subscriptions from '#test/arbitraries/arbitrary-subscription.ts';
import { runs } from '#test/run-length.ts';

const entities: readonly (readonly [string, z.ZodMiniType, fc.Arbitrary<unknown>])[] = [
  ['postal address', postalAddress, addresses.postalAddress],
  ['saved address', savedAddress, addresses.savedAddress],
  ['cart', cart, pricedCart],
  ['cart line', cartItem, carts.cartItem],
  ['requested line', requestedLine, carts.wantedLine],
  ['order', order, orders.order],
  ['payment', paymentRecord, orders.paymentRecord],
  ['subscription', subscription, subscriptions.subscription],
  ['learner', learner, accounts.learner],
  ['review', review, accounts.review],
  ['review draft', reviewDraft, accounts.reviewDraft],
  ['withdrawal', withdrawal, accounts.withdrawal],
  ['cancellation', cancellation, accounts.cancellation],
];

describe.each(entities)('a %s', (_, schema, entity) => {
  test.prop([entity], { numRuns: runs(100) })('passes through JSON and its schema unchanged', (value) => {
    expect(schema.parse(JSON.parse(JSON.stringify(value)))).toEqual(value);
  });

  test.prop([entity], { numRuns: runs(20) })('is refused with a list of lists in any field', (value) => {
    for (const field of Object.keys(value as object))
      expect(schema.safeParse({ ...(value as object), [field]: [[]] }).success, field).toBe(false);
  });
});
