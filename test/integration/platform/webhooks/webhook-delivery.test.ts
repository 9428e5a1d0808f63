import { createHmac, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { WebhookEventName } from '#api/webhook-events.ts';
import { deleteExpiredData } from '#server/personal-data/delete-expired-data.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { deliverWebhooks } from '#server/platform/webhooks/deliver-webhooks.ts';
import { recordEvent } from '#server/platform/webhooks/record-event.ts';
import { sendWebhook } from '#server/platform/webhooks/send-webhook.ts';
import { addEndpoint, removeEndpoint } from '#server/platform/webhooks/webhook-endpoints.ts';
import { runCommand } from '#test/integration/operations/run-command.ts';
import { createOrderShop } from '#test/integration/orders/order-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { rowsOf } from '#test/integration/support/rows.ts';
import { openReceiver, type Received } from './webhook-receiver.ts';

const { db } = await openTestDatabase();
const shop = createOrderShop(db);
const { context } = shop;
const live = { ...context, settings: { ...context.settings, mode: 'live' as const } };
const run = (...words: string[]) => runCommand(context, ...words);

const second = 1_000;

beforeEach(async () => {
  await db.deleteFrom('webhook_endpoints').execute();
});

async function register(url: string, events: readonly WebhookEventName[] = ['account.deleted']) {
  const added = await addEndpoint(context, { url, events });
  if (!added.ok) throw new Error(added.error);
  return added.value;
}

/** Records events that an account was deleted. */
function recordEvents(count = 1) {
  return inTransaction(db, async (trx) => {
    for (let index = 0; index < count; index += 1) {
      await recordEvent(trx, context, 'account.deleted', () => ({ account_id: randomUUID() }));
    }
  });
}

async function deliver(server = context) {
  while ((await deliverWebhooks(server)) > 0);
}

/** Whether a deletion from this table waits for a lock. */
async function waitsForLock(table: string): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like ${`delete from "${table}"%`}
  `.execute(db);
  return rows.length > 0;
}

/** Replaces timeouts of ten seconds by controllers, which the test aborts. */
function holdTimeouts(): readonly AbortController[] {
  const timeouts: AbortController[] = [];
  const begun = vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    expect(milliseconds).toBe(10 * second);
    const timeout = new AbortController();
    timeouts.push(timeout);
    return timeout.signal;
  });
  onTestFinished(() => begun.mockRestore());
  return timeouts;
}

const deliveries = () => db.selectFrom('webhook_deliveries').selectAll().orderBy('created_at').execute();

test('a delivery is signed with the secret of its endpoint', async () => {
  const receiver = await openReceiver();
  const { secret } = await register(receiver.url);
  await recordEvents();
  await deliver();
  const [{ headers, body }] = receiver.received as [Received];
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  expect(headers['webhook-signature']).toBe(
    `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  );
  expect(Number(headers['webhook-timestamp'])).toBe(context.clock.now() / second);
  expect((await register(receiver.url)).secret).not.toBe(secret);
});

test('an endpoint gets only the events that it asked for, and none from before it was added', async () => {
  const [all, orders] = [await openReceiver(), await openReceiver()];
  await recordEvents();
  await register(all.url);
  await register(orders.url, ['order.paid', 'order.shipped']);
  await recordEvents(3);
  await deliver();
  expect(all.events()).toEqual(['account.deleted', 'account.deleted', 'account.deleted']);
  expect(orders.events()).toEqual([]);
});

test('one run sends an endpoint 50 events, however many wait, and the next one the rest', async () => {
  const [one, other] = [await openReceiver(), await openReceiver()];
  await register(one.url);
  await recordEvents(1);
  await register(other.url);
  await recordEvents(50);
  expect(await deliverWebhooks(context)).toBe(100);
  expect([one.received.length, other.received.length]).toEqual([50, 50]);
  expect(await deliverWebhooks(context)).toBe(1);
  expect([one.received.length, other.received.length]).toEqual([51, 50]);
});

