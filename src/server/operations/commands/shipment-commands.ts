import { z } from 'zod';
import type { OperatorOrder } from '#api/orders/operator-order-models.ts';
import { carriers } from '#core/model/parcel.ts';
import type { Result } from '#core/rules/basics/result.ts';
import { setStock } from '#server/catalogue/set-stock.ts';
import {
  deliverOrder,
  type GoodsRefusal,
  type GoodsTransition,
  shipOrder,
} from '#server/orders/delivery/shipments.ts';
import { type CommandResult, count, defineCommand, done, failed, orderCode } from './command.ts';

const trackingCode = z
  .string()
  .transform((text) => text.trim())
  .pipe(
    z.string().regex(/^[A-Za-z0-9-]{4,40}$/, "write the parcel's number: 4 to 40 letters, digits or hyphens"),
  );

/** `ship`: records a shipment; the buyer receives the tracking code by mail. */
export const shipOrderCommand = defineCommand({
  name: 'ship',
  usage: 'CODE CARRIER TRACKING',
  summary:
    'notes that all goods of an order that are left to send have left, and mails carrier and tracking code',
  notes: [`CARRIER is one of ${carriers.join(', ')}.`],
  operands: ['code', 'carrier', 'tracking'],
  input: z.object({
    code: orderCode,
    carrier: z.enum(carriers, `write one of ${carriers.join(', ')}`),
    tracking: trackingCode,
  }),
  run: async (context, { code, carrier, tracking }) =>
    tell(code, await shipOrder(context, code, { carrier, tracking_code: tracking }), {
      moved: `Order ${code} is shipped with ${carrier} as ${tracking}; the buyer gets a mail.`,
      again: `Order ${code} was shipped with ${carrier} as ${tracking} already; nobody gets another mail.`,
    }),
});

/** `deliver`: records the delivery of a parcel. */
export const deliverOrderCommand = defineCommand({
  name: 'deliver',
  usage: 'CODE',
  summary: 'notes that the goods of an order have arrived; the time to withdraw begins',
  operands: ['code'],
  input: z.object({ code: orderCode }),
  run: async (context, { code }) =>
    tell(code, await deliverOrder(context, code), {
      moved: `Order ${code} is delivered.`,
      again: `Order ${code} was delivered already.`,
    }),
});

function tell(
  code: string,
  result: Result<GoodsTransition, GoodsRefusal>,
  words: Readonly<Record<GoodsTransition, string>>,
): CommandResult {
  if (result.ok) return done(words[result.value]);
  const { error } = result;
  switch (error.code) {
    case 'UNKNOWN_ORDER':
      return failed(`There is no order ${code}. An order's code stands in its confirmation mail.`);
    case 'OTHER_PARCEL':
      return failed(
        `Order ${code} was shipped with ${error.carrier ?? 'a carrier that was not noted'} as` +
          ` ${error.tracking_code ?? 'a parcel without a number'} already; nothing was changed.`,
      );
    case 'MORE_THAN_LEFT':
      return failed(`Of order ${code} fewer pieces are left to send; nothing was changed.`);
    case 'NOT_POSSIBLE':
      return failed(
        `Order ${code} is ${error.state} with fulfilment ${error.fulfilment}:` +
          ' only orders that were paid and have open goods are shipped, only shipped ones delivered.',
      );
  }
}

/** `stock`: sets how many pieces of a product can be sold, reserved ones not included. */
export const setStockCommand = defineCommand({
  name: 'stock',
  usage: 'PRODUCT N',
  summary: 'sets how many pieces of a product can still be sold',
  operands: ['product', 'n'],
  input: z.object({ product: z.string(), n: count(0, 1_000_000) }),
  async run(context, { product, n }) {
    const set = await setStock(context, product, n);
    if (set.ok) return done(`${product}: ${n} pieces, before ${set.value}.`);
    return set.error.code === 'NOT_POSSIBLE'
      ? failed(`${product} never runs out: it is not counted.`)
      : failed(`There is no product ${product}.`);
  },
});

/** The delivery state of a mail, with the reason when it failed. */
export function describeDelivery({
  attempts,
  due_at,
  sent_at,
  failed_at,
  last_error,
}: OperatorOrder['mails'][number]): string {
  if (sent_at !== null) return `sent ${sent_at}`;
  const reason = last_error === null ? '' : `: ${last_error}`;
  if (failed_at !== null) return `given up after ${attempts} attempts${reason}`;
  return `waits for ${due_at} after ${attempts} attempts${reason}`;
}
