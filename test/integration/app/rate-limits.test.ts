import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { networksOfSite } from '#api/rate-limit-policy.ts';
import { err } from '#core/rules/basics/result.ts';
import {
  checkLimits,
  countHit,
  deleteOldHits,
  type RateLimit,
  resetFailures,
  takeHit,
} from '#server/platform/rate-limits.ts';
import { openTestDatabase, untilBlocked } from '#test/integration/support/database.ts';

const { db } = await openTestDatabase();
const hour = 60 * 60_000;
let now = Date.UTC(2026, 10, 21);
const counting = { db, clock: { now: () => now } };

let subjects = 0;
const limitOf = (attempts: number, subject = `subject-${++subjects}`): RateLimit => ({
  key: ['test', subject],
  most: attempts,
  minutes: 60,
});
const take = async (...limits: RateLimit[]) => (await takeHit(db, counting, limits)).ok;
const check = async (...limits: RateLimit[]) => (await checkLimits(db, counting, limits)).ok;

describe('attempts', () => {
  test('of any number at once, exactly the remaining number is allowed', async () => {
    const limit = limitOf(7);
    const taken = await Promise.all(Array.from({ length: 50 }, () => take(limit)));
    expect(taken.filter(Boolean), 'allowed attempts').toHaveLength(7);
    const late = await takeHit(db, counting, [limit]);
    expect(late).toEqual(err({ code: 'TOO_MANY_ATTEMPTS', retryAfterSeconds: 60 * 60 }));
  });

  test('are allowed again after their time window', async () => {
    const limit = limitOf(1);
    expect([await take(limit), await take(limit)]).toEqual([true, false]);
    now += hour - 1;
    expect([await take(limit), await check(limit)]).toEqual([false, false]);
    now += 1;
    expect(await check(limit)).toBe(true);
    expect([await take(limit), await take(limit)]).toEqual([true, false]);
  });

  test('that count several are counted whole, also as the first of a time window', async () => {
    const limit = limitOf(10);
    const five = { ...limit, hits: 5 };
    expect([await take(five), await take(five), await take(limit)]).toEqual([true, true, false]);
    now += hour;
    expect([await take(five), await take({ ...limit, hits: 6 })]).toEqual([true, false]);
  });

  test('are refused by the strictest of several limits, in any order of the limits', async () => {
    const [wide, tight] = [limitOf(100), limitOf(3)];
    const taken = await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? take(wide, tight) : take(tight, wide))),
    );
    expect(taken.filter(Boolean), 'allowed attempts').toHaveLength(3);
  });

  test('that are counted only on failure are allowed until they fail', async () => {
    const limit = limitOf(2);
    for (let count = 0; count < 5; count += 1) expect(await check(limit)).toBe(true);
    await countHit(db, counting, [limit]);
    expect(await check(limit)).toBe(true);
    await countHit(db, counting, [limit]);
    expect(await check(limit)).toBe(false);
    await resetFailures(db, [limit]);
    expect(await check(limit)).toBe(true);
  });

  test('of a site stay counted after a success, because others share them', async () => {
    const limit: RateLimit = { ...limitOf(1), siteKey: ['test of site', 'site'] };
    for (let count = 0; count < networksOfSite; count += 1) {
      expect(await check(limit)).toBe(true);
      await countHit(db, counting, [limit]);
      await resetFailures(db, [limit]);
    }
    expect(await check(limit)).toBe(false);
  });

  test('are reset and counted in the same lock order, so that no deadlock occurs', async () => {
    await sql`truncate rate_limits`.execute(db);
    const [first, second] = [
      { ...limitOf(5), key: ['a'] },
      { ...limitOf(5), key: ['b'] },
    ] as const;
    // The rows are stored in the opposite order.
    expect([await take(second), await take(first)]).toEqual([true, true]);
    const { resetting } = await db.transaction().execute(async (trx) => {
      await countHit(trx, counting, [first]);
      const resetting = db.transaction().execute(async (other) => {
        // Reads the rows in stored order, which the planner may choose.
        await sql`select set_config(name, 'off', true) from unnest(
          array['enable_indexscan', 'enable_indexonlyscan', 'enable_bitmapscan']) name`.execute(other);
        await resetFailures(other, [second, first]);
      });
      await untilBlocked(db);
      await countHit(trx, counting, [second]);
      return { resetting };
    });
    await resetting;
    expect(await db.selectFrom('rate_limits').select('key').execute()).toEqual([]);
  });

  test('are counted separately for each subject, without storing its name', async () => {
    const [one, other] = [limitOf(1, 'anna@example.org'), limitOf(1, 'bert@example.org')];
    await take(one);
    expect([await take(one), await take(other)]).toEqual([false, true]);
    const rows = await db.selectFrom('rate_limits').select('key').execute();
    expect(rows.map((row) => row.key).join()).not.toContain('example');
  });

  test('are deleted when their windows are over, others are not', async () => {
    await sql`truncate rate_limits`.execute(db);
    const ofDay = { key: ['login_day', 'a'], siteKey: ['login_day of site', 'a'], most: 1, minutes: 24 * 60 };
    await take(limitOf(1), ofDay);
    const leftAfter = async (milliseconds: number) => {
      now += milliseconds;
      await deleteOldHits(counting);
      const rows = await db.selectFrom('rate_limits').select('key').execute();
      return rows.map(({ key }) => key.split(':')[0]);
    };
    expect(await leftAfter(hour - 1)).toHaveLength(3);
    expect((await leftAfter(1)).toSorted()).toEqual(['login_day', 'login_day of site']);
    expect(await leftAfter(23 * hour - 1)).toHaveLength(2);
    expect(await leftAfter(1)).toEqual([]);
  });
});
