import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { countOf, inParallel, inSeconds, report } from '#test/faults/support/fault-report.ts';
import { buy, createShopApi, type Purchase } from '#test/faults/support/fault-shopper.ts';
import { fillShelves, openFaultWorld } from '#test/faults/support/fault-world.ts';
import { checkMoney } from '#test/faults/support/money-check.ts';
import type { Child } from '#test/faults/support/processes.ts';
import { settlePayments } from '#test/faults/support/settle.ts';

/**
 * Kills servers with `kill -9` at random moments while guests check out; the gateway also loses responses
 * (docs/testing.md, "Faults"). Two servers share PostgreSQL and the gateway, and are killed and restarted in
 * turn. At the end every charge belongs to exactly one paid order, every paid order has its charge, and no
 * outcome is unknown.
 */
const count = countOf(30, 1_000);
const shoppers = 24;
const timeLimit = 1_000;
const patience = { forOneCall: 120_000 };

await using cleanUp = new AsyncDisposableStack();
const world = await openFaultWorld({ timeLimit, servers: 2 });
cleanUp.defer(() => world.dispose());
await world.startGateway();
const servers: Child[] = [await world.startServer(0), await world.startServer(1)];
await fillShelves(world);

const api = createShopApi(servers.map((server) => server.url));
const begun = performance.now();
const purchases: Purchase[] = [];
const faults: string[] = [];
let isOver = false;
let kills = 0;

const killing = (async () => {
  for (let number = 0; !isOver; number = 1 - number) {
    await pause(randomInt(200, 2_000));
    const server = servers[number];
    if (server === undefined || isOver) break;
    if (server.hasEnded())
      faults.push(`Server ${number} ended by itself; it said: ${server.output().slice(-500)}`);
    await server.end('SIGKILL');
    kills += 1;
    servers[number] = await world.startServer(number);
  }
})();

await inParallel(count, shoppers, async (index) => {
  try {
    purchases.push(await buy(api, world, patience));
  } catch (error) {
    faults.push(`Shopper ${index}: ${error instanceof Error ? error.message : error}`);
  }
});
const bought = performance.now();
isOver = true;
await killing;

// Background jobs of the running servers look up the payments that a killed server has not finished.
await settlePayments(world);
const settled = performance.now();

const money = await checkMoney(world);
const paid = await world.look((db) =>
  db.selectFrom('orders').select('code').where('state', '=', 'paid').execute(),
);
const paidCodes = new Set(paid.map((order) => order.code));
for (const { code, isPaid } of purchases) {
  if (isPaid && !paidCodes.has(code)) faults.push(`Order ${code} was said to be paid, and is not`);
  if (!isPaid) faults.push(`Order ${code} could not be paid`);
}
report(
  {
    checkouts: purchases.length,
    'servers killed': kills,
    'time for all': inSeconds(bought - begun),
    'last attempt settled after': inSeconds(settled - bought),
    'longest time unknown': `${money.longestUnknown.toFixed(1)} s`,
    'charges in the ledger': money.charges,
    'paid orders': `${money.paid}, ${money.paidByVoucher} of them by voucher alone`,
    attempts: money.attempts,
    'calls without an answer, made again': api.troubles.unanswered,
    '503 with Retry-After': api.troubles.unavailable,
  },
  [...faults, ...api.troubles.wrong, ...money.faults],
);
