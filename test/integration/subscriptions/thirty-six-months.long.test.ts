import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { startOfDay } from '#core/rules/basics/calendar.ts';
import { findDifferences } from '#server/operations/books/audit-books.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { cancelById, resumeSubscription } from '#server/subscriptions/cancel-subscription.ts';
import type { SubscriptionRow } from '#server/subscriptions/subscription-rows.ts';

import {
  type ChargeFate,
  dayNumber,
  dayText,
  liveSubscription,
  monthsAfter,
  type SubscriptionStory,
} from '#test/models/subscription-model.ts';
import { runs } from '#test/run-length.ts';
import { createScriptedGateway, createSimulatedServers } from './simulated-servers.ts';
import { openSubscriptionShop, prices } from './subscription-shop.ts';

const count = runs(50);
const seed = 20_261_121;
const shop = await openSubscriptionShop();
const indexOf = new Map<string, number>();
const charges = new Map<string, number>();
const servers = createSimulatedServers(
  shop,
  createScriptedGateway(shop.gateway, (customer) => {
    const index = indexOf.get(customer);
    if (index === undefined) return null;
    const n = charges.get(customer) ?? 0;
    charges.set(customer, n + 1);
    return stories[index]?.fate(n) ?? null;
  }),
);
afterAll(() => servers.stop());

/** Returns a pseudorandom number from 0 to below 1. The same arguments always give the same number. */
function chance(...question: readonly number[]): number {
  let hash = seed;
  for (const part of question) {
    hash = Math.imul(hash ^ part, 0x9e3779b1);
    hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca77);
    hash ^= hash >>> 13;
  }
  return (hash >>> 0) / 2 ** 32;
}

function fate(index: number, n: number): ChargeFate {
  const luck = chance(index, 1, n);
  // Every fifth subscription has a card that is often declined, so that some subscriptions end for this
  // reason.
  if (luck < (index % 5 === 4 ? 0.45 : 0.08)) return 'declined';
  if (luck > 0.96) return 'answer_lost';
  return luck > 0.93 ? 'never_arrived' : 'charged';
}

function between([from = 0, length = 0]: readonly number[], luck: number): number {
  return from + Math.floor(luck * length);
}

const first = dayNumber('2026-12-01');
/**
 * The start days of short test runs: the 31st and the 30th do not exist in every month. Long runs use any
 * day.
 */
const anchors = ['2026-12-31', '2027-01-30', '2027-02-15'].map(dayNumber);

const stories: readonly SubscriptionStory[] = Array.from({ length: count }, (_, index) => {
  const any = first + Math.floor(chance(index, 2) * 90);
  const starts = count > 100 ? any : (anchors[index % anchors.length] ?? any);
  const months = index % 5 < 2 ? 12 : 1;
  // Half of the members who cancel do so after the first year, when unused months are refunded.
  const days = months === 12 && chance(index, 6) < 0.5 ? [370, 680] : [1, 1_050];
  const cancels = chance(index, 3) < 0.45 ? starts + between(days, chance(index, 4)) : null;
  return {
    months,
    price: prices[months === 12 ? 'membership' : 'subscription'],
    starts,
    cancels,
    resumes: cancels !== null && chance(index, 5) < 0.3 ? cancels + 2 : null,
    fate: (n) => fate(index, n),
  };
});
const horizon = monthsAfter(Math.max(...stories.map(({ starts }) => starts)), 36);

interface Act {
  readonly at: number;
  readonly index: number;
  readonly kind: 'buy' | 'cancel' | 'resume';
}

/** All actions of the buyers, ordered by time, each at noon. */
const acts: readonly Act[] = stories
  .flatMap(({ starts, cancels, resumes }, index) =>
    Object.entries({ buy: starts, cancel: cancels, resume: resumes }).flatMap(([kind, day]) =>
      day === null || day > horizon
        ? []
        : [{ at: startOfDay(dayText(day)) + 43_200_000, index, kind: kind as Act['kind'] }],
    ),
  )
  .toSorted((one, other) => one.at - other.at);

const subscriptions: SubscriptionRow[] = [];

async function perform({ kind, index }: Act): Promise<void> {
  if (kind === 'buy') {
    const bought = await shop.buy(stories[index]?.months === 12 ? 'membership' : 'subscription');
    subscriptions[index] = bought;
    indexOf.set(bought.order_id ?? '', index);
    return;
  }
  const subscription = subscriptions[index];
  if (subscription === undefined) throw new Error('Nothing was bought yet');
  if (kind === 'cancel') {
    await inTransaction(shop.db, (trx) => cancelById(trx, shop.context, subscription.id, { cause: 'buyer' }));
  } else {
    await resumeSubscription(shop.context, shop.ownerOf(subscription), subscription.id);
  }
}

/**
 * Advances the clock from one due time to the next until the horizon. Each year a new server replaces the
 * oldest one. Returns the number of steps.
 */
