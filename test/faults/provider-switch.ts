import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '#app/settings/config.ts';
import { createServerContext, createServerTime } from '#app/wiring/create-server-context.ts';
import { createRefund } from '#server/payments/create-refund.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { createClientApi } from '#test/braintree-gateway/client-api.ts';
import { braintreeEnvironment, createGatewayState } from '#test/braintree-gateway/gateway-state.ts';
import { startGateway } from '#test/braintree-gateway/start-gateway.ts';
import { openAccountProxy } from '#test/faults/support/account-proxy.ts';
import { braintreeCards, createRandomFaults, muchTooLate } from '#test/faults/support/braintree-shopper.ts';
import { countOf, inSeconds, report } from '#test/faults/support/fault-report.ts';
import { type ChooseNonce, createShopApi, sandboxCards } from '#test/faults/support/fault-shopper.ts';
import { advanceClock, createOffers, offers, openFaultWorld } from '#test/faults/support/fault-world.ts';
import { createGuests, unpaid } from '#test/faults/support/guests.ts';
import type { Child } from '#test/faults/support/processes.ts';
import { braintreeLedger, checkProviders, sandboxLedger } from '#test/faults/support/provider-money.ts';
import { settle, settlePayments } from '#test/faults/support/settle.ts';
import { noMedia } from '#test/support/memory-media-storage.ts';

/**
 * Changes the payment provider while guests pay, subscribe and get refunds (docs/testing.md, "Faults"): the sandbox and
 * two accounts of Braintree take turns for new payments; the others still handle their earlier payments. Servers are
 * killed with `kill -9` at random moments, one alone, or both to change the provider. Responses of the providers are
 * lost at random. At the end every subscription renews. Every charge belongs to one order and to the provider that the
 * shop has stored, nobody was charged twice, and every refund was paid by the provider of its charge.
 */
const count = countOf(40, 400);
const shoppers = 16;
const timeLimit = 1_000;
const patience = { forOneCall: 120_000 };
/** In seconds. */
const month = 32 * 86_400;
const hour = 3_600;
const refundPause = 75;

await using cleanUp = new AsyncDisposableStack();
const chance = createRandomFaults();
const accounts = await Promise.all(
  ['first', 'second'].map(async (merchant_id) => {
    const state = { ...createGatewayState(), merchant_id, faults: chance };
    Object.assign(state.settings, { allows_request_keys: false, settles_at_once: true, search_lag: 700 });
    const gateway = await startGateway({ state, sides: [createClientApi] });
    cleanUp.defer(() => gateway.stop());
    return { merchant_id, state, url: gateway.url, choose: braintreeCards(gateway.url, merchant_id) };
  }),
);
const [first, second] = accounts;
if (first === undefined || second === undefined) throw new Error('There are two accounts');
const front = await openAccountProxy(new Map(accounts.map(({ merchant_id, url }) => [merchant_id, url])));
cleanUp.defer(() => front.close());

const world = cleanUp.use(await openFaultWorld({ timeLimit, servers: 2 }));
await world.startGateway();

const sandbox = {
  SANDBOX_GATEWAY_URL: world.gatewayUrl,
  SANDBOX_SECRET: world.gatewaySecret,
  SANDBOX_TIME_LIMIT: String(timeLimit),
};
type Account = typeof first;
const braintree = ({ state }: Account) => ({
  ...sandbox,
  ...braintreeEnvironment(state, front.url),
  BRAINTREE_TIME_LIMIT: String(timeLimit),
});
const earlier = ({ merchant_id, state }: Account) => ({
  EARLIER_BRAINTREE_MERCHANT_ID: merchant_id,
  EARLIER_BRAINTREE_PUBLIC_KEY: state.public_key,
  EARLIER_BRAINTREE_PRIVATE_KEY: state.private_key,
});
/** Configurations of the shop in their order; after the last one follows any of the last three. */
const configurations: readonly Readonly<Record<string, string>>[] = [
  { ...sandbox, PAYMENT_MODULES: 'sandbox' },
  { ...braintree(first), EARLIER_PAYMENT_MODULES: 'sandbox' },
  { ...braintree(second), ...earlier(first), EARLIER_PAYMENT_MODULES: 'sandbox' },
  { ...braintree(first), ...earlier(second), EARLIER_PAYMENT_MODULES: 'sandbox' },
  {
    ...braintree(first),
    ...earlier(second),
    PAYMENT_MODULES: 'sandbox',
    EARLIER_PAYMENT_MODULES: 'braintree',
  },
];
let used = 0;
const start = (number: number) => world.startServer(number, { payment: configurations[used] });
const servers: Child[] = [await start(0), await start(1)];
const advance = (seconds: number) => advanceClock(String(servers[0]?.url), seconds);
await createOffers(world);

const api = createShopApi(servers.map((server) => server.url));
let kills = 0;
let changes = 0;
let refunds = 0;
let isOver = false;

/** Returns a nonce of the provider that issued the client token. */
const choose: ChooseNonce = (card, clientToken, amount) => {
  const account = accounts.find(({ merchant_id }) => merchantOf(clientToken) === merchant_id);
  return (account?.choose ?? sandboxCards(world))(card, clientToken, amount);
};

const guests = createGuests({ api, world, patience, choose });

function merchantOf(clientToken: string): string | null {
  try {
    return JSON.parse(Buffer.from(clientToken, 'base64').toString()).merchantId;
  } catch {
    return null;
  }
}

