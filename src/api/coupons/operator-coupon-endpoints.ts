import * as z from 'zod/mini';
import { type AreaDocs, respondsWithFile } from '#api/endpoint.ts';
import { resource } from '#api/json-api.ts';
import { defineOperatorEndpoint } from '#api/operator-endpoint.ts';
import { listOf, listQuery } from '#api/record-list.ts';
import { couponKinds } from '#core/model/coupon.ts';
import { couponStates, couponTrial, listedCoupon, operatorCoupon } from '#core/model/operator-coupon.ts';
import { calendarDay, code, email, identifier, line, uuid } from '#core/model/primitives.ts';
import { productKinds } from '#core/model/product.ts';
import { highestQuantity } from '#core/model/values.ts';

const params = z.object({ id: identifier });
const answered = z.object({ data: resource('coupons', operatorCoupon) });
const limit = z.nullable(z.int().check(z.gte(1), z.lte(1_000_000)));
const amount = z.nullable(z.int().check(z.gte(1), z.lte(10_000_000)));
const newCode = z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9-]{3,40}$/));
const campaignName = z.nullable(z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)));

/** Fields of a coupon that can be changed. */
const limits = {
  first_day: z.nullable(calendarDay),
  last_day: z.nullable(calendarDay),
  total_limit: limit,
  per_customer_limit: limit,
  minimum_subtotal: amount,
};

const listOperatorCoupons = defineOperatorEndpoint({
  name: 'listOperatorCoupons',
  method: 'GET',
  path: '/operator/coupons',
  permission: 'coupons.read',
  query: z.object({
    ...listQuery,
    'page[after]': z.optional(identifier),
    'filter[kind]': z.optional(z.enum(couponKinds)),
    'filter[state]': z.optional(z.enum(couponStates)),
  }),
  response: listOf(resource('coupons', listedCoupon)),
});

const getOperatorCoupon = defineOperatorEndpoint({
  name: 'getOperatorCoupon',
  method: 'GET',
  path: '/operator/coupons/:id',
  permission: 'coupons.read',
  params,
  response: answered,
});

const createOperatorCoupon = defineOperatorEndpoint({
  name: 'createOperatorCoupon',
  method: 'POST',
  path: '/operator/coupons',
  permission: 'coupons.change',
  status: 201,
  body: z.object({
    id: z.optional(uuid),
    kind: z.enum(couponKinds),
    value: z.int().check(z.gte(0), z.lte(10_000_000)),
    free_product_id: z.nullable(identifier),
    codes: z.array(newCode).check(z.maxLength(50)),
    count: z.nullable(z.int().check(z.gte(1), z.lte(10_000))),
    prefix: z.nullable(newCode),
    ...limits,
    product_ids: z.nullable(z.array(identifier).check(z.minLength(1), z.maxLength(100))),
    kinds: z.nullable(z.array(z.enum(productKinds)).check(z.minLength(1), z.maxLength(productKinds.length))),
    campaign: campaignName,
    is_first_purchase_only: z.boolean(),
    is_public: z.boolean(),
  }),
  response: z.object({ ...answered.shape, meta: z.object({ codes: z.array(z.string()) }) }),
});

const changeOperatorCoupon = defineOperatorEndpoint({
  name: 'changeOperatorCoupon',
  method: 'PATCH',
  path: '/operator/coupons/:id',
  permission: 'coupons.change',
  params,
  body: z.object({ ...limits, seen: z.optional(z.object(limits)) }),
  response: answered,
});

const endOperatorCoupon = defineOperatorEndpoint({
  name: 'endOperatorCoupon',
  method: 'POST',
  path: '/operator/coupons/:id/end',
  permission: 'coupons.change',
  params,
  response: answered,
});

const exportCouponCodes = defineOperatorEndpoint({
  name: 'exportCouponCodes',
  method: 'GET',
  path: '/operator/coupons/:id/codes',
  permission: 'coupons.change',
  params,
  ...respondsWithFile('text/csv; charset=utf-8'),
});

const tryOperatorCoupon = defineOperatorEndpoint({
  name: 'tryOperatorCoupon',
  method: 'POST',
  path: '/operator/coupon_trials',
  permission: 'coupons.read',
  body: z.object({
    code,
    email: z.nullable(email),
    campaign: z.nullable(line(40, 1)),
    products: z
      .array(z.object({ product_id: identifier, quantity: z.int().check(z.gte(1), z.lte(highestQuantity)) }))
      .check(z.maxLength(30)),
  }),
  response: z.object({ data: couponTrial }),
});

export const operatorCouponEndpoints = {
  listOperatorCoupons,
  getOperatorCoupon,
  createOperatorCoupon,
  changeOperatorCoupon,
  endOperatorCoupon,
  exportCouponCodes,
  tryOperatorCoupon,
};

export const operatorCouponDocs: AreaDocs<keyof typeof operatorCouponEndpoints> = {
  title: 'Coupons, for operators',
  description: 'Discount codes. Coupons of the content files are read-only here. Amounts in cents.',
  operations: {
    listOperatorCoupons: {
      summary: 'Find coupons',
      description:
        'Those created by operators first, newest first. `filter[q]`: the beginning of a code, or a ' +
        'campaign.',
    },
    getOperatorCoupon: { summary: 'Show a coupon', description: '`orders` is empty without `orders.read`.' },
    createOperatorCoupon: {
      summary: 'Create a coupon',
      description:
        'Either `codes`, or `count` random ones, each with `prefix`; `meta.codes` lists them. `value` is a ' +
        'whole percentage for `percent`, cents for `fixed`, else 0; `free_product_id` belongs to ' +
        '`free_product`. `NAME_TAKEN`: a code already exists. With the `id` of an earlier call, it creates ' +
        'nothing and returns that coupon; `RECORD_CHANGED` if that call was for another coupon.',
      failures: ['NAME_TAKEN', 'UNKNOWN_PRODUCT', 'RECORD_CHANGED'],
    },
    changeOperatorCoupon: {
      summary: 'Change days and limits',
      description:
        'Send all of them. `NOT_POSSIBLE`: the coupon belongs to the content files. `RECORD_CHANGED`: they ' +
        'are not `seen`.',
      failures: ['NOT_POSSIBLE', 'RECORD_CHANGED'],
    },
    endOperatorCoupon: {
      summary: 'End a coupon',
      description:
        'Immediately; placed orders keep it. A repeated call changes nothing. `NOT_POSSIBLE`: the coupon ' +
        'belongs to the content files.',
      failures: ['NOT_POSSIBLE'],
    },
    exportCouponCodes: {
      summary: 'Export the codes of a coupon',
      description: 'CSV with all codes. `X-Row-Count` is their number.',
    },
    tryOperatorCoupon: {
      summary: 'Test a code',
      description:
        'Prices a new cart with these products as the shop would for this customer, and lists every ' +
        'condition that fails. Stores nothing. `FORBIDDEN` at `/email`: `customers.read` is missing.',
      failures: ['UNKNOWN_PRODUCT'],
    },
  },
};
