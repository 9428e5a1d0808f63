import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import type { Permission } from '#core/model/operator.ts';
import { refuseDemoData } from '#server/content/loading/demo-data.ts';
import { ensureDemoOperator } from '#server/operations/demo/demo-operator.ts';
import { createApiKey as makeApiKey } from '#server/operations/team/api-keys.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { mailsTo } from '#test/integration/accounts/account-shop.ts';
import { logInAs } from '#test/integration/support/operators.ts';
import { changeRows, insertRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { products, register } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { runCommand } from './run-command.ts';

const shop = await openTestShop();
const {
  inviteOperator,
  resetOperator,
  changeOperatorRole,
  removeOperator,
  listOperators,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  listChanges,
  deliverOperatorOrder,
  getOperatorSession,
  proveOperator,
} = operatorEndpoints;

/** Returns the audit log of one action, the oldest row first. */
const changesOf = (action: string) => rowsOf(shop.db, 'audit_log', { action }, '*', 'id');

const resetMail = { template: 'operator_access', locale: 'de', facts: { change: 'reset' } };

describe('operators', () => {
  test('are invited, get another role, and are refused at the next call once they are removed', async () => {
    const { cookie: operator, email } = await logInAs(shop, 'owner');
    const body = { email: 'mia@meisterhand.example', role: 'editor' } as const;
    const invited = await shop.call(inviteOperator, { operator, body });
    expect(invited.value?.meta.link).toMatch(/#token=[\w-]{43}$/);
    expect(invited.value?.data.attributes).toMatchObject({ ...body, state: 'invited' });
    const again = { ...body, role: 'bookkeeper' } as const;
    await shop.call(inviteOperator, { operator, body: again });
    expect(await changesOf('operator.invited')).toMatchObject([
      { before: null, after: body },
      { before: { role: 'editor' }, after: again },
    ]);

    const support = await logInAs(shop, 'support');
    const params = { id: support.id };
    const changed = await shop.call(changeOperatorRole, { operator, params, body: { role: 'bookkeeper' } });
    expect(changed.value?.data.attributes.role).toBe('bookkeeper');
    const who = await shop.call(getOperatorSession, { operator: support.cookie });
    expect(who.value?.data.attributes.permissions).not.toContain('orders.refund');
    const taken = { email: support.email, role: 'owner' } as const;
    expect((await shop.call(inviteOperator, { operator, body: taken })).codes).toEqual(['EMAIL_TAKEN']);

    expect((await shop.call(removeOperator, { operator, params })).status).toBe(200);
    const next = await shop.call(getOperatorSession, { operator: support.cookie });
    expect(next.codes).toEqual(['UNAUTHENTICATED']);
    expect((await shop.call(removeOperator, { operator, params })).codes).toEqual(['NOT_FOUND']);
    const listed = await shop.call(listOperators, { operator });
    expect(listed.value?.data.find(({ id }) => id === support.id)?.attributes.state).toBe('removed');
    const [log] = await changesOf('operator.role_changed');
    expect(log).toMatchObject({
      actor_kind: 'operator',
      actor_name: email,
      record_id: support.id,
      before: { role: 'support' },
      after: { role: 'bookkeeper' },
    });
  });

  test('always have an owner, also when two owners remove each other at once', async () => {
    await shop.db.updateTable('operators').set({ role: 'support' }).where('role', '=', 'owner').execute();
    const [one, other] = [await logInAs(shop, 'owner'), await logInAs(shop, 'owner')];
    const answers = await Promise.all([
      shop.call(removeOperator, { operator: one.cookie, params: { id: other.id } }),
      shop.call(removeOperator, { operator: other.cookie, params: { id: one.id } }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).not.toEqual([200, 200]);
    const left = answers[0]?.status === 200 ? one : other;
    const options = { operator: left.cookie, params: { id: left.id } };
    expect((await shop.call(removeOperator, options)).codes).toEqual(['LAST_OWNER']);
    expect((await shop.call(resetOperator, options)).codes).toEqual(['LAST_OWNER']);
    const demoted = await shop.call(changeOperatorRole, { ...options, body: { role: 'editor' } });
    expect(demoted.codes).toEqual(['LAST_OWNER']);
  });

  test('who have lost their authenticator get a new link, which ends their sessions', async () => {
    const { cookie: operator } = await logInAs(shop, 'owner');
    const lost = await logInAs(shop, 'editor');
    const reset = await shop.call(resetOperator, { operator, params: { id: lost.id } });
    expect(reset.value?.data.attributes.state).toBe('invited');
    const next = await shop.call(getOperatorSession, { operator: lost.cookie });
    expect(next.codes).toEqual(['UNAUTHENTICATED']);
    const token = /#token=([\w-]+)$/.exec(reset.value?.meta.link ?? '')?.[1] ?? '';
    const opened = await shop.call(operatorEndpoints.openInvitation, { body: { token } });
    expect(opened.value?.data.email).toBe(lost.email);
    expect(await mailsTo(shop, lost.email)).toEqual([resetMail]);
  });

  test('prove the second factor again before they change who may do what', async () => {
    const owner = await logInAs(shop, 'owner');
    const change = () =>
      shop.call(inviteOperator, {
        operator: owner.cookie,
        body: { email: 'late@meisterhand.example', role: 'support' },
      });
    shop.advance(10 * 60_000 - 1);
    expect((await change()).status).toBe(201);
    shop.advance(1);
    expect((await change()).codes).toEqual(['PROOF_REQUIRED']);
    await shop.call(proveOperator, { operator: owner.cookie, body: { code: owner.code() } });
    expect((await change()).status).toBe(201);
  });
});

test('the command line lists operators, removes them, and gives even the last owner a new link', async () => {
  await shop.db.updateTable('operators').set({ role: 'support' }).where('role', '=', 'owner').execute();
  const { cookie: operator, email } = await logInAs(shop, 'owner');
  const run = (...words: string[]) => runCommand(shop.context, 'operator', ...words);
  expect((await run('list')).lines.filter((line) => line.startsWith(email))).toHaveLength(1);
  expect((await run('remove', email)).exit).toBe(1);
  const { exit, lines } = await run('reset', email);
  expect([exit, lines.at(-1)]).toEqual([0, expect.stringMatching(/#token=[\w-]{43}$/)]);
  expect(await mailsTo(shop, email)).toEqual([resetMail]);
  expect((await shop.call(getOperatorSession, { operator })).codes).toEqual(['UNAUTHENTICATED']);
  const other = await logInAs(shop, 'editor');
  expect((await run('remove', other.email)).exit).toBe(0);
  expect((await run('reset', other.email)).exit).toBe(1);
  const [log] = await changesOf('operator.reset').then((rows) => rows.slice(-1));
  expect(log).toMatchObject({ actor_kind: 'command', actor_name: 'operator reset' });
});

test('a demo shop has an owner whose second factor is shown, and never uses a real operator as that owner', async () => {
  const first = await ensureDemoOperator(shop.context);
  const again = await ensureDemoOperator(shop.context);
  if (first === null) throw new Error('No demo operator');
  expect(again).toEqual(first);
  const { email, password, code } = first;
  const body = { email, password, code };
  expect((await shop.call(operatorEndpoints.logInOperator, { body })).status).toBe(200);
  await expect(refuseDemoData(shop.context)).rejects.toThrow('demo account');
  await shop.db.updateTable('operators').set({ is_demo: false }).where('email', '=', email).execute();
  expect(await ensureDemoOperator(shop.context)).toBeNull();
  const password_hash = await shop.context.passwords.hash('drei Quitten im Glas');
  await changeRows(shop.db, 'operators', { email }, { is_demo: true, password_hash });
  expect(await ensureDemoOperator(shop.context), 'another password is not known').toBeNull();
  await changeRows(shop.db, 'operators', { email }, { is_demo: false });
});

test('an API key is shown once, allows only its permissions, is in the audit log, and ends when it is revoked', async () => {
  const { cookie: operator, email } = await logInAs(shop, 'owner');
  const make = () =>
    shop.call(createApiKey, { operator, body: { name: 'Prüfung', permissions: ['audit.read'] } });
  const { id, token } = (await make()).value?.data ?? { id: '', token: '' };
  expect((await make()).codes).toEqual(['NAME_TAKEN']);
  expect((await shop.call(listChanges, { bearer: token })).status).toBe(200);
  expect((await shop.call(listApiKeys, { bearer: token })).codes).toEqual(['FORBIDDEN']);
  expect((await shop.call(endpoints.getOwnCart, { bearer: token })).codes).toEqual(['UNAUTHENTICATED']);
  const listed = await shop.call(listApiKeys, { operator });
  expect(listed.value?.data[0]).toMatchObject({ id, attributes: { name: 'Prüfung', created_by: email } });
  expect(listed.value?.data[0]?.attributes.last_used_at).not.toBeNull();
  expect(listed.text).not.toContain(token);
  const stored = JSON.stringify(await shop.db.selectFrom('api_keys').selectAll().execute());
  expect(stored).not.toContain(token);
  expect((await shop.call(revokeApiKey, { operator, params: { id } })).status).toBe(200);
  expect((await shop.call(listChanges, { bearer: token })).codes).toEqual(['UNAUTHENTICATED']);
  expect((await changesOf('key.created')).at(-1)).toMatchObject({ actor_name: email, record_id: id });
});

test('an API key with a change but not the reading of its response is refused; an earlier one still works', async () => {
  const { cookie: operator } = await logInAs(shop, 'owner');
  const make = (...permissions: Permission[]) =>
    shop.call(createApiKey, { operator, body: { name: 'Lager', permissions }, language: 'de' });
  const refused = await make('orders.ship', 'audit.read');
  expect(refused.codes).toEqual(['INVALID_INPUT']);
  expect(JSON.parse(refused.text).errors).toMatchObject([
    { source: { pointer: '/permissions' }, detail: expect.stringContaining('liest') },
  ]);
  expect((await make('orders.ship', 'orders.read')).status).toBe(201);
  const earlier = await makeApiKey(shop.context, { name: 'Früher', permissions: ['orders.ship'] });
  const bearer = earlier.ok ? earlier.value.token : '';
  const params = { id: shop.context.ids.uuid() };
  expect((await shop.call(deliverOperatorOrder, { bearer, params })).codes).toEqual(['NOT_FOUND']);
});

describe('the API keys of an operator', () => {
  /** Creates a key through the API. `use` returns the failure codes of a call with it. */
  async function makeKey(operator: string, name: string, ...permissions: Permission[]) {
    const made = await shop.call(createApiKey, { operator, body: { name, permissions } });
    const { id = '', token = '' } = made.value?.data ?? {};
    const use = async () => (await shop.call(listChanges, { bearer: token })).codes;
    return { id, use };
  }
  const runningKeysOf = async (operator: string, id: string) => {
    const listed = await shop.call(listOperators, { operator });
    return listed.value?.data.find((one) => one.id === id)?.attributes.keys;
  };
  const ended = ['UNAUTHENTICATED'];

  test('end when the operator is removed, those of others do not', async () => {
    const [owner, leaving] = [await logInAs(shop, 'owner'), await logInAs(shop, 'owner')];
    const own = await makeKey(owner.cookie, 'Bleibt', 'audit.read');
    const keys = [
      await makeKey(leaving.cookie, 'Geht 1', 'audit.read'),
      await makeKey(leaving.cookie, 'Geht 2', 'audit.read'),
    ];
    const earlier = await makeKey(leaving.cookie, 'Ging', 'audit.read');
    await shop.call(revokeApiKey, { operator: owner.cookie, params: { id: earlier.id } });
    expect(await runningKeysOf(owner.cookie, leaving.id)).toBe(2);
    expect(await runningKeysOf(owner.cookie, owner.id)).toBe(1);
    for (const { use } of [own, ...keys]) expect(await use()).toEqual([]);
    await shop.call(removeOperator, { operator: owner.cookie, params: { id: leaving.id } });
    for (const { use } of keys) expect(await use()).toEqual(ended);
    expect(await own.use()).toEqual([]);
    expect(await runningKeysOf(owner.cookie, leaving.id)).toBe(0);
    const caused = { cause: 'operator.removed', operator: leaving.email };
    const log = (await changesOf('key.revoked')).filter(({ after }) => after !== null);
    expect(log.map(({ record_id }) => record_id).toSorted()).toEqual(keys.map(({ id }) => id).toSorted());
    expect(log.map(({ actor_name, after }) => [actor_name, after])).toEqual(
      keys.map(() => [owner.email, caused]),
    );
  });

  test('end when the command line removes the operator, and it prints how many', async () => {
    const leaving = await logInAs(shop, 'owner');
    const { use } = await makeKey(leaving.cookie, 'Kommando', 'audit.read');
    await logInAs(shop, 'owner');
    const { exit, lines } = await runCommand(shop.context, 'operator', 'remove', leaving.email);
    expect([exit, lines]).toEqual([0, [`${leaving.email} is removed; API keys that ended: 1.`]]);
    expect(await use()).toEqual(ended);
  });

  test('end with a lower role if they allow more than it', async () => {
    const [owner, other] = [await logInAs(shop, 'owner'), await logInAs(shop, 'owner')];
    const more = await makeKey(other.cookie, 'Zu viel', 'orders.read', 'audit.read');
    const within = await makeKey(other.cookie, 'Im Rahmen', 'orders.read');
    const params = { id: other.id };
    await shop.call(changeOperatorRole, { operator: owner.cookie, params, body: { role: 'bookkeeper' } });
    expect(await more.use()).toEqual(ended);
    expect(await within.use(), 'good, for other calls').toEqual(['FORBIDDEN']);
    expect((await changesOf('key.revoked')).at(-1)).toMatchObject({
      record_id: more.id,
      before: { name: 'Zu viel' },
      after: { cause: 'operator.role_changed', operator: other.email },
    });
  });

  test('end with a new link for password and authenticator', async () => {
    const [owner, other] = [await logInAs(shop, 'owner'), await logInAs(shop, 'owner')];
    const { use } = await makeKey(other.cookie, 'Eingeladen', 'audit.read');
    await shop.call(resetOperator, { operator: owner.cookie, params: { id: other.id } });
    expect(await use()).toEqual(ended);
  });

  test('are not created by a call that began before the removal', async () => {
    const [owner, leaving] = [await logInAs(shop, 'owner'), await logInAs(shop, 'owner')];
    await shop.call(removeOperator, { operator: owner.cookie, params: { id: leaving.id } });
    const actor = { kind: 'operator', id: leaving.id, name: leaving.email, network: null } as const;
    const key = { name: 'Zu spät', permissions: ['audit.read'] } as const;
    const made = await makeApiKey({ ...shop.context, actor }, key);
    expect(made).toMatchObject({ ok: false, error: { code: 'FORBIDDEN' } });
  });
});

describe('the audit log', () => {
  test('records what commands change, and nothing where nothing changed', async () => {
    const { email } = await register(shop);
    const product = await rowOf(shop.db, 'products', { id: products.book });
    for (const id of [product.id, product.id, 'gibt-es-nicht'])
      await runCommand(shop.context, 'stock', id, '7');
    expect(await changesOf('product.stock_set')).toMatchObject([
      {
        actor_kind: 'command',
        actor_name: 'stock',
        network: null,
        record_type: 'products',
        record_id: product.id,
        before: { stock: product.stock },
        after: { stock: 7 },
      },
    ]);
    await runCommand(shop.context, 'sessions', 'revoke', email);
    expect(await changesOf('account.logged_out')).toMatchObject([{ after: { sessions_ended: 1 } }]);
    await runCommand(shop.context, 'coupon', 'create', '--percent', '5', '--code', 'PROBE5');
    await runCommand(shop.context, 'coupon', 'create', '--percent', '5', '--code', 'PROBE5');
    expect(await changesOf('coupon.created')).toMatchObject([{ after: { codes: ['PROBE5'] } }]);
    await runCommand(shop.context, 'webhook', 'add', 'http://127.0.0.1:9/secret', '--events', 'order.paid');
    expect(await changesOf('webhook.added')).toMatchObject([{ after: { origin: 'http://127.0.0.1:9' } }]);
  });

  test('contains no secrets, and nothing of a transaction that is rolled back', async () => {
    const change = {
      action: 'demo.removed',
      record: { type: 'demo', id: '1' },
      after: { name: 'n', password_hash: 'x1', deep: { token: 'x2', list: [{ secret: 'x3' }] } },
    } as const;
    await inTransaction(shop.db, (trx) => recordChange(trx, shop.context, change));
    const failed = inTransaction(shop.db, async (trx) => {
      await recordChange(trx, shop.context, change);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    const rows = await changesOf('demo.removed');
    expect(rows).toMatchObject([{ actor_kind: 'job', after: { name: 'n', password_hash: '(secret)' } }]);
    expect(JSON.stringify(rows)).not.toMatch(/x[123]/);
  });

  test('cannot be changed or emptied; only rows older than three years can be deleted', async () => {
    const now = new Date();
    const threeYearsAgo = (days: number) =>
      new Date(Date.UTC(now.getUTCFullYear() - 3, now.getUTCMonth(), now.getUTCDate() + days));
    const values = (id: string, happened_at: Date) => ({
      id,
      happened_at,
      actor_kind: 'job' as const,
      actor_name: 'job',
      action: 'test.old',
      record_type: 'tests',
      record_id: '1',
    });
    const [old, young] = [shop.context.ids.uuid(), shop.context.ids.uuid()];
    await insertRows(shop.db, 'audit_log', [values(old, threeYearsAgo(-1)), values(young, threeYearsAgo(2))]);
    const refusal = 'audit_log is only added to';
    await expect(sql`update audit_log set actor_name = 'x'`.execute(shop.db)).rejects.toThrow(refusal);
    await expect(sql`delete from audit_log where id = ${young}`.execute(shop.db)).rejects.toThrow(refusal);
    // TRUNCATE fires no row trigger.
    await expect(sql`truncate audit_log`.execute(shop.db)).rejects.toThrow(refusal);
    await expect(sql`truncate operators, audit_log cascade`.execute(shop.db)).rejects.toThrow(refusal);
    const { numAffectedRows } = await sql`delete from audit_log where id = ${old}`.execute(shop.db);
    expect(numAffectedRows).toBe(1n);
  });

  test('can be read, added to and cleaned by a role that does not own it, and nothing else', async () => {
    const undone = new Error('undone');
    const answers: string[] = [];
    const work = shop.db.transaction().execute(async (trx) => {
      const run = (text: string) => sql.raw(text).execute(trx);
      const [keeper, role] = [`keeper_${shop.context.ids.code(8)}`, `shop_${shop.context.ids.code(8)}`];
      await run(`create role "${keeper}"; create role "${role}"; grant usage on schema public to "${role}"`);
      await run(`grant create on schema public to "${keeper}"`);
      await run(`alter table audit_log owner to "${keeper}"`);
      await run(`alter function refuse_changes_of_audit_log owner to "${keeper}"`);
      await run(`grant select, insert, delete on audit_log to "${role}"; set local role "${role}"`);
      for (const statement of [
        `insert into audit_log (id, happened_at, actor_kind, actor_name, action, record_type, record_id)
          values (gen_random_uuid(), now() - interval '4 years', 'job', 'job', 'test.role', 'tests', '1')`,
        `delete from audit_log where action = 'test.role'`,
        'select count(*) from audit_log',
        `update audit_log set actor_name = 'x'`,
        'truncate audit_log',
        'alter table audit_log disable trigger user',
        'drop trigger audit_log_is_not_emptied on audit_log',
        'drop function refuse_changes_of_audit_log cascade',
        'drop table audit_log',
      ]) {
        await run('savepoint before');
        const outcome = await run(statement).then(
          () => 'done',
          () => 'refused',
        );
        if (outcome === 'refused') await run('rollback to savepoint before');
        answers.push(outcome);
      }
      throw undone;
    });
    await expect(work).rejects.toThrow(undone);
    expect(answers).toEqual([...Array(3).fill('done'), ...Array(6).fill('refused')]);
  });

  test('is searched by record, actor, action and day, in pages', async () => {
    const { cookie: operator } = await logInAs(shop, 'owner');
    const id = shop.context.ids.uuid();
    for (const action of ['gift.plan', 'gift.keep', 'gift.send_again'] as const) {
      const actor = { kind: 'command', id: null, name: `command ${action}`, network: null } as const;
      const change = { action, record: { type: 'orders', id } } as const;
      await inTransaction(shop.db, (trx) => recordChange(trx, { ...shop.context, actor }, change));
      shop.advance(60_000);
    }
    const find = async (query: Record<string, string>) => {
      const found = await shop.call(listChanges, { operator, query });
      return {
        next: found.value?.meta.next ?? null,
        actions: found.value?.data.map(({ attributes }) => attributes.action.slice(5)),
      };
    };
    const record = { 'filter[record_type]': 'orders', 'filter[record_id]': id };
    const all = { next: null, actions: ['send_again', 'keep', 'plan'] };
    expect(await find(record)).toEqual(all);
    const pairs = { ...record, 'page[size]': '2' };
    const first = await find(pairs);
    expect(first).toEqual({ next: expect.any(String), actions: ['send_again', 'keep'] });
    const rest = await find({ ...pairs, 'page[after]': first.next ?? '' });
    expect(rest).toEqual({ next: null, actions: ['plan'] });
    expect(await find({ 'filter[actor]': 'command gift.keep' })).toEqual({ next: null, actions: ['keep'] });
    const { actions } = await find({ ...record, 'filter[action]': 'gift.send_again' });
    expect(actions).toEqual(['send_again']);
    const today = new Date(shop.context.clock.now()).toISOString().slice(0, 10);
    expect(await find({ ...record, 'filter[from]': today, 'filter[until]': today })).toEqual(all);
    expect(await find({ ...record, 'filter[until]': '2026-01-01' })).toEqual({ next: null, actions: [] });
  });
});

test('logged no fault in these tests', () => {
  expect(shop.faults).toEqual([]);
});
