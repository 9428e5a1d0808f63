import { randomInt, randomUUID } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createServerIds } from '#adapters/system/server-ids.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { enqueueMail } from '#server/platform/outbox/enqueue-mail.ts';
import { countOf, inParallel, inSeconds, report } from '#test/faults/support/fault-report.ts';
import { type Call, createShopApi, randomAddress, type ShopApi } from '#test/faults/support/fault-shopper.ts';
import { advanceClock, createOffers, offers, openFaultWorld } from '#test/faults/support/fault-world.ts';
import { checkMoney } from '#test/faults/support/money-check.ts';
import { settle, settlePayments } from '#test/faults/support/settle.ts';
import { openSmtpServer } from '#test/support/smtp-server.ts';

/**
 * Sends SIGTERM at a random moment while readers and shoppers keep a server busy (docs/testing.md, "Faults").
 * Every request that the server has read gets its complete response, including payments that wait for the
 * gateway. Then the server refuses connections and exits with code 0. Connections that the process has not
 * accepted when it closes are reset by the operating system; nothing may be stored for them. At each stop many mails
 * wait to be sent; each mail arrives exactly once.
 */
const stops = countOf(2, 30);
const readers = 16;
const payers = 6;
/**
 * Milliseconds that a server waits for the gateway. The gateway does not respond, so each payment takes this
 * long.
 */
const timeLimit = 2_000;
const patience = { forOneCall: 30_000 };
/** Number of mails in the outbox at each stop, more than a server sends before it stops. */
const backlog = 80;
/** Milliseconds between the moment when the mail server stores a mail and its confirmation. */
const mailDelay = 250;

await using cleanUp = new AsyncDisposableStack();
const office = await openSmtpServer({ delay: mailDelay });
cleanUp.defer(() => office.close());
const world = cleanUp.use(await openFaultWorld({ timeLimit, servers: 1, smtpUrl: office.url }));
await world.startGateway();
let server = await world.startServer(0);
await createOffers(world);

const faults: string[] = [];
const counts = { answered: 0, refused: 0, 'payments in progress': 0, 'mails left by a stop': 0 };
const durations: number[] = [];

/**
 * Sends one request and records faults. Returns `answered` after a response, `refused` when there is none. A
 * request on a kept connection that was just closed is sent again, as browsers do.
 */
