import { z } from 'zod';
import type { Result } from '#core/rules/result.ts';
import type { GoodsRefusal, MovedGoods } from '#server/orders/move-goods.ts';
import { deliverOrder, shipOrder } from '#server/orders/move-goods.ts';
import type { CommandAnswer } from './command.ts';
import { defineCommand, done, failed } from './command.ts';
import { orderCode } from './words.ts';

const trackingCode = z
  .string()
  .transform((text) => text.trim())
  .pipe(
    z.string().regex(/^[A-Za-z0-9-]{4,40}$/, "write the parcel's number: 4 to 40 letters, digits or hyphens"),
  );

/** `ship`: the parcel has left; the buyer is told its tracking code by mail. */
export const shipOrderCommand = defineCommand({
  name: 'ship',
  usage: 'CODE TRACKING',
  summary: 'notes that the goods of an order have left, and mails the tracking code',
  operands: ['code', 'tracking'],
  input: z.object({ code: orderCode, tracking: trackingCode }),
  run: async (context, { code, tracking }) =>
    tell(code, await shipOrder(context, code, tracking), {
      moved: `Order ${code} is shipped as ${tracking}; the buyer gets a mail.`,
      again: `Order ${code} was shipped as ${tracking} already; nobody gets another mail.`,
    }),
});

/** `deliver`: the parcel has arrived. */
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
): CommandAnswer {
  if (result.ok) return done(words[result.value]);
  const { error } = result;
  switch (error.code) {
    case 'UNKNOWN_ORDER':
      return failed(`There is no order ${code}. An order's code stands in its confirmation mail.`);
    case 'OTHER_PARCEL':
      return failed(`Order ${code} was shipped as ${error.tracking_code} already; nothing was changed.`);
    case 'NOT_POSSIBLE':
      return failed(
        `Order ${code} is ${error.state} with fulfilment ${error.fulfilment}:` +
          ' only paid orders with open goods are shipped, only shipped ones delivered.',
      );
  }
}
