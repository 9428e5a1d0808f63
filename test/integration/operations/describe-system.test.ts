import { describe, expect, test } from 'vitest';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { describeSystem } from '#server/operations/describe-system.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { recordRuns } from '#server/platform/jobs/job-runs.ts';
import { logInAs } from '#test/integration/support/operators.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const owner = await logInAs(shop, 'owner');
const { getSystem, exportChanges } = operatorEndpoints;
const minute = 60_000;

async function jobOf(name: string) {
  const { value } = await shop.call(getSystem, { operator: owner.cookie });
  return value?.data.jobs.find((job) => job.name === name);
}

describe('jobs', () => {
  const { signal } = new AbortController();
  let work = async () => 0;
  const job = recordRuns(shop.context, { name: 'deliver-mail', pause: 60, run: () => work() });
  const run = (next: typeof work) => {
    work = next;
    return job.run(signal);
  };
  const fail = () =>
    run(async () => {
      throw Object.assign(new Error('mail of lena@example.com'), { code: 'ECONNREFUSED' });
    });

  test('are shown as running, as failing after an error, and as late when no run ends in time', async () => {
    expect(await jobOf('deliver-mail')).toMatchObject({ state: 'never', failures: 0 });
    await run(async () => 3);
    const finished = (await jobOf('deliver-mail'))?.finished_at;
    expect(await jobOf('deliver-mail')).toMatchObject({ state: 'running', failure: null });
    await expect(fail()).rejects.toThrow('mail of');
    await expect(fail()).rejects.toThrow('mail of');
    expect(await jobOf('deliver-mail')).toMatchObject({
      state: 'failing',
      failures: 2,
      failure: 'ECONNREFUSED',
      finished_at: finished,
    });
    await run(async () => 0);
    expect(await jobOf('deliver-mail')).toMatchObject({ state: 'running', failures: 0 });
    shop.advance(10 * minute);
    expect(await jobOf('deliver-mail')).toMatchObject({ state: 'running' });
    shop.advance(1);
    expect(await jobOf('deliver-mail')).toMatchObject({ state: 'late' });
    expect(await jobOf('make-films')).toMatchObject({ state: 'never' });
  });

  test('that succeed every few seconds are recorded once in ten seconds', async () => {
    expect(job).toMatchObject({ name: 'deliver-mail', pause: 60 });
    await run(async () => 0);
    const first = (await jobOf('deliver-mail'))?.finished_at;
    shop.advance(10_000);
    await run(async () => 0);
    expect((await jobOf('deliver-mail'))?.finished_at).toBe(first);
    shop.advance(1);
    await run(async () => 0);
    expect((await jobOf('deliver-mail'))?.finished_at).not.toBe(first);
  });
});

test('settings in effect are shown without secrets, with the modules in use', async () => {
  const overview = await describeSystem({
    ...shop.context,
    readConfiguration: async () => ({
      settings: { SITE_URL: 'https://shop.example', TOKEN_SECRET: null },
      modules: [{ kind: 'mail', name: 'smtp' }],
    }),
  });
  expect(overview).toMatchObject({
    mode: 'demo',
    settings: [
      { name: 'SITE_URL', value: 'https://shop.example' },
      { name: 'TOKEN_SECRET', value: null },
    ],
    modules: [{ kind: 'mail', name: 'smtp' }],
  });
});

test('the audit log is exported with its filters, and no cell runs as a formula', async () => {
  const context = {
    ...shop.context,
    // In the time zone of the shop this is the next day.
    clock: { ...shop.context.clock, now: () => Date.parse('2026-07-15T22:30:00Z') },
    actor: { kind: 'key', id: null, name: '=HYPERLINK("evil")', network: '@1' } as const,
  };
  await inTransaction(shop.db, async (trx) => {
    for (const id of ['+1', '2'])
      await recordChange(trx, context, {
        action: 'demo.removed',
        record: { type: 'demo', id },
        after: { name: 'a,"b"' },
      });
  });
  const lines = async (query: Record<string, string>) => {
    const { value, headers } = await shop.call(exportChanges, { operator: owner.cookie, query });
    const found = new TextDecoder().decode(value?.content).trimEnd().split('\r\n');
    expect(headers.get('X-Row-Count')).toBe(String(found.length - 1));
    return found;
  };
  const all = await lines({ 'filter[record_type]': 'demo' });
  expect(all[0]).toBe('at;kind;actor;network;action;record;id;before;after');
  expect(all).toHaveLength(3);
  const [one] = (await lines({ 'filter[record_type]': 'demo', 'filter[record_id]': '+1' })).slice(1);
  expect(one).toMatch(
    /^2026-07-16 00:30:00;key;"'=HYPERLINK\(""evil""\)";'@1;demo\.removed;demo;'\+1;;"\{""name"": ?""a,\\""b\\""""\}"$/,
  );
  const { codes } = await shop.call(exportChanges, {
    operator: owner.cookie,
    query: { 'filter[from]': 'gestern' },
  });
  expect(codes).toEqual(['INVALID_INPUT']);
});

test('logged no fault in these tests', () => {
  expect(shop.faults).toEqual([]);
});