async function simulate(): Promise<number> {
  const end = startOfDay(dayText(horizon)) + 80_000_000;
  let oldest = await servers.start();
  let newest = await servers.start();
  let nextChange = shop.context.clock.now() + 365 * 86_400_000;
  let moments = 0;
  for (let at = 0; ; ) {
    const due = await servers.nextDue();
    const moment = Math.min(due ?? end, acts[at]?.at ?? end);
    if (moment >= end) break;
    shop.advance(Math.max(0, moment - shop.context.clock.now()));
    for (; (acts[at]?.at ?? end) <= moment; at += 1) await perform(acts[at] as Act);
    await servers.work();
    moments += 1;
    if (moment > nextChange) {
      nextChange += 365 * 86_400_000;
      const gone = oldest;
      oldest = newest;
      newest = await servers.start();
      await gone.leave();
    }
  }
  return moments;
}

test(`${count} subscriptions over 36 months, through the jobs of two servers: one charge in each period, states as in docs/behaviour`, {
  timeout: 7_200_000,
}, async () => {
  const moments = await simulate();
  const tally = { moments, renewals: 0, refused: 0, ended: 0, refunded: 0 };
  for (const [index, story] of stories.entries()) {
    const expected = liveSubscription(story, horizon);
    const subscription = await shop.subscription(subscriptions[index]?.id ?? '');
    const renewals = await shop.renewals(subscription.id);
    const paid = renewals.filter((order) => order.state === 'paid' || order.state === 'refunded');
    const where = `subscription ${index}`;
    expect(subscription.status, where).toBe(expected.status);
    expect(subscription.ends_on, where).toBe(expected.endsOn === null ? null : dayText(expected.endsOn));
    expect(
      paid.map(({ completed_at }) => dayInBerlin(completed_at)),
      where,
    ).toEqual(expected.chargedOn.map(dayText));
    expect(
      paid.map(({ period_number }) => period_number),
      where,
    ).toEqual(paid.map((_, before) => before + 2));
    expect(subscription.paid_periods, where).toBe(paid.length + 1);
    expect(subscription.period_ends_at.getTime(), where).toBe(startOfDay(dayText(expected.paidUntil)));
    expect(await chargesOf(subscription), where).toEqual(
      paid.map(({ code, total_cents }) => [code, total_cents]),
    );
    expect(await refundedTo(subscription), where).toBe(expected.refund);
    const mails = (await shop.mails(subscription)).filter(
      (mail) => mail !== 'refund' && mail !== 'renewal_reminder',
    );
    expect(
      mails.filter((mail) => mail === 'renewal'),
      where,
    ).toHaveLength(paid.length);
    expect(
      mails.filter((mail) => mail === 'renewal_failed'),
      where,
    ).toHaveLength(expected.refused - (expected.isGivenUp ? 1 : 0));
    expect(await announced(subscription), where).toEqual(
      story.months === 12 ? paid.map(({ period_number }) => period_number) : [],
    );
    tally.renewals += paid.length;
    tally.refused += expected.refused;
    tally.ended += expected.status === 'expired' ? 1 : 0;
    tally.refunded += expected.refund > 0 ? 1 : 0;
  }
  const open = await sql`select id from payment_attempts where state in ('charging', 'unknown')`.execute(
    shop.db,
  );
  expect(open.rows).toEqual([]);
  const all = shop.gateway.ledger().charges;
  expect(new Set(all.map(({ order_code }) => order_code)).size, 'orders with a charge').toBe(all.length);
  expect(all.length, 'charges').toBe(count + tally.renewals);
  expect(await findDifferences(shop.db, startOfDay(dayText(horizon)))).toEqual([]);
  console.log(JSON.stringify({ subscriptions: count, ...tally }));
});

function dayInBerlin(time: Date | null): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(time ?? undefined);
}

/** Returns order code and cents of each renewal charge in the gateway's ledger, oldest first. */
async function chargesOf(subscription: SubscriptionRow) {
  const own = shop.gateway
    .ledger()
    .charges.filter(({ customer_id }) => customer_id === subscription.order_id);
  return own.slice(1).map(({ order_code, amount }) => [order_code, amount]);
}

/** Returns the cents that the gateway has refunded for the subscription's charges. */
async function refundedTo(subscription: SubscriptionRow): Promise<number> {
  const { charges: taken, refunds } = shop.gateway.ledger();
  const own = taken
    .filter(({ customer_id }) => customer_id === subscription.order_id)
    .map(({ transaction_id }) => transaction_id);
  return refunds
    .filter(({ transaction_id }) => own.includes(transaction_id))
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** Returns the period numbers of the renewals that were charged after a reminder was mailed. */
async function announced(subscription: SubscriptionRow) {
  const { rows } = await sql<{ period_number: number }>`
    select period_number from orders
    join outbox on dedupe_key = 'renewal_reminder:' || subscription_id || ':' || (period_number - 1)
    where subscription_id = ${subscription.id} and completed_at > outbox.created_at order by period_number
  `.execute(shop.db);
  return rows.map((row) => row.period_number);
}