function once(agent: Agent, { method, path, body, headers }: Call): Promise<'answered' | 'refused'> {
  const what = `${method} ${path.replace(/\/[0-9a-f-]{36}/, '/:id')}`;
  return new Promise((resolve) => {
    const outgoing = request(
      `${server.url}/api${path}`,
      {
        method,
        agent,
        headers: { 'Content-Type': 'application/json', 'X-Real-IP': randomAddress(), ...headers },
      },
      (response: IncomingMessage) => {
        response.resume();
        response.once('close', () => {
          if (!response.complete) faults.push(`${what}: the response was truncated`);
          if ((response.statusCode ?? 500) >= 500) faults.push(`${what}: ${response.statusCode}`);
          resolve('answered');
        });
      },
    );
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' && outgoing.reusedSocket)
        return resolve(once(agent, { method, path, body, headers }));
      if (error.code !== 'ECONNREFUSED' && error.code !== 'ECONNRESET')
        faults.push(`${what}: ${error.message}`);
      resolve('refused');
    });
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Reads products and stores carts until the server refuses connections. */
async function read(): Promise<void> {
  // Half of the readers keep their connection alive, as browsers do.
  const agent = new Agent({ keepAlive: randomInt(2) === 0, maxSockets: 1 });
  const products = [{ product_id: offers.course, quantity: 1 }];
  for (;;) {
    const call: Call =
      randomInt(3) === 0
        ? { method: 'POST', path: '/cart/bundles', body: { products } }
        : { method: 'GET', path: '/products' };
    const end = await once(agent, call);
    counts[end] += 1;
    if (end === 'refused') break;
    await pause(randomInt(30));
  }
  agent.destroy();
}

/** Places an order and returns its id and the request that pays it. */
async function prepare(api: ShopApi): Promise<{ readonly id: string; readonly call: Call }> {
  const products = [{ product_id: offers.course, quantity: 1 }];
  const cart = await api.call({ method: 'POST', path: '/cart/bundles', body: { products } }, patience);
  const order = {
    bundle_cart_unique_id: cart.body.bundle_cart_unique_id,
    email: `${randomUUID()}@meisterhand.example`,
  };
  const { body } = await api.call({ method: 'POST', path: '/cart/order', body: order }, patience);
  const call = {
    method: 'POST',
    path: '/cart/checkout',
    headers: { 'X-Order-Token': body.meta.order_token },
    body: {
      id: body.data.id,
      payment_method_nonce: 'fake-timeout-after-charge-nonce',
      expected_total: body.data.attributes.amount_due,
      waiver_accepted: true,
    },
  } as const;
  return { id: body.data.id, call };
}

const hasAttempt = (order: string) =>
  world.query(async (db) => {
    const attempt = db.selectFrom('payment_attempts').select('id').where('order_id', '=', order);
    return (await attempt.executeTakeFirst()) !== undefined;
  });

/** Fills the outbox up to `backlog` unsent mails. */
async function queueMails(): Promise<void> {
  const missing = backlog - (await unsent()).length;
  const clock = { now: () => Date.now() };
  const log = { info() {}, warn() {}, error() {} };
  await world.query((db) =>
    inTransaction(db, async (trx) => {
      for (let mail = 0; mail < missing; mail += 1) {
        const id = randomUUID();
        await enqueueMail(
          trx,
          { clock, ids: createServerIds(clock), log },
          {
            template: 'login_code',
            recipient: `${id}@meisterhand.example`,
            locale: 'de',
            facts: { code: '482913' },
            dedupe_key: id,
          },
        );
      }
    }),
  );
}

const unsent = () =>
  world.query((db) => db.selectFrom('outbox').select('id').where('sent_at', 'is', null).execute());

for (let stop = 0; stop < stops; stop += 1) {
  await queueMails();
  const api = createShopApi([server.url]);
  const orders = await Promise.all(Array.from({ length: payers }, () => prepare(api)));
  const load = inParallel(readers, readers, () => read());
  const paying = inParallel(payers, payers, async (index) => {
    const order = orders[index];
    if (order === undefined) return;
    // The first shopper pays at once, so that a payment is always in progress at the stop.
    if (index > 0) await pause(randomInt(timeLimit));
    const isAnswered = (await once(new Agent(), order.call)) === 'answered';
    counts['payments in progress'] += isAnswered ? 1 : 0;
    if (!isAnswered && (await hasAttempt(order.id))) faults.push('A payment was begun and not answered');
  });
  await pause(randomInt(200, timeLimit));
  const asked = performance.now();
  const code = await server.end('SIGTERM');
  durations.push(performance.now() - asked);
  if (code !== 0) faults.push(`The server ended with ${code}; it said: ${server.output().slice(-500)}`);
  await Promise.all([load, paying]);
  counts['mails left by a stop'] += (await unsent()).length;
  server = await world.startServer(0);
}

// The next process looks up the payments that were in progress when the server stopped.
await settlePayments(world);
office.hurry();
// A mail that was sent but not marked as sent is due again after its lease.
await advanceClock(server.url, 300);
await settle(unsent);
const taken = new Map<string, number>();
for (const { recipients } of office.taken) {
  for (const recipient of recipients) taken.set(recipient, (taken.get(recipient) ?? 0) + 1);
}
const queued = await world.query((db) =>
  db.selectFrom('outbox').select('recipient').where('template', '=', 'login_code').execute(),
);
for (const { recipient } of queued) {
  const times = taken.get(recipient) ?? 0;
  if (times !== 1) faults.push(`The mail to ${recipient} arrived ${times} times`);
}
if (counts['mails left by a stop'] === 0)
  faults.push('No stop came in the middle of the mails: the script has proved nothing');
const money = await checkMoney(world);
if (counts['payments in progress'] === 0)
  faults.push('No payment was in progress: the script has proved nothing');
report(
  {
    stops,
    'requests answered in full': counts.answered,
    'payments answered in full': counts['payments in progress'],
    'connections refused': counts.refused,
    'time from SIGTERM to the end': `${inSeconds(Math.max(...durations))} at most`,
    'mails, each arrived once': queued.length,
    'mails left by a stop': counts['mails left by a stop'],
    'charges in the ledger': money.charges,
    'paid orders': money.paid.size,
  },
  [...faults, ...money.faults],
);
