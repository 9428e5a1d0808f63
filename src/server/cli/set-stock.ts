import { z } from 'zod';
import { inTransaction } from '#server/database/transaction.ts';
import { defineCommand, done, failed } from './command.ts';
import { count } from './words.ts';

/** `stock`: how many pieces of a product can still be sold; what orders under way hold is counted out already. */
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