test.each([
  [200, true],
  [299, true],
  [300, false],
  [404, false],
])('a response of %i counts as delivered: %s', async (status, isDelivered) => {
  const receiver = await openReceiver();
  receiver.behave(status);
  const { id } = await register(receiver.url);
  await recordEvents();
  await deliver();
  const [row] = await db.selectFrom('webhook_deliveries').selectAll().where('endpoint_id', '=', id).execute();
  expect(row?.delivered_at !== null).toBe(isDelivered);
});

test('a failed delivery is retried with the same id and bytes after increasing pauses, then given up', async () => {
  const receiver = await openReceiver();
  receiver.behave(500);
  await register(receiver.url);
  await recordEvents();
  const waited: number[] = [];
  await deliver();
  for (let seen = 1; seen < 10; seen += 1) {
    const [row] = await deliveries();
    const pause = (row?.due_at.getTime() ?? 0) - context.clock.now();
    shop.advance(pause - 1);
    await deliver();
    expect(receiver.received).toHaveLength(seen);
    // The endpoint itself pauses for ten seconds at least.
    shop.advance(Math.max(1, 10 * second - pause + 1));
    await deliver();
    expect(receiver.received).toHaveLength(seen + 1);
    waited.push(pause / second);
  }
  expect(waited).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]);
  expect(new Set(receiver.received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(
    1,
  );
  shop.advance(365 * 86_400 * second);
  await deliver();
  expect(receiver.received).toHaveLength(10);
  const failed = await run('webhook', 'deliveries', '--failed');
  expect(failed.lines).toEqual([
    expect.stringMatching(/account\.deleted to .*: given up .*, attempts: 10, last: 500/),
  ]);

  receiver.behave(204);
  const [row] = await deliveries();
  expect((await run('webhook', 'resend', row?.event_id ?? '')).exit).toBe(0);
  await deliver();
  expect(receiver.received).toHaveLength(11);
  expect((await run('webhook', 'deliveries', '--failed')).lines).toEqual(['No event was given up.']);
});

