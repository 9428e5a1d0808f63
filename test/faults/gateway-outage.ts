import { setTimeout as pause } from 'node:timers/promises';
import { countOf, inParallel, inSeconds, report, startProbe } from '#test/faults/support/fault-report.ts';
import { createShopApi } from '#test/faults/support/fault-shopper.ts';
import { createOffers, openFaultWorld } from '#test/faults/support/fault-world.ts';
import { auditPurchases, createGuests } from '#test/faults/support/guests.ts';
import { settlePayments, unsettledPayments } from '#test/faults/support/settle.ts';

/**
 * Kills the payment gateway (`kill -9`) or suspends it (SIGSTOP) while guests check out (docs/testing.md,
 * "Faults"). The shop returns 503 with Retry-After at the payment step and everything else still works. When
 * the gateway is back, the shop looks up unfinished payments without help.
 */
const outages = countOf(2, 20);
const shoppers = 8;
const awayMs = 4_000;
const upMs = 5_000;
/**
 * Shoppers who are already paying wait for their outcome. This number of shoppers reaches the payment step
 * during the outage.
 */
const latecomers = 4;
const meetMs = 60_000;
const patience = { forOneCall: 120_000 };

await using world = await openFaultWorld({ timeLimit: 1_000, servers: 1 });
let gateway = await world.startGateway();
const server = await world.startServer(0);
await createOffers(world);

const api = createShopApi([server.url]);
const shelves = startProbe(`${server.url}/api/products`);
const guests = createGuests({ api, world, patience });
let unknownAtOnce = 0;
const begun = performance.now();

const stopBuying = guests.keepBuying(shoppers);
const late: Promise<unknown>[] = [];

for (let outage = 0; outage < outages; outage += 1) {
  await pause(upMs);
  if (outage % 2 === 0) await gateway.end('SIGKILL');
  else gateway.freeze();
  const metBefore = api.troubles.unavailable;
  const since = performance.now();
  late.push(inParallel(latecomers, latecomers, (index) => guests.buyOnce(`Latecomer ${index}`)));
  await pause(awayMs);
  while (api.troubles.unavailable === metBefore && performance.now() - since < meetMs) await pause(100);
  if (api.troubles.unavailable === metBefore)
    guests.faults.push(`Nobody met outage ${outage}: it proved nothing`);
  unknownAtOnce = Math.max(unknownAtOnce, (await unsettledPayments(world)).length);
  if (outage % 2 === 0) gateway = await world.startGateway();
  else gateway.thaw();
}
await stopBuying();
await Promise.all(late);
const bought = performance.now();
await settlePayments(world);
const ended = performance.now();
await shelves.stop();

const elsewhere = shelves.between(begun, ended).filter((status) => status !== 200);
if (elsewhere.length > 0)
  guests.faults.push(`The product list got status ${[...new Set(elsewhere)].join(', ')}`);
const { figures, faults } = await auditPurchases({ api, world }, guests, { servers: [server] });
report(
  {
    outages,
    'gateway away': `${inSeconds(awayMs)} or more each time, killed and hung in turns`,
    'product lists read meanwhile': shelves.between(begun, ended).length,
    'payments unknown at once': unknownAtOnce,
    'last attempt settled after': inSeconds(ended - bought),
    ...figures,
  },
  faults,
);
