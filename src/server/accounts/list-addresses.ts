import type { AddressResource } from '#api/addresses.ts';
import type { HostContext } from '#server/server-context.ts';
import { toAddressResource } from './saved-address.ts';

/** One page of a user's own addresses, defaults first, then the newest. */
export async function listAddresses(
  { db }: Pick<HostContext, 'db'>,
  userId: string,
  { number, size }: { readonly number: number; readonly size: number },
): Promise<{ readonly items: AddressResource[]; readonly total: number }> {
  const own = db.selectFrom('addresses').where('user_id', '=', userId);
  const rows = await own
    .selectAll()
    .orderBy('is_default_shipping', 'desc')
    .orderBy('is_default_billing', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(size)
    .offset((number - 1) * size)
    .execute();
  const { total } = await own
    .select((where) => where.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { items: rows.map(toAddressResource), total };
}
