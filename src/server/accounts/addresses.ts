import type { Selectable, Transaction } from 'kysely';
import type { AddressResource } from '#api/addresses.ts';
import type { PostalAddress } from '#core/model/address.ts';
import { isPostalCode } from '#core/rules/address.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { DomainFailure } from '#server/domain-failure.ts';
import { domainFailure } from '#server/domain-failure.ts';
import type { ServerContext } from '#server/server-context.ts';

/** A postal address with its place in the address book, as the API takes it. */
type AddressAttributes = AddressResource['attributes'];

/** A stored row as the API answers it. */
function toAddressResource(row: Selectable<Database['addresses']>): AddressResource {
  const { is_default_shipping, is_default_billing } = row;
  return {
    type: 'addresses',
    id: row.id,
    attributes: { ...(row.fields as PostalAddress), is_default_shipping, is_default_billing },
  };
}

/** The columns of an address to be stored. */
function toAddressColumns({ is_default_shipping, is_default_billing, ...fields }: AddressAttributes) {
  return { fields: JSON.stringify(fields), is_default_shipping, is_default_billing };
}

/** Whether the postal code fits its country; `pointer` is where the fields stand in the body. */
export function validatePostalCode(
  { postal_code, country }: Pick<PostalAddress, 'postal_code' | 'country'>,
  pointer = '',
): Result<null, DomainFailure> {
  if (isPostalCode(postal_code, country)) return ok(null);
  return err(domainFailure('INVALID_INPUT', { pointer: `${pointer}/postal_code`, reason: 'postal_code' }));
}

/** One page of a user's own addresses, defaults first, then the newest. */
export async function listAddresses(
  { db }: Pick<ServerContext, 'db'>,
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

const pointer = '/data/attributes';
/** More addresses than anybody has. */
const addressLimit = 100;

/** Adds an address to a user's own. A new default takes the place of the old one. */
export async function createAddress(
  { db, clock, ids }: Pick<ServerContext, 'db' | 'clock' | 'ids'>,
  userId: string,
  attributes: AddressAttributes,
): Promise<Result<AddressResource, DomainFailure>> {
  const validated = validatePostalCode(attributes, pointer);
  if (!validated.ok) return validated;
  return inTransaction(db, async (trx) => {
    await lockAddressBook(trx, userId);
    const { count } = await trx
      .selectFrom('addresses')
      .select((where) => where.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (count >= addressLimit) return err(domainFailure('EXCEED_LIMIT'));
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
  { db }: Pick<ServerContext, 'db'>,
  userId: string,
  id: string,
  attributes: AddressAttributes,
): Promise<Result<AddressResource, DomainFailure>> {
  const validated = validatePostalCode(attributes, pointer);
  if (!validated.ok) return validated;
  return inTransaction(db, async (trx) => {
    await lockAddressBook(trx, userId);
    const own = trx.selectFrom('addresses').select('id').where('id', '=', id).where('user_id', '=', userId);
    if ((await own.executeTakeFirst()) === undefined) return err(domainFailure('NOT_FOUND'));
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
  { db }: Pick<ServerContext, 'db'>,
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
