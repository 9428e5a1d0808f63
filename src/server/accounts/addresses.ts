import type { Selectable, Transaction } from 'kysely';
import type { AddressResource } from '#api/accounts/address-endpoints.ts';
import { type AddressChange, type PostalAddress, postalAddress } from '#core/model/address.ts';
import { isPostalCode } from '#core/rules/accounts/postal-codes.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { numberedPage } from '#server/platform/database/list-page.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { lockAccount } from './lock-account.ts';

type AddressAttributes = AddressResource['attributes'];

function toAddressResource(row: Selectable<Database['addresses']>): AddressResource {
  const { is_default_shipping, is_default_billing } = row;
  return {
    type: 'addresses',
    id: row.id,
    attributes: { ...(row.fields as PostalAddress), is_default_shipping, is_default_billing },
  };
}

function toAddressColumns({ is_default_shipping, is_default_billing, ...fields }: AddressAttributes) {
  return { fields: JSON.stringify(fields), is_default_shipping, is_default_billing };
}

/** Checks the postal code against its country. `pointer` is the JSON pointer of the object that holds the fields. */
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
  const shown = own
    .selectAll()
    .orderBy('is_default_shipping', 'desc')
    .orderBy('is_default_billing', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id');
  const { rows, total } = await numberedPage(shown, own, { number, size });
  return { items: rows.map(toAddressResource), total };
}

const pointer = '/data/attributes';
/** Addresses per user. */
const addressLimit = 100;

/**
 * Adds an address to the user's address book. A new default replaces the old one. The account is locked, because two
 * defaults would violate a unique index.
 */
export async function createAddress(
  { db, clock, ids }: Pick<ServerContext, 'db' | 'clock' | 'ids'>,
  userId: string,
  attributes: AddressAttributes,
): Promise<Result<AddressResource, DomainFailure>> {
  const validated = validatePostalCode(attributes, pointer);
  if (!validated.ok) return validated;
  return inTransaction(db, async (trx) => {
    if (!(await lockAccount(trx, userId))) return err(domainFailure('UNAUTHENTICATED'));
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

interface TypedAddresses {
  readonly shipping: PostalAddress | null;
  /** Null when it equals the other one. */
  readonly billing: PostalAddress | null;
  /** For a new account, whose address book is empty. */
  readonly isPreselected: boolean;
}

/**
 * Saves addresses typed at checkout, unless the address book has them or is full. Takes no lock, so that payments do
 * not wait; parallel calls may add an address twice.
 */
export async function keepTypedAddresses(
  trx: Transaction<Database>,
  { clock, ids }: Pick<ServerContext, 'clock' | 'ids'>,
  userId: string,
  { shipping, billing, isPreselected }: TypedAddresses,
): Promise<void> {
  const rows = isPreselected
    ? []
    : await trx.selectFrom('addresses').select('fields').where('user_id', '=', userId).execute();
  const known = rows.map(({ fields }) => comparable(fields as PostalAddress));
  const used = [shipping ?? billing, billing ?? shipping].filter((one) => one !== null);
  const [shippingText, billingText] = used.map(comparable);
  const fresh = new Map(used.map((one) => [comparable(one), one]));
  for (const text of known) fresh.delete(text);
  if (fresh.size === 0 || known.length + fresh.size > addressLimit) return;
  await trx
    .insertInto('addresses')
    .values(
      [...fresh].map(([text, one]) => ({
        id: ids.uuid(),
        user_id: userId,
        ...toAddressColumns({
          ...one,
          is_default_shipping: isPreselected && text === shippingText,
          is_default_billing: isPreselected && text === billingText,
        }),
        created_at: new Date(clock.now()),
      })),
    )
    .execute();
}

const fieldNames = Object.keys(postalAddress.shape) as (keyof PostalAddress)[];

/** Equal for equal addresses, whatever the order of their stored fields. */
function comparable(address: PostalAddress): string {
  return JSON.stringify(fieldNames.map((name) => address[name] ?? null));
}

/** Changes the given fields of one of the user's own addresses; 404 for any other. */
export async function updateAddress(
  { db }: Pick<ServerContext, 'db'>,
  userId: string,
  id: string,
  changes: AddressChange,
): Promise<Result<AddressResource, DomainFailure>> {
  return inTransaction(db, async (trx) => {
    await lockAccount(trx, userId);
    const stored = await trx
      .selectFrom('addresses')
      .selectAll()
      .where('id', '=', id)
      .where('user_id', '=', userId)
      // Locked, because a call that deletes it does not lock the account.
      .forUpdate()
      .executeTakeFirst();
    if (stored === undefined) return err(domainFailure('NOT_FOUND'));
    const attributes = { ...toAddressResource(stored).attributes, ...changes };
    const validated = validatePostalCode(attributes, pointer);
    if (!validated.ok) return validated;
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

/** Deletes one of the user's own addresses; false for any other. Orders have their own copies. */
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

async function clearDefaults(
  trx: Transaction<Database>,
  userId: string,
  { is_default_shipping, is_default_billing }: AddressAttributes,
): Promise<void> {
  const addresses = trx.updateTable('addresses').where('user_id', '=', userId);
  if (is_default_shipping) await addresses.set({ is_default_shipping: false }).execute();
  if (is_default_billing) await addresses.set({ is_default_billing: false }).execute();
}