describe('a bad receiver', () => {
  test('that hangs costs one timeout, and the others get all events', async () => {
    const [hanging, fine] = [await openReceiver(), await openReceiver()];
    hanging.behave('hang');
    await register(hanging.url);
    await register(fine.url);
    await recordEvents(20);
    const timeouts = holdTimeouts();
    const delivering = deliver();
    const delivered = async () => (await deliveries()).filter((one) => one.delivered_at !== null).length;
    await expect.poll(async () => [hanging.received.length, await delivered()]).toEqual([1, 20]);
    for (const timeout of timeouts) timeout.abort();
    await delivering;
    expect(hanging.received).toHaveLength(1);
    expect(fine.received).toHaveLength(20);
    expect(
      (await deliveries()).filter(({ last_result }) => last_result === 'no answer in time'),
    ).toHaveLength(1);
  });

  test('that is slow is served for ten seconds in each run, so that the others wait no longer', async () => {
    let takes = 5 * second;
    const slow = await openReceiver(() => shop.advance(takes));
    await register(slow.url);
    await recordEvents(5);
    expect(await deliverWebhooks(context)).toBe(2);
    takes -= 1;
    expect(await deliverWebhooks(context)).toBe(3);
    expect(slow.received).toHaveLength(5);
  });

  test('that refuses the connection is recorded', async () => {
    const receiver = await openReceiver();
    await register(receiver.url);
    receiver.close();
    await recordEvents();
    await deliver();
    const [row] = await deliveries();
    expect(row).toMatchObject({ attempts: 1, delivered_at: null, last_result: 'ECONNREFUSED' });
  });

  test('gets nothing for 10, then for 20 seconds, unless an operator sends an event again', async () => {
    const receivers = [await openReceiver(), await openReceiver()];
    for (const receiver of receivers) {
      receiver.behave(500);
      await register(receiver.url);
    }
    const receivedAfter = async (milliseconds: number) => {
      shop.advance(milliseconds);
      await deliver();
      return receivers.map(({ received }) => received.length);
    };
    await recordEvents();
    expect(await receivedAfter(0)).toEqual([1, 1]);
    shop.advance(second);
    await recordEvents();
    expect(await receivedAfter(9 * second - 1)).toEqual([1, 1]);
    expect(await receivedAfter(1)).toEqual([2, 2]);
    expect(await receivedAfter(20 * second - 1)).toEqual([2, 2]);
    expect(await receivedAfter(1)).toEqual([3, 3]);
    for (const receiver of receivers) receiver.behave(204);
    const [row] = await deliveries();
    await run('webhook', 'resend', row?.event_id ?? '');
    expect(await receivedAfter(0), 'with the other event, which waited for the pause').toEqual([5, 5]);
    const resent = { action: 'webhook.resent', record_id: row?.event_id ?? '' };
    expect(await rowsOf(db, 'audit_log', resent, ['after'])).toEqual([{ after: { endpoints: 2 } }]);
  });

  test('cannot redirect the shop or keep it busy with an endless response', async () => {
    const receiver = await openReceiver();
    receiver.behave('redirect');
    await register(receiver.url);
    await recordEvents();
    await deliver();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
    expect(await deliveries()).toMatchObject([{ delivered_at: null, last_result: '307' }]);
    receiver.behave('endless');
    shop.advance(60 * second);
    await deliver();
    expect(await deliveries()).toMatchObject([{ last_result: '200', attempts: 2 }]);
  });

  test('that responds with 410 gets no more events until an operator enables it', async () => {
    const receiver = await openReceiver();
    receiver.behave(410);
    await register(receiver.url);
    await recordEvents(2);
    await deliver();
    await recordEvents();
    shop.advance(86_400 * second);
    await deliver();
    expect(receiver.received).toHaveLength(1);
    expect((await run('webhook', 'list')).lines).toEqual([
      expect.stringContaining('disabled by its receiver or an operator'),
    ]);
    const [row] = await deliveries();
    const again = () => run('webhook', 'resend', row?.event_id ?? '');
    expect((await again()).exit).toBe(1);

    receiver.behave(200);
    expect((await run('webhook', 'enable', row?.endpoint_id ?? '')).exit).toBe(0);
    await deliver();
    expect(receiver.received, 'events that were given up wait for an operator').toHaveLength(1);
    expect((await again()).exit).toBe(0);
    await recordEvents();
    await deliver();
    expect(receiver.received).toHaveLength(3);
    expect((await run('webhook', 'list')).lines).toEqual([expect.stringContaining('0 waiting')]);
    expect((await run('webhook', 'enable', row?.event_id ?? '')).exit).toBe(1);
  });
});

test('two servers send each event once, and one takes over the delivery of one that died', async () => {
  const receiver = await openReceiver();
  await register(receiver.url);
  await recordEvents(30);
  await Promise.all([deliver(), deliver(), deliver()]);
  expect(receiver.received).toHaveLength(30);
  expect(
    new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size,
    'different events that were delivered',
  ).toBe(30);

  await recordEvents();
  // Leased by a server that then died.
  await db
    .updateTable('webhook_deliveries')
    .set({ due_at: new Date(context.clock.now() + 60 * second), attempts: 1 })
    .where('delivered_at', 'is', null)
    .execute();
  await deliver();
  expect(receiver.received).toHaveLength(30);
  shop.advance(60 * second);
  await deliver();
  expect(receiver.received).toHaveLength(31);
});

test('a stopped run begins no delivery', async () => {
  const receiver = await openReceiver();
  await register(receiver.url);
  await recordEvents(5);
  const stop = new AbortController();
  stop.abort();
  expect(await deliverWebhooks(context, { signal: stop.signal })).toBe(0);
  expect(receiver.received).toEqual([]);
});

test('removing an endpoint deletes its deliveries, also one that a running transaction adds', async () => {
  const receiver = await openReceiver();
  const { id } = await register(receiver.url);
  let removing: Promise<boolean> | undefined;
  let isOver = false;
  await inTransaction(db, async (trx) => {
    await recordEvent(trx, context, 'account.deleted', async () => {
      removing = removeEndpoint(context, id).finally(() => {
        isOver = true;
      });
      await expect.poll(async () => isOver || (await waitsForLock('webhook_endpoints'))).toBe(true);
      return { account_id: randomUUID() };
    });
  });
  expect(await removing).toBe(true);
  await deliver();
  expect(receiver.received).toEqual([]);
  expect(await deliveries()).toEqual([]);
});

