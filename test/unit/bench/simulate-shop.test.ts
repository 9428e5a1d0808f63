import { expect, test } from 'vitest';
import { simulateShop } from '#test/bench/support/simulate-shop.ts';
import { createRandom } from '#test/support/seeded-random.ts';

const costs = {
  purchase: 10,
  keptPage: 10,
  personalPage: 10,
  databasePurchase: 10,
  databasePage: 10,
  commit: 1,
  commitsOfPurchase: 5,
};
const nothing = { purchases: 0, keptPages: 0, personalPages: 0, processes: 1, databaseCores: 1, logs: 1 };

// Response times of a server with random arrivals and service times (M/M/1) are distributed exponentially, with the
// mean 1 / (served - arriving): their median is ln 2 of it, their 99th percentile ln 100.
test.each([
  { arriving: 20, mean: 12.5 },
  { arriving: 50, mean: 20 },
  { arriving: 80, mean: 50 },
])('a process for 100 pages a second has the response times of theory at $arriving', ({ arriving, mean }) => {
  const { page, busy } = simulateShop(costs, { ...nothing, keptPages: arriving }, 1_500, createRandom(7));
  expect(busy.shop).toBeCloseTo(arriving / 100, 1);
  expect(page[0] / (mean * Math.log(2))).toBeCloseTo(1, 0.5);
  expect(page[1] / (mean * Math.log(100))).toBeCloseTo(1, 0.5);
});

test('a purchase uses every machine by its costs, and waits for the busiest one', () => {
  const scenario = { ...nothing, purchases: 50, processes: 2, databaseCores: 4 };
  const { busy, purchase } = simulateShop(costs, scenario, 1_000, createRandom(7));
  expect(busy.shop).toBeCloseTo(0.25, 1);
  expect(busy.database).toBeCloseTo(0.125, 1);
  expect(busy.log).toBeCloseTo(0.25, 1);
  const crowded = simulateShop(costs, { ...scenario, processes: 1 }, 1_000, createRandom(7));
  expect(crowded.purchase[1]).toBeGreaterThan(purchase[1]);
});
