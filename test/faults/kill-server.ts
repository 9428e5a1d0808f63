import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { countOf, inSeconds, report } from '#test/faults/support/fault-report.ts';
import { createShopApi } from '#test/faults/support/fault-shopper.ts';
import { createOffers, openFaultWorld } from '#test/faults/support/fault-world.ts';
import { auditPurchases, createGuests } from '#test/faults/support/guests.ts';
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

await using world = await openFaultWorld({ timeLimit, servers: 2 });
await world.startGateway();
const servers: Child[] = [await world.startServer(0), await world.startServer(1)];
await createOffers(world);

const api = createShopApi(servers.map((server) => server.url));
const guests = createGuests({ api, world, patience });
const begun = performance.now();
let isOver = false;
let kills = 0;

const killing = (async () => {
  for (let number = 0; !isOver; number = 1 - number) {
    await pause(randomInt(200, 2_000));
    const server = servers[number];
    if (server === undefined || isOver) break;
    if (server.hasEnded())
      guests.faults.push(`Server ${number} ended by itself; it said: ${server.output().slice(-500)}`);
    await server.end('SIGKILL');
    kills += 1;
    servers[number] = await world.startServer(number);
  }
})();

await guests.buyEach(count, shoppers);
const bought = performance.now();
isOver = true;
await killing;

// Background jobs of the running servers look up the payments that a killed server has not finished.
await settlePayments(world);
const settled = performance.now();

const { figures, faults } = await auditPurchases({ api, world }, guests, { servers });
report(
  {
    'servers killed': kills,
    'time for all': inSeconds(bought - begun),
    'last attempt settled after': inSeconds(settled - bought),
    ...figures,
  },
  faults,
);
