import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { addEndpoint } from '#server/platform/webhooks/webhook-endpoints.ts';
import { buyAsGuest } from '#test/integration/support/guest-purchase.ts';
import { logInAs } from '#test/integration/support/operators.ts';
import { changeRows, insertRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { giveCourse, products, register } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const { cookie: operator, email: by } = await logInAs(shop, 'support');
const calls = operatorEndpoints;

test('a message is listed until it is handled, names its order, and HTML in it stays text', async () => {
  const { code, id: order_id } = await buyAsGuest(shop, { [products.book]: 1 });
  const message = '<script>alert(1)</script> Wo ist mein Paket?';
  await shop.call(endpoints.sendMessage, {
    body: { email: 'ada@example.org', name: 'Ada Kern', topic: 'Lieferung', message, order_code: code },
  });
  const list = async (state: 'open' | 'all') => {
    const query = { 'filter[state]': state, 'filter[q]': 'MEIN PAKET' };
    return (await shop.call(calls.listMessages, { operator, query })).value?.data ?? [];
  };
  const params = { id: (await list('open'))[0]?.id ?? '' };
  const shown = await shop.call(calls.getMessage, { operator, params });
  expect(shown.value?.data.attributes).toMatchObject({ message, order_id, handled_at: null });
  const note = (is_handled: boolean) =>
    shop.call(calls.noteMessage, { operator, params, body: { is_handled } });
  await Promise.all([note(true), note(true)]);
  expect((await note(true)).value?.data.attributes.history).toMatchObject([
    { by, action: 'message.handled' },
  ]);
  expect([(await list('open')).length, (await list('all')).length]).toEqual([0, 1]);
  expect((await note(false)).value?.data.attributes.handled_at).toBeNull();
  expect(await list('open')).toHaveLength(1);
});

test('a review is answered and hidden; a hidden one is in no list and no rating, also when its author changes it', async () => {
  const { id: user_id, access: bearer } = await register(shop);
  await giveCourse(shop, user_id);
  const slug = { slug: 'clara-schumann' };
  const write = (stars: number) =>
    shop.call(endpoints.writeReview, {
      bearer,
      params: slug,
      body: { stars, text: 'Viel zu schnell.', author: 'Ada' },
    });
  const params = { id: (await write(1)).value?.data.id ?? '' };
  const found = await shop.call(calls.listOperatorReviews, {
    operator,
    query: { 'filter[q]': 'SCHNELL', 'filter[stars]': '1' },
  });
  expect(found.value?.data.map(({ id }) => id)).toEqual([params.id]);
  const answer = { text: 'Danke, wir sehen es uns an.' };
  for (const body of [answer, { ...answer, seen: null }])
    expect((await shop.call(calls.answerReview, { operator, params, body })).codes).toEqual([]);
  const seen = async () => (await shop.call(endpoints.listReviews, { params: slug })).value;
  const other = { text: 'Das sehen wir ganz anders.', seen: null };
  const late = await shop.call(calls.answerReview, { operator, params, body: other });
  expect(late.codes).toEqual(['RECORD_CHANGED']);
  expect((await seen())?.data[0]?.attributes.answer?.text).toBe(answer.text);
  const hide = (is_hidden: boolean) =>
    shop.call(calls.setReviewVisibility, {
      operator,
      params,
      body: { is_hidden, reason: 'Beleidigt die Lehrerin' },
    });
  await Promise.all([hide(true), hide(true)]);
  await write(2);
  const hidden = await seen();
  expect([hidden?.data.length, hidden?.meta.page.total]).toEqual([0, 0]);
  const shown = await shop.call(calls.getOperatorReview, { operator, params });
  expect(shown.value?.data.attributes.history.map(({ action }) => action)).toEqual([
    'review.hidden',
    'review.answered',
  ]);
  await hide(false);
  const again = await seen();
  expect([again?.data.length, again?.meta.page.total]).toEqual([1, 1]);
});

test('a failed mail is found by its recipient and sent again; one whose personal data was deleted is not', async () => {
  const { email } = await buyAsGuest(shop, { [products.book]: 1 }, { email: 'voll@example.org' });
  const now = new Date(shop.context.clock.now());
  const given_up = { failed_at: now, attempts: 8, last_error: 'mailbox full' };
  await changeRows(shop.db, 'outbox', { recipient: email, template: 'order' }, given_up);
  const query = { 'filter[q]': 'VOLL@', 'filter[state]': 'failed' };
  const list = async () => (await shop.call(calls.listMails, { operator, query })).value?.data ?? [];
  const params = { id: (await list())[0]?.id ?? '' };
  const body = { copy_id: shop.context.ids.uuid() };
  const sent = await shop.call(calls.sendMailAgain, { operator, params, body });
  expect(sent.value).toMatchObject({
    meta: { outcome: 'due_again' },
    data: { attributes: { failed_at: null, attempts: 0, history: [{ by, action: 'mail.due_again' }] } },
  });
  expect(await list()).toEqual([]);
  await changeRows(shop.db, 'outbox', params, { sent_at: now, personal_data_deleted_at: now, recipient: '' });
  expect((await shop.call(calls.sendMailAgain, { operator, params, body })).codes).toEqual(['GONE']);
  expect((await shop.call(calls.getMail, { operator, params })).value?.data.attributes.recipient).toBe('');
});

test('list, mail and order show that a mail can be sent again exactly when it can', async () => {
  const { email, id: order } = await buyAsGuest(shop, { [products.book]: 1 }, { email: 'oft@example.org' });
  const { db, context } = shop;
  const now = new Date(context.clock.now());
  const { id } = await rowOf(db, 'outbox', { recipient: email, template: 'order' });
  const params = { id };
  const flags = async () => {
    const query = { 'filter[q]': email };
    const list = (await shop.call(calls.listMails, { operator, query })).value?.data ?? [];
    const listed = list.find((mail) => mail.id === id)?.attributes;
    const page = (await shop.call(calls.getMail, { operator, params })).value?.data.attributes;
    const shown = await shop.call(calls.getOperatorOrder, { operator, params: { id: order } });
    const ofOrder = shown.value?.data.attributes.mails.find((mail) => mail.id === id);
    return [listed, page, ofOrder].map((mail) => mail?.can_resend);
  };
  const send = async () => {
    const body = { copy_id: context.ids.uuid() };
    return (await shop.call(calls.sendMailAgain, { operator, params, body })).codes;
  };
  const unsent = { sent_at: null, personal_data_deleted_at: null };
  const facts = { order_id: order };
  const mails = [
    { ...unsent, template: 'order', facts },
    { ...unsent, template: 'login_code', facts },
    { ...unsent, template: 'order', facts, sent_at: now },
    { ...unsent, template: 'login_code', facts, sent_at: now },
    { ...unsent, template: 'order', facts, sent_at: now, personal_data_deleted_at: now },
    { ...unsent, template: 'withdrawal_receipt', facts: { ...facts, declaration_id: id }, sent_at: now },
  ];
  const told = [];
  for (const mail of mails) {
    await changeRows(db, 'outbox', params, { ...mail, facts: JSON.stringify(mail.facts) });
    const [listed, page, ofOrder] = await flags();
    told.push([mail.template, listed]);
    expect([page, ofOrder]).toEqual([listed, listed]);
    expect(await send()).toEqual(listed ? [] : ['GONE']);
  }
  expect(told).toEqual([
    ['order', true],
    ['login_code', true],
    ['order', true],
    ['login_code', false],
    ['order', false],
    ['withdrawal_receipt', false],
  ]);
});

test('a sent mail is copied once for each copy_id, also at the same moment', async () => {
  const { email } = await buyAsGuest(shop, { [products.book]: 1 }, { email: 'zweimal@example.org' });
  const { id } = await rowOf(shop.db, 'outbox', { recipient: email, template: 'order' });
  await changeRows(shop.db, 'outbox', { id }, { sent_at: new Date(shop.context.clock.now()) });
  const send = (copy_id: string) =>
    shop.call(calls.sendMailAgain, { operator, params: { id }, body: { copy_id } });
  const copies = async () => (await rowsOf(shop.db, 'outbox', { repeats: id })).length;
  const copyId = shop.context.ids.uuid();
  const answers = await Promise.all([send(copyId), send(copyId)]);
  expect(answers.map(({ value }) => value?.meta.outcome)).toEqual(['copied', 'copied']);
  expect(await copies()).toBe(1);
  await send(shop.context.ids.uuid());
  expect(await copies()).toBe(2);
  await send(id);
  expect(await copies(), 'with the id of the mail as copy_id').toBe(3);
});

test('a failed event is sent again with the same id, and shows only the origin of its endpoint', async () => {
  const { context, db } = shop;
  await addEndpoint(context, { url: 'https://erp.example/hook?key=1', events: ['order.paid'] });
  await buyAsGuest(shop, { [products.book]: 1 });
  await db
    .updateTable('webhook_deliveries')
    .set({ failed_at: new Date(context.clock.now()), attempts: 9, last_result: '500' })
    .execute();
  expect((await shop.call(calls.listEvents, { operator })).text).not.toContain('hook');
  const list = async () =>
    (await shop.call(calls.listEvents, { operator, query: { 'filter[state]': 'failed' } })).value?.data ?? [];
  const [failed] = await list();
  expect(failed?.attributes).toMatchObject({
    name: 'order.paid',
    deliveries: [{ origin: 'https://erp.example', attempts: 9, last_result: '500' }],
  });
  const params = { id: failed?.id ?? '' };
  expect((await shop.call(calls.sendEventAgain, { operator, params })).value).toMatchObject({ endpoints: 1 });
  expect(await list()).toEqual([]);
  const missing = { id: '01900000-0000-7000-8000-000000000000' };
  expect((await shop.call(calls.sendEventAgain, { operator, params: missing })).codes).toEqual(['NOT_FOUND']);
});

test('events are listed in pages, each with all its deliveries of the requested state', async () => {
  const { context, db } = shop;
  const now = new Date(context.clock.now());
  const later = new Date(now.getTime() + 60_000);
  const addresses = [context.ids.uuid(), context.ids.uuid()];
  for (const id of addresses) {
    const url = 'https://lager.example';
    await insertRows(db, 'webhook_endpoints', { id, url, events: [], created_at: now });
  }
  const [oldest, one, other] = [context.ids.uuid(), context.ids.uuid(), context.ids.uuid()].toSorted();
  for (const [event_id, created_at] of [
    [oldest, now],
    [one, later],
    [other, later],
  ] as const) {
    const event = { event_id: event_id ?? '', event: 'order.paid', body: '{}', created_at, due_at: now };
    const deliveries = addresses.map((endpoint_id) => ({ ...event, endpoint_id, failed_at: now }));
    await insertRows(db, 'webhook_deliveries', deliveries);
  }
  await changeRows(
    db,
    'webhook_deliveries',
    { event_id: other, endpoint_id: addresses[0] },
    { failed_at: null, delivered_at: now },
  );
  const find = async (query: Readonly<Record<string, string>>) => {
    const { value } = await shop.call(calls.listEvents, { operator, query });
    const events = value?.data.map(({ id, attributes }) => [id, attributes.deliveries.length]);
    return { events, next: value?.meta.next ?? null };
  };
  const failed = { 'filter[state]': 'failed', 'page[size]': '1' };
  const first = await find(failed);
  const second = await find({ ...failed, 'page[after]': first.next ?? '' });
  const third = await find({ ...failed, 'page[after]': second.next ?? '' });
  expect([first.events, second.events, third]).toEqual([
    [[other, 1]],
    [[one, 2]],
    { events: [[oldest, 2]], next: null },
  ]);
  expect((await find({ 'page[size]': '2' })).events).toEqual([
    [other, 2],
    [one, 2],
  ]);
});