async function kill(...numbers: readonly number[]): Promise<void> {
  await Promise.all(numbers.map((number) => servers[number]?.end('SIGKILL')));
  kills += numbers.length;
}

async function restart(...numbers: readonly number[]): Promise<void> {
  await Promise.all(
    numbers.map(async (number) => {
      servers[number] = await start(number);
    }),
  );
}

/** Kills one server, or both to change the provider. */
async function disturb(): Promise<void> {
  // The first changes bring all providers into use.
  const isChange = used < 2 || randomInt(3) > 0;
  const numbers = isChange ? [0, 1] : [randomInt(2)];
  await kill(...numbers);
  if (isChange) {
    used = used < 3 ? used + 1 : 2 + randomInt(3);
    changes += 1;
  }
  await restart(...numbers);
}

const config = await readConfig({ DATABASE_URL: 'postgresql://nowhere' });
if (!config.ok) throw new Error(config.error.join());
const settings = config.value;

/** Refunds a random paid order as an operator does; the servers pay it out. */
async function refundOne(): Promise<void> {
  await world.query(async (db) => {
    const time = createServerTime(settings, db);
    const context = createServerContext({
      config: settings,
      secrets: { token: 'x'.repeat(32) },
      db,
      time,
      payments: { offered: [], gateways: [], pastGateways: [], transfer: null },
      media: noMedia,
      log: { info() {}, warn() {}, error() {} },
    });
    const paid = await db
      .selectFrom('orders')
      .select('id')
      .where('state', '=', 'paid')
      .where('amount_due_cents', '>', 0)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('order_lines')
              .select('id')
              .whereRef('order_id', '=', 'orders.id')
              .where('kind', '=', 'subscription'),
          ),
        ),
      )
      .orderBy('id')
      .execute();
    const chosen = paid[randomInt(Math.max(paid.length, 1))];
    if (chosen === undefined) return;
    const request = {
      order_id: chosen.id,
      lines: 'all',
      includes_shipping: true,
      cause: 'operator',
    } as const;
    const decided = await inTransaction(db, (trx) => createRefund(trx, context, request));
    if (decided.ok) refunds += 1;
  });
}

/** Repeats `work` with pauses of random length, at most `times`, until the purchases have ended. */
async function whileOpen(work: () => Promise<void>, [least, most]: readonly [number, number], times: number) {
  for (let made = 0; made < times; made += 1) {
    await pause(randomInt(least, most));
    if (isOver) return;
    await work();
  }
}

const unsettled = () =>
  world.query((db) =>
    db
      .selectFrom('payment_attempts')
      .select('id')
      .where('state', 'in', ['charging', 'unknown', 'authorised'])
      .unionAll(db.selectFrom('refunds').select('id').where('state', 'in', ['open', 'unknown']))
      .execute(),
  );

const begun = performance.now();
const disturbing = whileOpen(disturb, [1_000, 5_000], Math.max(5, Math.ceil(count / 8)));
const refunding = whileOpen(refundOne, [200, 1_500], Math.ceil(count / 2));
await guests.buyEach(
  count,
  shoppers,
  (index) => [offers.subscription, offers.course, offers.course, offers.book][index % 4],
);
isOver = true;
await Promise.all([disturbing, refunding]);
const bought = performance.now();
// From here on all providers must be configured.
if (used < 2) {
  await kill(0, 1);
  used = 2;
  await restart(0, 1);
}
await settlePayments(world);
// A refund without a response is repeated after minutes; no payment depends on the clock any more.
await settle(unsettled, async () => {
  await pause(2_000);
  await advance(refundPause);
});

/** Subscriptions whose renewal has neither been paid nor declined. */
const waiting = () =>
  world.query((db) =>
    db
      .selectFrom('subscriptions')
      .select('id')
      .where('status', '=', 'active')
      .where('paid_periods', '=', 1)
      .execute(),
  );
await advance(month);
const subscriptions = await waiting();
const left = await settle(waiting, async () => {
  await pause(randomInt(2_000, 6_000));
  const number = randomInt(2);
  await kill(number);
  await restart(number);
  // A charge that was killed before it reached its provider is tried again after an hour.
  await advance(hour);
});
for (const { id } of left) guests.faults.push(`Subscription ${id} was not renewed`);
await settle(unsettled);
// A delayed sale may reach a provider after the shop has treated it as missing.
await pause(muchTooLate);

const ledgers = [await sandboxLedger(world), ...accounts.map(({ state }) => braintreeLedger(state))];
report(
  {
    checkouts: guests.purchases.length,
    'servers killed': kills,
    'changes of the provider': changes,
    'time for all': inSeconds(performance.now() - begun),
    'time for the purchases': inSeconds(bought - begun),
    charges: Object.fromEntries(ledgers.map(({ identity, charges }) => [identity, charges.length])),
    refunds: Object.fromEntries(ledgers.map((ledger) => [ledger.identity, ledger.refunds.length])),
    'refunds decided': refunds,
    'subscriptions that were due': subscriptions.length,
    'faults at Braintree': Object.fromEntries(chance.counts),
    'calls without a response, repeated': api.troubles.unanswered,
  },
  [
    ...guests.faults,
    ...unpaid(guests.purchases),
    ...api.troubles.wrong,
    ...(await checkProviders(world, ledgers)),
  ],
);
