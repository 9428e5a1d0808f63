import { setTimeout as pause } from 'node:timers/promises';
import { createClientApi } from '#test/braintree-gateway/client-api.ts';
import { braintreeEnvironment, createGatewayState, isTaken } from '#test/braintree-gateway/gateway-state.ts';
import { signNotice, startGateway } from '#test/braintree-gateway/start-gateway.ts';

import { braintreeCards, createRandomFaults, muchTooLate } from '#test/faults/support/braintree-shopper.ts';
import { countOf, inParallel, inSeconds, report } from '#test/faults/support/fault-report.ts';
import { createShopApi } from '#test/faults/support/fault-shopper.ts';
import { createOffers, openFaultWorld } from '#test/faults/support/fault-world.ts';
import { auditPurchases, createGuests } from '#test/faults/support/guests.ts';
import { settlePayments } from '#test/faults/support/settle.ts';

/**
 * Random checkouts with Braintree as the provider, and random faults on both sides of the simulated gateway:
 * cut connections, lost responses, 429, 5xx, no response, late sales, declines (docs/testing.md, "Faults").
 * Two servers share PostgreSQL. At the end every sale belongs to exactly one paid order, every paid order has
 * its sale, no outcome is unknown, and each of Braintree's settlement webhooks has been recorded once.
 */
const count = countOf(30, 1_000);
const shoppers = 60;
const timeLimit = 1_000;
const patience = { forOneCall: 120_000 };
/** Milliseconds until a new transaction is found by searches, because Braintree's search is delayed, too. */
const searchLag = 700;

await using cleanUp = new AsyncDisposableStack();
const chance = createRandomFaults();
const state = { ...createGatewayState(), faults: chance };
state.settings.search_lag = searchLag;
// Only selected merchants of Braintree may use idempotency keys, so the shop must work without them.
state.settings.allows_request_keys = false;
const gateway = await startGateway({ state, sides: [createClientApi] });
cleanUp.defer(() => gateway.stop());
await using world = await openFaultWorld({
  timeLimit,
  servers: 2,
  payment: { ...braintreeEnvironment(state, gateway.url), BRAINTREE_TIME_LIMIT: String(timeLimit) },
});
const servers = [await world.startServer(0), await world.startServer(1)];
await createOffers(world);

const api = createShopApi(servers.map((server) => server.url));
const choose = braintreeCards(gateway.url, state.merchant_id);
const guests = createGuests({ api, world, patience, choose });
const begun = performance.now();
await guests.buyEach(count, shoppers);
const bought = performance.now();

await settlePayments(world);
const settled = performance.now();
// A delayed sale may reach the gateway after the shop has treated it as missing. Wait for all delayed sales.
await pause(muchTooLate);

const sales = [...state.transactions.values()].filter(
  ({ type, status }) => type === 'sale' && isTaken(status),
);
const charges = sales.map(({ id, amount, order_id }) => ({
  transaction_id: id,
  amount,
  attempt_key: order_id ?? '',
  order_code: (order_id ?? '').replace(/-\d+$/, ''),
}));
// Settlement: sends the settlement webhook of every sale twice, to both servers in turn.
await inParallel(sales.length * 2, 8, async (index) => {
  const sale = sales[index % sales.length];
  if (sale === undefined) return;
  const subject = {
    transaction: {
      id: sale.id,
      type: sale.type,
      status: 'settled',
      order_id: sale.order_id,
      amount: (sale.amount / 100).toFixed(2),
    },
  };
  const sent = await fetch(`${servers[index % servers.length]?.url}/api/webhooks/braintree`, {
    method: 'POST',
    body: new URLSearchParams(signNotice(state, 'transaction_settled', subject)),
  });
  if (sent.status !== 204) guests.faults.push(`The webhook of ${sale.order_id} got status ${sent.status}`);
});
const noted = await world.query((db) =>
  db
    .selectFrom('payment_notices')
    .innerJoin('payment_attempts', 'payment_attempts.id', 'payment_notices.payment_attempt_id')
    .select('key')
    .where('state', '=', 'charged')
    .execute(),
);
if (noted.length !== sales.length)
  guests.faults.push(`${noted.length} notices belong to a charged attempt, settled were ${sales.length}`);
const { figures, faults } = await auditPurchases({ api, world }, guests, { servers, charges });
report(
  {
    'faults at the gateway': Object.fromEntries(chance.counts),
    'time for all': inSeconds(bought - begun),
    'last attempt settled after': inSeconds(settled - bought),
    'settlements noted': noted.length,
    ...figures,
  },
  faults,
);
