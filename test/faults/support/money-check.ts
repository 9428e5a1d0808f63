import { type Kysely, sql } from 'kysely';
import { describeDifference, findDifferences } from '#server/operations/books/audit-books.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { type FaultWorld, offers } from './fault-world.ts';

/** A charge in a gateway's ledger. A refund does not reduce its amount. */
export interface Charge {
  readonly order_code: string;
  readonly attempt_key: string;
  readonly amount: number;
  readonly transaction_id: string;
}

/** The result of the comparison of ledger and orders, after all payments have ended. */
export interface MoneyReport {
  readonly charges: number;
  /** Codes of the paid orders. */
  readonly paid: ReadonlySet<string>;
  readonly paidByVoucher: number;
  /** Number of payment attempts by final state. */
  readonly attempts: Readonly<Record<string, number>>;
  /** The longest time between start and outcome of a payment attempt, in seconds. */
  readonly longestUnknown: number;
  /** One sentence for each violated rule. */
  readonly faults: readonly string[];
}

/** The shop promises an outcome for every unknown payment within this time, in seconds. */
const promisedSeconds = 300;

async function sandboxCharges(world: FaultWorld): Promise<readonly Charge[]> {
  const response = await fetch(`${world.gatewayUrl}/merchant/ledger`, {
    headers: { Authorization: `Bearer ${world.gatewaySecret}` },
  });
  const { charges } = (await response.json()) as { charges: readonly Charge[] };
  return charges;
}

/**
 * Compares the gateway's ledger (default: the sandbox gateway's) with the shop's orders, and the paid orders
 * with their invoices, mails, stock, coupon uses and voucher balance.
 */
export async function checkMoney(world: FaultWorld, ledger?: readonly Charge[]): Promise<MoneyReport> {
  const charges = ledger ?? (await sandboxCharges(world));
  return world.query(async (db) => {
    const paid = await db
      .selectFrom('orders')
      .select(['code', 'amount_due_cents'])
      .where('state', '=', 'paid')
      .execute();
    const attempts = await db.selectFrom('payment_attempts').selectAll().execute();
    const seconds = attempts.map(({ started_at, settled_at }) =>
      settled_at === null ? Number.POSITIVE_INFINITY : (settled_at.getTime() - started_at.getTime()) / 1000,
    );
    const longestUnknown = Math.max(0, ...seconds);
    return {
      charges: charges.length,
      paid: new Set(paid.map((order) => order.code)),
      paidByVoucher: paid.filter((order) => order.amount_due_cents === 0).length,
      attempts: countBy(attempts.map((attempt) => attempt.state)),
      longestUnknown,
      faults: [
        ...chargeFaults(charges, new Map(paid.map((order) => [order.code, order.amount_due_cents]))),
        ...(longestUnknown > promisedSeconds
          ? [`An attempt was not settled for ${longestUnknown} s, promised are ${promisedSeconds}`]
          : []),
        ...(await orderFaults(db)),
      ],
    };
  });
}

/**
 * Returns a fault for each charge without exactly one paid order, and for each paid order without its charge.
 */
function chargeFaults(charges: readonly Charge[], paid: ReadonlyMap<string, number>): readonly string[] {
  const byOrder = Map.groupBy(charges, (charge) => charge.order_code);
  return [
    ...charges
      .filter((charge) => !paid.has(charge.order_code))
      .map((charge) => `${charge.attempt_key} was charged ${charge.amount}, but its order is not paid`),
    ...[...byOrder]
      .filter(([, all]) => all.length > 1)
      .map(([code, all]) => `Order ${code} was charged ${all.length} times`),
    ...[...paid].flatMap(([code, due]) => {
      const charged = byOrder.get(code)?.[0]?.amount ?? 0;
      return charged === due ? [] : [`Order ${code} is paid, due was ${due}, charged was ${charged}`];
    }),
  ];
}

/** Returns the differences in the books, and a fault for each row of several queries about this world's offers. */
async function orderFaults(db: Kysely<Database>): Promise<readonly string[]> {
  const queries: Readonly<Record<string, ReturnType<typeof sql<{ subject: string }>>>> = {
    'has no outcome yet': sql`select attempt_key as subject from payment_attempts
      where state in ('charging', 'unknown', 'authorised')`,
    'keeps pieces back although nothing is under way': sql`select order_id::text as subject
      from stock_reservations`,
    'is the stock, which differs from what was sold': sql`select stock::text as subject from products
      where id = ${offers.book} and stock <> ${offers.plenty} - (select coalesce(sum(quantity), 0)
        from order_lines join orders on orders.id = order_id and state = 'paid'
        where product_id = ${offers.book})`,
    'is the balance of the voucher, which differs from what paid orders took': sql`select balance_cents::text as subject
      from gift_codes where code = ${offers.voucher} and balance_cents <> ${offers.plenty} - (select
        coalesce(sum(credit_cents), 0) from orders where state = 'paid' and voucher_id = gift_codes.id)`,
  };
  const faults = (await findDifferences(db, Date.now())).map(describeDifference);
  for (const [what, query] of Object.entries(queries)) {
    const { rows } = await query.execute(db);
    faults.push(...rows.map(({ subject }) => `${subject} ${what}`));
  }
  return faults;
}

function countBy(values: readonly string[]): Record<string, number> {
  const groups = Map.groupBy(values, (value) => value);
  return Object.fromEntries([...groups].map(([value, all]) => [value, all.length]).toSorted());
}
