import { z } from 'zod';
import type { CouponKind } from '#core/model/coupon.ts';
import { productKinds } from '#core/model/product.ts';
import { addDays, startOfDay } from '#core/rules/basics/calendar.ts';
import { createCoupon, type NewCoupon } from '#server/coupons/create-coupon.ts';
import { selectCouponCode } from '#server/coupons/gift-codes.ts';
import { endCoupon, selectCoupons } from '#server/coupons/operator-coupons.ts';
import { count, day, defineCommand, done, euros, failed, moment, money, typedCode } from './command.ts';

const mostCodes = 10_000;
const effects = ['percent', 'amount', 'free-shipping', 'free-product'] as const;

const input = z
  .object({
    percent: count(1, 100).optional(),
    amount: euros.optional(),
    'free-shipping': z.boolean().optional(),
    'free-product': z.string().optional(),
    code: z.array(typedCode).default([]),
    count: count(1, mostCodes).optional(),
    prefix: typedCode.optional(),
    from: day.optional(),
    until: day.optional(),
    limit: count(1, 1_000_000).optional(),
    'per-customer': count(1, 1_000).optional(),
    minimum: euros.optional(),
    product: z.array(z.string()).optional(),
    kind: z.array(z.enum(productKinds, `write one of ${productKinds.join(', ')}`)).optional(),
    'first-purchase': z.boolean().default(false),
    public: z.boolean().default(false),
    campaign: z
      .string()
      .regex(/^[a-z0-9-]{1,40}$/, 'write small letters, digits and hyphens')
      .optional(),
  })
  .superRefine((given, { addIssue }) => {
    const fault = (message: string) => addIssue({ code: 'custom', message });
    if (effects.filter((effect) => given[effect] !== undefined).length !== 1)
      fault('Say what the coupon does: --percent, --amount, --free-shipping or --free-product, one of them');
    if (given.code.length > 0 === (given.count !== undefined))
      fault('Name codes with --code, or have them made with --count');
    if (given.prefix !== undefined && given.count === undefined) fault('--prefix belongs to --count');
    if (given.from !== undefined && given.until !== undefined && given.until < given.from)
      fault('--until lies before --from');
  });

/** `coupon create`: creates a promotion with its codes and limits. */
export const createCouponCommand = defineCommand({
  name: 'coupon create',
  usage:
    '(--percent N | --amount EUR | --free-shipping | --free-product ID) (--code CODE… | --count N) [options]',
  summary: 'makes a coupon; several codes share its limits',
  notes: [
    '--code CODE          a code of your choice; may be given several times',
    '--count N            makes N codes that nobody can guess, and prints them; --prefix WORD begins each',
    '--from, --until DAY  first and last day, like 2026-12-24',
    '--limit N            uses in all; --per-customer N uses of one customer',
    '--minimum EUR        least value of the cart',
    '--product ID, --kind KIND   what it is for; each may be given several times',
    '--campaign NAME      the campaign a shopper has to come from',
    '--first-purchase     only for customers who have bought nothing before',
    '--public             you tell it to everybody: its prices count as prices of the shop',
  ],
  options: {
    percent: { type: 'string' },
    amount: { type: 'string' },
    'free-shipping': { type: 'boolean' },
    'free-product': { type: 'string' },
    code: { type: 'string', multiple: true },
    count: { type: 'string' },
    prefix: { type: 'string' },
    from: { type: 'string' },
    until: { type: 'string' },
    limit: { type: 'string' },
    'per-customer': { type: 'string' },
    minimum: { type: 'string' },
    product: { type: 'string', multiple: true },
    kind: { type: 'string', multiple: true },
    campaign: { type: 'string' },
    'first-purchase': { type: 'boolean' },
    public: { type: 'boolean' },
  },
  input,
  async run(context, given) {
    const created = await createCoupon(context, {
      ...effectOf(given),
      codes: given.code.length > 0 ? given.code : { count: given.count ?? 1, prefix: given.prefix ?? null },
      valid_from: given.from === undefined ? null : startOfDay(given.from),
      valid_until: given.until === undefined ? null : startOfDay(addDays(given.until, 1)),
      total_limit: given.limit ?? null,
      per_customer_limit: given['per-customer'] ?? null,
      minimum_subtotal: given.minimum ?? null,
      product_ids: given.product ?? null,
      kinds: given.kind ?? null,
      campaign: given.campaign ?? null,
      is_first_purchase_only: given['first-purchase'],
      is_public: given.public,
    });
    return created.ok ? done(...created.value.codes) : failed(...created.error.map(describeFault));
  },
});

