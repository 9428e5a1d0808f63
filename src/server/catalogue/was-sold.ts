import type { HostContext } from '#server/server-context.ts';

/** Whether a product of this name was sold once and is no more: search engines may forget its page (410). */
export async function wasSold({ db }: Pick<HostContext, 'db'>, slug: string): Promise<boolean> {
  const product = await db
    .selectFrom('products')
    .select('id')
    .where('slug', '=', slug)
    .where('is_active', '=', false)
    .executeTakeFirst();
  return product !== undefined;
}
