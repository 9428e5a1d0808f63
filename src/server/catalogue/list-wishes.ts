import type { ProductCard } from '#api/products.ts';
import type { Locale } from '#core/rules/locale.ts';
import type { HostContext } from '#server/server-context.ts';
import { selectProductCards, toProductCard } from './product-cards.ts';

interface WishQuestion {
  readonly userId: string;
  readonly number: number;
  readonly size: number;
}

/** One page of what a user wishes for, newest first; what is not sold any more is left out. */
export async function listWishes(
  { db }: Pick<HostContext, 'db'>,
  { userId, number, size }: WishQuestion,
  locale: Locale,
): Promise<{ readonly items: ProductCard[]; readonly total: number }> {
  const rows = await selectProductCards(db, locale)
    .innerJoin('wish_list_items', 'wish_list_items.product_id', 'products.id')
    .where('wish_list_items.user_id', '=', userId)
    .where('products.is_active', '=', true)
    .orderBy('wish_list_items.added_at', 'desc')
    .orderBy('products.id')
    .limit(size)
    .offset((number - 1) * size)
    .execute();
  const { total } = await db
    .selectFrom('wish_list_items')
    .innerJoin('products', 'products.id', 'wish_list_items.product_id')
    .select((where) => where.fn.countAll<number>().as('total'))
    .where('wish_list_items.user_id', '=', userId)
    .where('products.is_active', '=', true)
    .executeTakeFirstOrThrow();
  return { items: rows.map(toProductCard), total };
}