function effectOf(given: z.output<typeof input>): Pick<NewCoupon, 'kind' | 'value' | 'free_product_id'> {
  const effect = (kind: CouponKind, value: number, free_product_id: string | null = null) => ({
    kind,
    value,
    free_product_id,
  });
  if (given.percent !== undefined) return effect('percent', given.percent);
  if (given.amount !== undefined) return effect('fixed', given.amount);
  return given['free-product'] === undefined
    ? effect('free_shipping', 0)
    : effect('free_product', 0, given['free-product']);
}

function describeFault(fault: { readonly code: string; readonly subject: string }): string {
  switch (fault.code) {
    case 'CODE_TAKEN':
      return `The code ${fault.subject} exists already: choose another one.`;
    case 'UNKNOWN_PRODUCT':
      return `There is no product ${fault.subject} on sale: the ids stand in the address of GET /api/products.`;
    default:
      return `${fault.subject} cannot be given away: books have a bound price, and vouchers are money.`;
  }
}

/** `coupon list`: every coupon with its codes, uses and limits. */
export const listCouponsCommand = defineCommand({
  name: 'coupon list',
  usage: '',
  summary: 'lists coupons with their codes, uses and limits',
  input: z.object({}),
  async run(context) {
    const coupons = await selectCoupons(context).orderBy('first_code').orderBy('promotions.id').execute();
    return done(...coupons.map(describe));
  },
});

/** `coupon end`: ends the coupon of a code, with all codes that share its limits. */
export const endCouponCommand = defineCommand({
  name: 'coupon end',
  usage: 'CODE',
  summary: 'ends a coupon at once, with all codes that share its limits',
  operands: ['code'],
  input: z.object({ code: typedCode }),
  async run(context, { code }) {
    const found = await selectCouponCode(context.db, code).select('promotion_id').executeTakeFirst();
    if (found === undefined) return failed(`There is no coupon with the code ${code}.`);
    const ended = await endCoupon(context, found.promotion_id);
    return ended.ok
      ? done(`${code} has ended.`)
      : failed(`${code} comes from content/coupons.yaml: end it there.`);
  },
});

type CouponRow = Awaited<ReturnType<ReturnType<typeof selectCoupons>['executeTakeFirstOrThrow']>>;

function describe(coupon: CouponRow): string {
  const others = coupon.codes > 1 ? ` and ${coupon.codes - 1} more` : '';
  const only = [...(coupon.product_ids ?? []), ...(coupon.kinds ?? [])];
  return [
    `${coupon.first_code ?? 'no code any more'}${others}`,
    describeEffect(coupon),
    `used ${coupon.used}${coupon.total_limit === null ? '' : ` of ${coupon.total_limit}`}`,
    ...(coupon.per_customer_limit === null ? [] : [`${coupon.per_customer_limit} per customer`]),
    ...(coupon.minimum_subtotal_cents === null ? [] : [`from ${money(coupon.minimum_subtotal_cents)} on`]),
    ...(coupon.valid_from === null ? [] : [`from ${moment(coupon.valid_from)}`]),
    ...(coupon.valid_until === null ? [] : [`until ${moment(coupon.valid_until)}`]),
    ...(only.length === 0 ? [] : [`for ${only.join(', ')}`]),
    ...(coupon.campaign === null ? [] : [`campaign ${coupon.campaign}`]),
    ...(coupon.is_first_purchase_only ? ['first purchase only'] : []),
    ...(coupon.is_public ? ['public'] : []),
  ].join(', ');
}

function describeEffect({ kind, value, free_product_id }: CouponRow): string {
  switch (kind) {
    case 'percent':
      return `${value} % off`;
    case 'fixed':
      return `${money(value)} off`;
    case 'free_product':
      return `${free_product_id} for nothing`;
    default:
      return 'free shipping';
  }
}
