import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { buyAsGuest } from '#test/integration/support/guest-purchase.ts';
import { logInAs } from '#test/integration/support/operators.ts';
import { rowsOf } from '#test/integration/support/rows.ts';
import { products } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { runCommand } from './run-command.ts';

const shop = await openTestShop();
const { cookie: operator, email: by } = await logInAs(shop, 'owner');
const { listWebhooks, addWebhook, changeWebhook, removeWebhook, sendEventAgain } = operatorEndpoints;
const hook = { url: 'https://erp.example/hook', events: ['order.paid' as const, 'order.shipped' as const] };

const add = (body: Partial<typeof hook> & { readonly id: string }) =>
  shop.call(addWebhook, { operator, body: { ...hook, ...body } });
const list = async () =>
  (await shop.call(listWebhooks, { operator })).value?.data.map(({ id, attributes }) => ({
    id,
    ...attributes,
  })) ?? [];

test('an endpoint is added once by a repeated request, and its secret is shown only then', async () => {
  const id = randomUUID();
  const added = await Promise.all([add({ id }), add({ id })]);
  expect(added.map(({ status }) => status)).toEqual([201, 201]);
  const secrets = new Set(added.map(({ value }) => value?.data.secret));
  expect([...secrets]).toEqual([expect.stringMatching(/^whsec_/)]);
  expect(await list()).toMatchObject([
    { id, url: hook.url, events: hook.events, disabled_at: null, waiting: 0, deliveries: [] },
  ]);
  const { text } = await shop.call(listWebhooks, { operator });
  expect(text).not.toContain([...secrets][0]);
  // The same id with another value.
  expect((await add({ id, url: 'https://other.example/hook' })).codes).toEqual(['RECORD_CHANGED']);
  expect((await add({ id, events: ['order.paid'] })).codes).toEqual(['RECORD_CHANGED']);
  for (const url of ['ftp://erp.example/hook', 'https://me:secret@erp.example/hook', 'hook'])
    expect((await add({ id: randomUUID(), url })).codes).toEqual(['INVALID_INPUT']);
  const { lines } = await runCommand(shop.context, 'webhook', 'list');
  expect(lines).toEqual([expect.stringContaining(`${id}  ${hook.url}  order.paid,order.shipped  0 waiting`)]);
});

test('an endpoint is disabled, enabled and removed, and shows its deliveries; each change is in the audit log once', async () => {
  const [known] = await list();
  const params = { id: known?.id ?? '' };
  await buyAsGuest(shop, { [products.book]: 1 });
  const [waiting] = await list();
  expect(waiting).toMatchObject({ waiting: 1, deliveries: [{ event: 'order.paid', attempts: 0 }] });
  const event = waiting?.deliveries[0]?.event_id ?? '';
  const set = async (is_enabled: boolean) =>
    (await shop.call(changeWebhook, { operator, params, body: { is_enabled } })).codes;
  expect([await set(false), await set(false)]).toEqual([[], []]);
  expect((await list())[0]?.disabled_at).toBe('2026-11-21T10:00:00.000Z');
  await buyAsGuest(shop, { [products.book]: 1 });
  expect(await list(), 'a disabled endpoint gets no new event').toMatchObject([{ waiting: 1 }]);
  expect((await shop.call(sendEventAgain, { operator, params: { id: event } })).codes).toEqual(['NOT_FOUND']);
  expect(await set(true)).toEqual([]);
  await shop.db
    .updateTable('webhook_deliveries')
    .set({ failed_at: new Date(0), attempts: 10 })
    .execute();
  expect((await list())[0]).toMatchObject({ waiting: 0, deliveries: [{ attempts: 10 }] });
  expect((await shop.call(sendEventAgain, { operator, params: { id: event } })).codes).toEqual([]);
  expect((await list())[0]).toMatchObject({ waiting: 1, deliveries: [{ failed_at: null, attempts: 0 }] });
  expect((await shop.call(removeWebhook, { operator, params })).codes).toEqual([]);
  expect((await shop.call(removeWebhook, { operator, params })).codes).toEqual(['NOT_FOUND']);
  expect(await set(true)).toEqual(['NOT_FOUND']);
  expect(await set(false)).toEqual(['NOT_FOUND']);
  expect(await list()).toEqual([]);
  const noted = await rowsOf(shop.db, 'audit_log', { record_type: 'webhooks' }, '*', 'id');
  const steps = ['added', 'disabled', 'enabled', 'removed'];
  expect(noted.map(({ action, actor_name }) => [action, actor_name])).toEqual(
    steps.map((step) => [`webhook.${step}`, by]),
  );
});

test('at most twenty endpoints are added, also when two are added at once', async () => {
  for (let made = 0; made < 19; made += 1) await add({ id: randomUUID() });
  const codes = await Promise.all([add({ id: randomUUID() }), add({ id: randomUUID() })]);
  expect(codes.map((one) => one.codes[0] ?? 'added').toSorted()).toEqual(['NOT_POSSIBLE', 'added']);
  expect(await list()).toHaveLength(20);
});

test('a repeated request gets the secret for ten minutes, and never for the id of a removed endpoint', async () => {
  const [known] = await list();
  const id = known?.id ?? '';
  shop.advance(10 * 60_000 - 1);
  const { cookie } = await logInAs(shop, 'owner');
  const addBy = (id: string) => shop.call(addWebhook, { operator: cookie, body: { ...hook, id } });
  expect((await addBy(id)).value?.data.secret).toMatch(/^whsec_/);
  shop.advance(1);
  expect((await addBy(id)).codes).toEqual(['RECORD_CHANGED']);
  expect((await shop.call(removeWebhook, { operator: cookie, params: { id } })).status).toBe(200);
  expect((await addBy(id)).codes).toEqual(['RECORD_CHANGED']);
  expect((await addBy(randomUUID())).status).toBe(201);
});
