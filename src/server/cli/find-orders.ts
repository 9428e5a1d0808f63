import { z } from 'zod';
import { normaliseEmail } from '#core/rules/email-address.ts';
import { defineCommand, done, failed } from './command.ts';
import { moment, money } from './words.ts';

const shown = 200;

/** `orders find`: the orders of an e-mail address, whether it was a guest's or belongs to an account. */
export const findOrdersCommand = defineCommand({
  name: 'orders find',
  usage: 'EMAIL',
  summary: 'finds the orders of an e-mail address, newest first',
  operands: ['email'],
  input: z.object({ email: z.string().transform(normaliseEmail) }),
  async run({ db }, { email }) {
    const orders = await db
      .selectFrom('orders')
      .select(['code', 'state', 'fulfilment', 'total_cents', 'created_at', 'completed_at'])
      .where((where) =>
        where.or([
          where('email', '=', email),
          where('user_id', '=', where.selectFrom('users').select('id').where('email', '=', email)),
        ]),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(shown)
      .execute();
    if (orders.length === 0) return failed(`Nobody has ordered as ${email}.`);
    const lines = orders.map(
      (order) =>
        `${order.code}  ${order.state}, fulfilment ${order.fulfilment}, ${money(order.total_cents)},` +
        ` made ${moment(order.created_at)}, paid ${moment(order.completed_at)}`,
    );
    return done(...lines, ...(orders.length === shown ? [`The newest ${shown} are shown.`] : []));
  },
});
