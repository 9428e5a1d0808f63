import { z } from 'zod';
import { carriers } from '#core/model/parcel.ts';
import type { Result } from '#core/rules/result.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { GoodsRefusal, MovedGoods } from '#server/orders/shipments.ts';
import { deliverOrder, shipOrder } from '#server/orders/shipments.ts';
import type { CommandResult } from './command.ts';
import { count, defineCommand, done, failed, orderCode } from './command.ts';

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
  summary: 'notes that the goods of an order have left, and mails carrier and tracking code',
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
  result: Result<MovedGoods, GoodsRefusal>,
  words: Readonly<Record<MovedGoods, string>>,
): CommandResult {
  if (result.ok) return done(words[result.value]);
  const { error } = result;
  switch (error.code) {
    case 'UNKNOWN_ORDER':
      return failed(`There is no order ${code}. An order's code stands in its confirmation mail.`);
    case 'OTHER_PARCEL':
      return failed(
        `Order ${code} was shipped with ${error.carrier ?? 'a carrier that was not noted'} as` +
          ` ${error.tracking_code} already; nothing was changed.`,
      );
    case 'NOT_POSSIBLE':
      return failed(
        `Order ${code} is ${error.state} with fulfilment ${error.fulfilment}:` +
          ' only paid orders with open goods are shipped, only shipped ones delivered.',
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
  async run({ db }, { product, n }) {
    return inTransaction(db, async (trx) => {
      const found = await trx
        .selectFrom('products')
        .select(['id', 'stock'])
        .where('id', '=', product)
        .forUpdate()
        .executeTakeFirst();
      if (found === undefined) return failed(`There is no product ${product}.`);
      if (found.stock === null) return failed(`${product} never runs out: it is not counted.`);
      await trx.updateTable('products').set({ stock: n }).where('id', '=', product).execute();
      return done(`${product}: ${n} pieces, before ${found.stock}.`);
    });
  },
});

interface Delivery {
  readonly attempts: number;
  readonly due_at: Date;
  readonly sent_at: Date | null;
  readonly failed_at: Date | null;
  readonly last_error: string | null;
}

/** The delivery state of a mail, with the reason when it failed. */
export function describeDelivery({ attempts, due_at, sent_at, failed_at, last_error }: Delivery): string {
  if (sent_at !== null) return `sent ${sent_at.toISOString()}`;
  const reason = last_error === null ? '' : `: ${last_error}`;
  if (failed_at !== null) return `given up after ${attempts} attempts${reason}`;
  return `waits for ${due_at.toISOString()} after ${attempts} attempts${reason}`;
}