describe('in live mode', () => {
  test.each([
    ['http://erp.example/hook', 'HTTPS_NEEDED'],
    ['https://127.0.0.1/hook', 'INTERNAL_ADDRESS'],
    ['https://[::1]/hook', 'INTERNAL_ADDRESS'],
    ['https://[::ffff:10.0.0.1]/', 'INTERNAL_ADDRESS'],
    // A URL reads numbers and short forms as addresses.
    ['https://2130706433/', 'INTERNAL_ADDRESS'],
    ['https://0x7f.1/', 'INTERNAL_ADDRESS'],
    ['https://user:word@erp.example/', 'NO_ADDRESS'],
    ['ftp://erp.example/', 'NO_ADDRESS'],
    ['httpsx://erp.example/', 'NO_ADDRESS'],
    ['xhttps://erp.example/', 'NO_ADDRESS'],
    ['https://somebody@erp.example/', 'NO_ADDRESS'],
    ['https://:secret@erp.example/', 'NO_ADDRESS'],
    ['erp.example', 'NO_ADDRESS'],
  ])('%s is refused: %s', async (url, code) => {
    expect(await addEndpoint(live, { url, events: ['order.paid'] })).toEqual({ ok: false, error: code });
  });

  test('a host name with an internal address is not connected to', async () => {
    const receiver = await openReceiver();
    const request = { headers: {}, body: '{}' };
    for (const host of ['localhost', '127.0.0.1']) {
      const url = `http://${host}:${receiver.port}/hook`;
      expect(await sendWebhook({ ...request, url, allowsInternal: false })).toEqual({
        status: null,
        reason: 'address in the own network',
      });
      expect(await sendWebhook({ ...request, url, allowsInternal: true })).toEqual({ status: 204 });
    }
    expect(receiver.received).toHaveLength(2);
    // An endpoint that was added in demo mode, or whose name was changed since.
    await register(`http://localhost:${receiver.port}/hook`);
    await recordEvents();
    await deliver(live);
    expect(receiver.received).toHaveLength(2);
  });
});

test('operators add, list and remove endpoints', async () => {
  const added = await run(
    'webhook',
    'add',
    'https://erp.example/hook',
    '--events',
    'order.paid,order.shipped',
  );
  expect(added.lines).toEqual([
    expect.stringMatching(/^Endpoint [0-9a-f-]{36} is registered\.$/),
    expect.stringMatching(/^Secret: whsec_[A-Za-z0-9+/]{43}=$/),
  ]);
  const [id = ''] = added.lines[0]?.match(/[0-9a-f-]{36}/) ?? [];
  expect((await run('webhook', 'list')).lines).toEqual([
    `${id}  https://erp.example/hook  order.paid,order.shipped  0 waiting, failures in a row: 0`,
  ]);
  expect((await run('webhook', 'add', 'https://erp.example/', '--events', 'order.lost')).exit).toBe(2);
  expect((await run('webhook', 'add', 'erp')).exit).toBe(1);
  expect((await run('webhook', 'remove', id)).exit).toBe(0);
  expect((await run('webhook', 'remove', id)).exit).toBe(1);
  expect((await run('webhook', 'list')).lines).toEqual(['There are no webhook endpoints.']);
  expect((await run('webhook', 'deliveries')).lines).toEqual(['There are no events.']);
});

test('deliveries that succeeded or were given up are deleted after 30 days, waiting ones are not', async () => {
  const [fine, broken, gone] = [await openReceiver(), await openReceiver(), await openReceiver()];
  broken.behave(503);
  gone.behave(410);
  for (const { url } of [fine, broken, gone]) await register(url);
  await recordEvents();
  await deliver();
  shop.advance(30 * 86_400 * second);
  await deleteExpiredData(context);
  expect(await deliveries()).toHaveLength(3);
  shop.advance(1);
  await deleteExpiredData(context);
  expect(await deliveries()).toMatchObject([{ delivered_at: null, failed_at: null }]);
});
