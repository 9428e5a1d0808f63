import { sql } from 'kysely';
import { expect } from 'vitest';
import type { CardGateway } from '#ports/payment-gateway.ts';
import { resolveUnknownPayments } from '#server/orders/charging/due-payment-attempts.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { settleRefunds } from '#server/payments/settle-refunds.ts';
import { createDatabase } from '#server/platform/database/connection.ts';
import { type Job, type RunningJobs, startJobs } from '#server/platform/jobs/start-jobs.ts';
import { remindOfRenewals, renewSubscriptions } from '#server/subscriptions/renew-subscriptions.ts';
import { withCardGateway } from '#test/integration/support/gateways.ts';

import type { ChargeFate } from '#test/models/subscription-model.ts';
import type { createMemoryPaymentGateway } from '#test/support/memory-payment-gateway.ts';
import type { SubscriptionShop } from './subscription-shop.ts';

type MemoryGateway = ReturnType<typeof createMemoryPaymentGateway>;

/**
 * Wraps a gateway so that charges of stored cards have the outcomes that `fateOf` returns. With null, the
 * nonce decides.
 */
export function createScriptedGateway(
  gateway: MemoryGateway,
  fateOf: (customerId: string) => ChargeFate | null,
): CardGateway {
  return {
    ...gateway,
    chargeStored(request) {
      const fate = fateOf(request.customer_id);
      if (fate === 'charged') gateway.script({ goes: 'charged' });
      if (fate === 'declined') gateway.script({ goes: 'declined', reason: 'PROCESSOR_DECLINED' });
      if (fate === 'answer_lost') gateway.script({ goes: 'lost', was_charged: true });
      if (fate === 'never_arrived') gateway.script({ goes: 'lost', was_charged: false });
      return gateway.chargeStored(request);
    },
  };
}

/**
 * Creates servers with the background jobs of production on one database and on the test's clock. A job that
 * found no work waits until the clock advances, not for the queue's pause of some seconds, because three
 * years would otherwise take a day. The queue itself is real: it starts the jobs, distributes them over the
 * servers and continues after a server has stopped.
 */
export function createSimulatedServers(shop: SubscriptionShop, paymentGateway: CardGateway) {
  const running = new Set<{ leave(): Promise<void> }>();
  let busy = 0;
  let move = Promise.withResolvers<void>();

  async function start() {
    const db = createDatabase(shop.connectionString, { max: 6 });
    const context: OrderContext = { ...withCardGateway(shop.context, paymentGateway), db };
    const leaving = Promise.withResolvers<void>();
    let isLeaving = false;
    const waitingJob = (name: Job['name'], run: (context: OrderContext) => Promise<number>): Job => ({
      name,
      async run() {
        const moved = move.promise;
        busy += 1;
        const found = await run(context).finally(() => {
          busy -= 1;
        });
        if (found === 0 && !isLeaving) await Promise.race([moved, leaving.promise]);
        return isLeaving ? 0 : 1;
      },
    });
    const jobs: RunningJobs = await startJobs({
      connectionString: shop.connectionString,
      log: context.log,
      jobs: [
        waitingJob('renew-subscriptions', renewSubscriptions),
        waitingJob('remind-of-renewals', remindOfRenewals),
        waitingJob('resolve-unknown-payments', resolveUnknownPayments),
        waitingJob('settle-refunds', settleRefunds),
      ],
    });
    const server = {
      async leave() {
        running.delete(server);
        isLeaving = true;
        leaving.resolve();
        await jobs.stop();
        await db.destroy();
      },
    };
    running.add(server);
    return server;
  }

  /**
   * Returns the time of the next due work in milliseconds since 1970-01-01, or null. If the time is not in
   * the future, the jobs still have work.
   */
  async function nextDue(): Promise<number | null> {
    const { rows } = await sql<{ next: Date | null }>`
      select least(
        (select min(next_action_at) from subscriptions),
        (select min(next_check_at) from payment_attempts where state in ('charging', 'unknown')),
        (select min(next_check_at) from refunds where state in ('open', 'unknown'))
      ) as next
    `.execute(shop.db);
    return rows[0]?.next?.getTime() ?? null;
  }

  return {
    start,
    nextDue,
    /** Wakes the jobs after the clock was advanced and waits until no work is due. */
    async work(): Promise<void> {
      const moved = move;
      move = Promise.withResolvers<void>();
      moved.resolve();
      for (;;) {
        const next = await nextDue();
        if ((next === null || next > shop.context.clock.now()) && busy === 0) return;
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    },
    async stop(): Promise<void> {
      await Promise.all([...running].map((server) => server.leave()));
      expect(shop.surprises).toEqual([]);
    },
  };
}
