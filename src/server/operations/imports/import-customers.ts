import { sql, type Transaction } from 'kysely';
import type { PostalAddress } from '#core/model/address.ts';
import type { ImportPlan, PlannedImport } from '#core/model/shop-import.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { isSameValue } from '#core/rules/catalogue/record-values.ts';
import {
  customerColumns,
  type ImportedCustomer,
  readCustomers,
} from '#core/rules/operations/imports/read-customers.ts';
import type { ReadItem } from '#core/rules/operations/imports/read-products.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { runImport } from './import-runs.ts';
import { countStates, type ImportFile, readImport, refusedItem, toPlan } from './plan-import.ts';

/** An existing account whose e-mail address is in the file. */
interface Known {
  readonly id: string;
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
  /** Has a password, a passkey, a confirmed e-mail address or an order, so the import leaves it unchanged. */
  readonly is_used: boolean;
  readonly address: PostalAddress | null;
}

interface PlannedCustomer {
  readonly row: PlannedImport;
  readonly customer: ImportedCustomer | null;
  readonly account: Known | undefined;
}

interface CustomerToStore {
  readonly customer: ImportedCustomer;
  /** Undefined: a new account is created with `id`. */
  readonly account: Known | undefined;
  readonly id: string;
}

/**
 * Imports all customers of another shop, or none (docs/behaviour/operations.md#import-from-other-shops). They get
 * accounts without a password and without consents, and their e-mail address is not confirmed. Without `seen` only the
 * plan is returned. `NOT_POSSIBLE`: a row is refused; `RECORD_CHANGED`: the plan is no longer the one that was seen.
 */
export async function importCustomers(
  context: ServerContext,
  file: ImportFile,
): Promise<Result<ImportPlan, DomainFailure>> {
  const read = readImport(file, customerColumns, readCustomers);
  const emails = read.items.flatMap(({ value }) => (value === null ? [] : [value.email]));
  const makePlan = async (trx: Transaction<Database>) => {
    const known = await readKnown(trx, emails);
    const reserved = await readReserved(trx, emails, new Date(context.clock.now()));
    const planned = read.items.map((item) => planCustomer(item, known, reserved));
    const plan = toPlan(
      read,
      planned.map(({ row }) => row),
      // Accounts that the import does not change are left out: they may change in the meantime.
      [
        file.language,
        planned.map(({ customer, account }) => (customer === null ? null : [customer, account])),
      ],
    );
    return { plan, planned };
  };
  if (file.seen === null) return ok((await inTransaction(context.db, makePlan)).plan);
  return runImport(context, 'customers', async (trx, writeRows) => {
    // A registration that runs at the same time waits, and then finds its address taken.
    await sql`lock table users in share row exclusive mode`.execute(trx);
    const { plan, planned } = await makePlan(trx);
    if (plan.rows.some(({ state }) => state === 'refused')) return err(domainFailure('NOT_POSSIBLE'));
    if (plan.seen !== file.seen) return err(domainFailure('RECORD_CHANGED'));
    const toStore = planned.flatMap(({ customer, account }) =>
      customer === null ? [] : [{ customer, account, id: account?.id ?? context.ids.uuid() }],
    );
    await writeRows(toStore, (portion) => storeCustomers(trx, context, portion, file.language));
    await recordChange(trx, context, {
      action: 'customer.imported',
      record: { type: 'customers', id: 'import' },
      after: { source: plan.source, ...countStates(plan) },
    });
    return ok({ ...plan, is_applied: true });
  });
}

async function readKnown(
  trx: Transaction<Database>,
  emails: readonly string[],
): Promise<ReadonlyMap<string, Known>> {
  const { rows } = await sql<Known>`
    select id, email, firstname, lastname,
      password_hash is not null or email_confirmed_at is not null
        or exists (select from orders where orders.user_id = users.id)
        or exists (select from passkeys where passkeys.user_id = users.id) as is_used,
      (select fields from addresses where user_id = users.id
        order by is_default_shipping desc, created_at, id limit 1) as address
    from users where email = any(${emails}::text[])`.execute(trx);
  return new Map(rows.map((row) => [row.email, row]));
}

/** Reads the e-mail addresses that their owners replaced recently and can still restore. */
async function readReserved(
  trx: Transaction<Database>,
  emails: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ email: string }>`
    select facts ->> 'email' as email from one_time_tokens
    where kind = 'email_undo' and used_at is null and expires_at > ${now}
      and facts ->> 'email' = any(${emails}::text[])`.execute(trx);
  return new Set(rows.map(({ email }) => email));
}

function planCustomer(
  item: ReadItem<ImportedCustomer>,
  known: ReadonlyMap<string, Known>,
  reserved: ReadonlySet<string>,
): PlannedCustomer {
  const customer = item.value;
  if (customer === null) return { row: refusedItem(item), customer: null, account: undefined };
  const account = known.get(customer.email);
  if (account === undefined && reserved.has(customer.email)) {
    const fault = { line: item.lines[0] ?? 1, column: null, code: 'reserved' as const };
    return { row: refusedItem({ ...item, faults: [fault] }), customer: null, account: undefined };
  }
  const fields = account?.is_used ? [] : changedFields(customer, account);
  const state = account === undefined ? 'new' : fields.length === 0 ? 'same' : 'changed';
  return {
    row: {
      ...{ lines: [...item.lines], name: item.name, state, faults: [] },
      fields: [...fields],
      left_out: [...customer.left_out],
    },
    customer: state === 'same' ? null : customer,
    account,
  };
}

/** Names of the fields in which the file differs from the account; empty fields of the file are ignored. */
function changedFields(customer: ImportedCustomer, account: Known | undefined): readonly string[] {
  const names = ['firstname', 'lastname', 'address'] as const;
  return names.filter((name) => {
    const value = customer[name];
    return value !== null && value !== '' && !isSameValue(value, account?.[name] ?? null);
  });
}

async function storeCustomers(
  trx: Transaction<Database>,
  { clock, ids }: ServerContext,
  toStore: readonly CustomerToStore[],
  language: string,
): Promise<void> {
  const created_at = new Date(clock.now());
  const changed = toStore.flatMap(({ customer, account }) =>
    account === undefined ? [] : [{ customer, account }],
  );
  await sql`
    update users set firstname = changed.firstname, lastname = changed.lastname
    from unnest(
      ${changed.map(({ account }) => account.id)}::uuid[],
      ${changed.map(({ customer, account }) => customer.firstname || account.firstname)}::text[],
      ${changed.map(({ customer, account }) => customer.lastname || account.lastname)}::text[]
    ) as changed (id, firstname, lastname)
    where users.id = changed.id`.execute(trx);
  const moved = changed.filter(({ customer }) => customer.address !== null);
  await sql`
    delete from addresses
    where user_id = any(${moved.map(({ account }) => account.id)}::uuid[])`.execute(trx);
  const users = toStore
    .filter(({ account }) => account === undefined)
    .map(({ customer: { email, firstname, lastname }, id }) => ({
      ...{ id, email, firstname, lastname, created_at },
      password_hash: null,
      preferred_language: language,
      is_registered_with_funnel: true,
    }));
  const addresses = toStore.flatMap(({ customer: { address }, id }) =>
    address === null
      ? []
      : [
          {
            ...{ id: ids.uuid(), user_id: id, fields: JSON.stringify(address), created_at },
            ...{ is_default_shipping: true, is_default_billing: true },
          },
        ],
  );
  if (users.length > 0) await trx.insertInto('users').values(users).execute();
  if (addresses.length > 0) await trx.insertInto('addresses').values(addresses).execute();
}
