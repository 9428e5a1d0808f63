import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { calendarDay, startOfDay } from '#core/rules/basics/calendar.ts';
import { cents } from '#core/rules/basics/money.ts';
import { asLine, day, defineCommand, money } from '#server/operations/commands/command.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { paidOrdersBefore } from '#server/personal-data/delete-expired-data.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { gatewayOf } from '#server/platform/payment-gateways.ts';
import type { BookCheck, Deviation } from './book-check.ts';
import { creditChecks } from './credit-checks.ts';
import { documentChecks, numberCheck } from './document-checks.ts';
import { orderChecks, stockChecks } from './order-checks.ts';
import { paymentChecks, refundChecks } from './payment-checks.ts';

/** A record whose figures do not agree, and the check that has found it. */
export interface Difference extends Deviation {
  readonly check: Pick<BookCheck, 'name' | 'found' | 'expected' | 'unit'>;
}

/** Statement timeout of a check in milliseconds. The client timeout of its connection must be longer. */
export const auditTimeoutMs = 600_000;

/**
 * Runs all checks on one snapshot of the database, one statement per check
 * (docs/behaviour/operations.md#audit-of-the-books). `now` (milliseconds since the epoch) decides from which year on
 * documents must be complete.
 */
export function findDifferences(db: Kysely<Database>, now: number): Promise<readonly Difference[]> {
  if (db.isTransaction) return compare(db, now);
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      // A check reads whole tables and may take longer than the shop's usual statement timeout.
      await sql`set local statement_timeout = ${sql.lit(auditTimeoutMs)}`.execute(trx);
      return compare(trx, now);
    });
}

/** All checks of the audit; documents must be complete from `firstYear` on. */
export function bookChecks(firstYear: number): readonly BookCheck[] {
  return [
    ...orderChecks,
    ...paymentChecks,
    ...refundChecks,
    ...documentChecks,
    numberCheck(firstYear),
    ...creditChecks,
    ...stockChecks,
  ];
}

async function compare(db: Kysely<Database>, now: number): Promise<readonly Difference[]> {
  const firstYear = Number(calendarDay(paidOrdersBefore(now).getTime()).slice(0, 4));
  const differences: Difference[] = [];
  for (const check of bookChecks(firstYear)) {
    const { rows } = await check.query.execute(db);
    differences.push(...rows.map((row) => ({ check, ...row })));
  }
  return differences;
}

const providerCheck = {
  name: 'provider',
  found: 'charged by the provider',
  expected: 'charged by the books',
  unit: 'cents',
} as const;

/** Maximum number of parallel requests to the providers. */
const parallel = 8;

/**
 * Compares finished payments that began since `since` (milliseconds since the epoch) with what their providers charged.
 * `unknown` counts payments for which a provider reported no outcome.
 */
async function findProviderDifferences(
  context: Pick<OrderContext, 'db' | 'gateways' | 'pastGateways'>,
  since: number,
): Promise<{
  readonly asked: number;
  readonly unknown: number;
  readonly differences: readonly Difference[];
}> {
  const attempts = await context.db
    .selectFrom('payment_attempts')
    .select(['attempt_key', 'provider', 'state', 'amount_cents', 'started_at'])
    .where('state', 'in', ['charged', 'declined', 'never_charged'])
    .where('provider', 'is not', null)
    .where('amount_cents', '>', 0)
    .where('started_at', '>=', new Date(since))
    // A payment that was charged late and then refunded is no difference.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('late_payments')
            .select('step')
            .whereRef('payment_attempt_id', '=', 'payment_attempts.id')
            .where('step', '=', 'refund')
            .where('outcome', '=', 'refunded'),
        ),
      ),
    )
    .orderBy('started_at')
    .execute();
  const differences: Difference[] = [];
  let unknown = 0;
  const waiting = attempts[Symbol.iterator]();
  const work = async () => {
    for (const { attempt_key, provider, state, amount_cents, started_at } of waiting) {
      const told = await gatewayOf(context, provider ?? '').findCharge(attempt_key, started_at.getTime());
      if (told.outcome === 'unknown') {
        unknown += 1;
        continue;
      }
      const found = told.outcome === 'charged' ? told.amount : 0;
      const expected = state === 'charged' ? amount_cents : 0;
      if (found !== expected)
        differences.push({ check: providerCheck, record: `payment ${attempt_key}`, found, expected });
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return { asked: attempts.length, unknown, differences };
}

/** Describes a difference in one line, such as `charges: order 7K2M9Q: charged €0.00, due and paid €89.00`. */
export function describeDifference({ check, record, found, expected }: Difference): string {
  const figure = (value: number) => (check.unit === 'cents' ? money(cents(value)) : `${value}`);
  return `${check.name}: ${record}: ${check.found} ${figure(found)}, ${check.expected} ${figure(expected)}`;
}

/** `audit`: checks whether orders, payments, refunds, documents, vouchers, coupons and stock agree. */
export const auditCommand = defineCommand({
  name: 'audit',
  usage: '[--provider DAY]',
  summary:
    'compares orders, payments, refunds, documents, vouchers, coupons, reserved stock, and names what differs',
  notes: ['--provider DAY  asks the payment providers, too, for payments since that day'],
  options: { provider: { type: 'string' } },
  input: z.object({ provider: day.optional() }),
  async run(context, { provider }) {
    const books = await findDifferences(context.db, context.clock.now());
    const asked =
      provider === undefined ? null : await findProviderDifferences(context, startOfDay(provider));
    const differences = [...books, ...(asked?.differences ?? [])];
    const lines = [
      ...differences.map(describeDifference),
      ...(asked === null
        ? []
        : [
            `The providers were asked about ${asked.asked} payments; ${asked.unknown} stayed without an answer.`,
          ]),
      differences.length === 0 ? 'The books agree.' : `${differences.length} records do not agree.`,
    ];
    return {
      exit: differences.length === 0 && (asked?.unknown ?? 0) === 0 ? 0 : 1,
      text: lines.map(asLine),
    };
  },
});
