import { expect, test } from 'vitest';
import { createTraces } from '#app/tracing/open-traces.ts';
import type { Span, SpanStart, Tracing } from '#ports/tracing.ts';
import { addOrderToSpans, addSpanFacts, inSpan, inTrace } from '#server/platform/spans.ts';

/** Opens traces that record each span with its parents, in the order of their ends. */
function recordTraces() {
  const ended: { span: string; outcome: string; facts: object }[] = [];
  const beginIn =
    (outer: string) =>
    ({ name }: SpanStart): Span => {
      const span = `${name}${outer}`;
      let facts = {};
      return {
        begin: beginIn(` < ${span}`),
        note(more) {
          facts = { ...facts, ...more };
        },
        end: (outcome) => void ended.push({ span, outcome, facts }),
      };
    };
  const tracing: Tracing = { begin: beginIn(''), stop: async () => {} };
  return { ended, tracing };
}

test('work is a child of the span in which it is called, with its outcome, its facts and the order', async () => {
  const { ended, tracing } = recordTraces();
  const result = await inTrace(tracing, { name: 'call' }, async () => {
    await inSpan({ name: 'service' }, async () => {
      addSpanFacts({ rows: 2 });
      addOrderToSpans('o1');
    });
    const failing = inTrace(tracing, { name: 'gateway' }, () => Promise.reject(new Error('away')));
    await expect(failing).rejects.toThrow('away');
    return 'result';
  });
  expect(result).toBe('result');
  const traced = [
    { span: 'service < call', outcome: 'done', facts: { rows: 2, order_id: 'o1' } },
    { span: 'gateway < call', outcome: 'failed', facts: { order_id: 'o1' } },
    { span: 'call', outcome: 'done', facts: { order_id: 'o1' } },
  ];
  expect(ended).toEqual(traced);
  expect(await inSpan({ name: 'later' }, async () => 'done')).toBe('done');
  expect(await inTrace(undefined, { name: 'untraced' }, async () => 'done')).toBe('done');
  expect(ended).toEqual(traced);
});

test.each([
  ['select "id" from "orders" where "email" = $1', 'select orders'],
  ['  insert into users (email) values ($1)', 'insert users'],
  ['UPDATE "carts" set "version" = $1', 'update carts'],
  ["select 'geheim@example.org'", 'select'],
  ['commit', 'commit'],
  ['"geheim"', 'statement'],
])('the span of the statement %s is named %s, after its verb and first table', async (sql, name) => {
  const { ended, tracing } = recordTraces();
  const { database } = createTraces(tracing);
  await inTrace(tracing, { name: 'call' }, async () => database.statement(5, false, sql));
  database.statement(5, true, sql);
  expect(ended.map(({ span, outcome }) => [span, outcome])).toEqual([
    [`${name} < call`, 'failed'],
    ['call', 'done'],
  ]);
});
