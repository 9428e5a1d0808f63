import type { Transaction } from 'kysely';
import type { AddressResource } from '#api/addresses.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import { apiFailure } from '#server/api-failure.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { HostContext } from '#server/server-context.ts';
import type { AddressAttributes } from './saved-address.ts';
import { judgePostalCode, toAddressColumns, toAddressResource } from './saved-address.ts';

const pointer = '/data/attributes';
/** More addresses than anybody has. */
const addressLimit = 100;

/** Adds an address to a user's own. A new default takes the place of the old one. */
export async function createAddress(
  { db, clock, ids }: Pick<HostContext, 'db' | 'clock' | 'ids'>,
  userId: string,
  attributes: AddressAttributes,
): Promise<Result<AddressResource, ApiFailure>> {
  const judged = judgePostalCode(attributes, pointer);
  if (!judged.ok) return judged;
  return inTransaction(db, async (trx) => {
    await lockAddressBook(trx, userId);
    const { count } = await trx
      .selectFrom('addresses')
      .select((where) => where.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (count >= addressLimit) return err(apiFailure('EXCEED_LIMIT'));
    await clearDefaults(trx, userId, attributes);
    const row = await trx
      .insertInto('addresses')
      .values({
        id: ids.uuid(),
        user_id: userId,
        ...toAddressColumns(attributes),
        created_at: new Date(clock.now()),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return ok(toAddressResource(row));
  });
}

/** Replaces one of a user's own addresses; 404 for anybody else's. */
export async function updateAddress(
  { db }: Pick<HostContext, 'db'>,
  userId: string,
  id: string,
  attributes: AddressAttributes,
): Promise<Result<AddressResource, ApiFailure>> {
  const judged = judgePostalCode(attributes, pointer);
  if (!judged.ok) return judged;
  return inTransaction(db, async (trx) => {
    await lockAddressBook(trx, userId);
    const own = trx.selectFrom('addresses').select('id').where('id', '=', id).where('user_id', '=', userId);
    if ((await own.executeTakeFirst()) === undefined) return err(apiFailure('NOT_FOUND'));
    await clearDefaults(trx, userId, attributes);
    const row = await trx
      .updateTable('addresses')
      .set(toAddressColumns(attributes))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return ok(toAddressResource(row));
  });
}

/** Removes one of a user's own addresses; false for anybody else's. Orders keep copies of theirs. */
export async function deleteAddress(
  { db }: Pick<HostContext, 'db'>,
  userId: string,
  id: string,
): Promise<boolean> {
  const removed = await db
    .deleteFrom('addresses')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return removed !== undefined;
}

/** One change of an address book at a time, so that two new defaults at once do not collide. */
async function lockAddressBook(trx: Transaction<Database>, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
}

async function clearDefaults(
  trx: Transaction<Database>,
  userId: string,
  { is_default_shipping, is_default_billing }: AddressAttributes,
): Promise<void> {
  const addresses = trx.updateTable('addresses').where('user_id', '=', userId);
  if (is_default_shipping) await addresses.set({ is_default_shipping: false }).execute();
  if (is_default_billing) await addresses.set({ is_default_billing: false }).execute();
}
