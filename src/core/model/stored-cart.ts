import * as z from 'zod/mini';
import { isCalendarDay } from './calendar-day.ts';
import type { Cart } from './cart.ts';
import { couponRefusals } from './coupon.ts';
import { giftDeliveries, giftThemes } from './gift-choice.ts';
import type { Infer } from './primitives.ts';
import { bundledProduct, bundleOffer, productData, productSafety } from './product.ts';
import { type Cents, locales, maxLines } from './values.ts';

/** Upper limit of stored amounts (ten million euro), so that sums remain safe integers. */
const highestAmount = 1_000_000_000;

const count = z.int().check(z.gte(0), z.lte(highestAmount));

const amount = z.pipe(
  count,
  // Converts `-0` to `0`; JSON can contain `-0`.
  z.transform((value) => (value === 0 ? 0 : value) as Cents),
);

/** Returns a schema that ignores an invalid field instead of rejecting the whole object. */
function droppable<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.catch(z.optional(schema), undefined);
}

function orNull<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.catch(z.nullable(schema), null);
}

const customProperties = z.object({
  recipient_name: droppable(z.string()),
  recipient_email: droppable(z.string()),
  sender_name: droppable(z.string()),
  greeting: droppable(z.string()),
  theme: droppable(z.enum(giftThemes)),
  is_gift_pdf: droppable(z.boolean()),
  delivery: droppable(z.enum(giftDeliveries)),
  deliver_on: droppable(z.string().check(z.refine(isCalendarDay))),
});

/** Renames `is_price_bound`, as earlier versions of the shop called it, to `is_fixed_price`. */
function withCurrentFieldNames(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('is_price_bound' in data)) return data;
  return { is_fixed_price: data.is_price_bound, ...data };
}

const item = z.object({
  product_id: z.string().check(z.minLength(1)),
  quantity: z.int().check(z.gte(1)),
  custom_properties: z.catch(customProperties, {}),
  product_data: z.pipe(
    z.transform(withCurrentFieldNames),
    z.object({
      ...productData.shape,
      price: amount,
      monthly_price: z.nullable(amount),
      max_quantity: z.nullable(count.check(z.gte(1))),
      /** Missing in carts of earlier versions. */
      stock: z.catch(z.nullable(count), null),
    }),
  ),
});

const offer = z.object({
  ...bundleOffer.shape,
  /** `safety` is missing in carts of earlier versions. */
  products: z.array(z.object({ ...bundledProduct.shape, safety: orNull(productSafety) })),
});

/** `line_id` is missing in carts stored before a product could have several lines. */
const discountLine = z.object({
  line_id: droppable(z.string()),
  product_id: z.string(),
  amount,
  bundle_amount: droppable(amount),
});

/**
 * The cart in the browser's storage, as JSON (docs/behaviour/carts.md#local-cart). An invalid line makes the
 * whole cart invalid. Invalid values that the server computes anyway (discounts, code, credit, shipping) are
 * ignored.
 */
export const storedCart = z.object({
  version: z.literal(1),
  /** Random id of this cart; the server merges it at most once per user. */
  merge_id: z.string().check(z.minLength(1)),
  /** Language of all its texts; missing when there are several, and in carts of earlier versions. */
  locale: droppable(z.enum(locales)),
  /** When its lines were last read from the server, in milliseconds since the epoch; missing in earlier versions. */
  read_at: droppable(z.int()),
  /** The campaign that was sent with the cart's coupon code. */
  campaign: droppable(z.string()),
  /** The entered voucher code, which the server's cart does not contain. */
  voucher: droppable(z.string()),
  owner: z.union([z.literal('guest'), z.object({ user_id: z.string().check(z.minLength(1)) })]),
  cart: z.object({
    products: z.array(item).check(z.maxLength(maxLines)),
    shipping_cost: orNull(amount),
    discounts: z.catch(z.object({ lines: z.array(orNull(discountLine)) }), {
      lines: [],
    }),
    /** Missing in carts of earlier versions, which did not store bundle offers in the browser. */
    bundle_offers: z.catch(z.array(offer), []),
    code: orNull(z.string()),
    code_error: orNull(z.enum(couponRefusals)),
    has_voucher: z.catch(z.boolean(), false),
    credit: z.catch(amount, 0 as Cents),
    promotional_credit: z.catch(amount, 0 as Cents),
    bundle_cart_unique_id: orNull(z.string()),
  }),
});

/** A stored cart with all amounts computed. */
export interface StoredCart extends Omit<Infer<typeof storedCart>, 'cart'> {
  readonly cart: Cart;
}
