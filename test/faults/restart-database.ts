import { setTimeout as pause } from 'node:timers/promises';
import { countOf, inSeconds, report, startProbe } from '#test/faults/support/fault-report.ts';
import { createShopApi } from '#test/faults/support/fault-shopper.ts';
import { createOffers, openFaultWorld } from '#test/faults/support/fault-world.ts';
import { auditPurchases, createGuests } from '#test/faults/support/guests.ts';

/**
 * Stops and restarts PostgreSQL while guests check out at two servers (docs/testing.md, "Faults"). Meanwhile
 * every API call returns 503 with Retry-After and `/readyz` reports that the server is not ready. Afterwards
 * the same processes work again without help, including background jobs, and nothing that was confirmed is
 * lost.
 */
const restarts = countOf(1, 20);
const shoppers = 8;
const awayMs = 3_000;
const upMs = 6_000;
const recoveryMs = 30_000;
const jobsMs = 90_000;
const patience = { forOneCall: 120_000 };

await using world = await openFaultWorld({ timeLimit: 1_000, servers: 2 });
await world.startGateway();
const servers = [await world.startServer(0), await world.startServer(1)];
await createOffers(world);

const api = createShopApi(servers.map((server) => server.url));
const probes = servers.flatMap((server) => [
  startProbe(`${server.url}/readyz`),
  startProbe(`${server.url}/api/products`),
]);
const alive = startProbe(`${servers[0]?.url}/healthz`);
const guests = createGuests({ api, world, patience });
const recoveries: number[] = [];
const begun = performance.now();

const stopBuying = guests.keepBuying(shoppers);

for (let restart = 0; restart < restarts; restart += 1) {
  await pause(upMs);
  await world.stopDatabase();
  const away = performance.now();
  await pause(awayMs);
  const back = performance.now();
  for (const probe of probes) {
    const wrong = probe.between(away, back).filter((status) => status !== 503);
    if (wrong.length > 0)
      guests.faults.push(`Without a database the shop returned ${[...new Set(wrong)].join(', ')}`);
  }
  await world.startDatabase();
  const started = performance.now();
  for (const probe of probes) recoveries.push((await probe.firstGoodAfter(started, recoveryMs)) - started);
}

const last = new Date();
const waited = performance.now();
const isMailSent = () =>
  world.query((db) =>
    db.selectFrom('outbox').select('id').where('sent_at', '>', last).limit(1).executeTakeFirst(),
  );
while ((await isMailSent()) === undefined && performance.now() - waited < jobsMs) await pause(500);
const jobsBack = performance.now() - waited;
if (jobsBack >= jobsMs) guests.faults.push(`No mail left within ${inSeconds(jobsMs)} after the last restart`);
await stopBuying();
const ended = performance.now();
for (const probe of [...probes, alive]) await probe.stop();

if (alive.between(begun, ended).some((status) => status !== 200))
  guests.faults.push('/healthz did not always return 200');
if (api.troubles.unavailable === 0)
  guests.faults.push('Nobody met the outage: the script has proved nothing');
const { figures, faults } = await auditPurchases({ api, world }, guests, { servers });
report(
  {
    restarts,
    'database away': `${inSeconds(awayMs)} each time`,
    'servers well again after': `${inSeconds(Math.max(...recoveries))} at most`,
    'jobs at work again after': inSeconds(jobsBack),
    ...figures,
  },
  faults,
);
