import { expect, test } from 'vitest';
import { ImportStore, isAlreadyImported } from '#back-office/operations/imports/import-store.ts';
import type { ImportPlan, ImportRun, ImportState } from '#core/model/shop-import.ts';
import { type CallFailure, err, failureOf, ok, type Result } from '#core/rules/basics/result.ts';

function planOf(...states: readonly ImportState[]): ImportPlan {
  const rows = states.map((state, index) => ({
    ...{ lines: [index + 2], name: `row ${index}`, state, fields: [], left_out: [], faults: [] },
  }));
  return { source: 'shopify', encoding: 'utf-8', rows, seen: states.join(), is_applied: false };
}

function runOf(state: ImportRun['state'], written: number): ImportRun {
  return { state, begun_at: '2026-11-29T10:00:00Z', rows: 4, written };
}

/** Returns a `send` that gets these responses in order, and what was sent. */
function sendTo(...responses: Result<ImportPlan, CallFailure>[]) {
  const sent: (string | undefined)[] = [];
  const send = async (seen?: string) => {
    sent.push(seen);
    return responses.shift() ?? err(failureOf('NETWORK'));
  };
  return { send, sent };
}

/** Opens the store of a screen. The shop reports these runs in order, then the last one again. */
function open(first: ImportRun | null, ...reported: (ImportRun | null)[]) {
  const reads = [...reported];
  let last = first;
  const next = () => {
    last = reads.shift() ?? last;
    return last;
  };
  const store = new ImportStore({ read: async () => ok(next()), pause: async () => {} }, first);
  const shown: (readonly [string | undefined, number | undefined])[] = [];
  const close = store.subscribe(() => shown.push([store.snapshot()?.state, store.snapshot()?.written]));
  const ended = new Promise<void>((resolve) =>
    store.subscribe(() => store.snapshot()?.state !== 'running' && resolve()),
  );
  return { store, shown, close, ended };
}

test('an import that somebody else started is polled until it ends, and not afterwards', async () => {
  const { shown, ended } = open(runOf('running', 0), runOf('running', 2), runOf('done', 4), runOf('done', 0));
  await ended;
  expect(shown).toEqual([
    ['running', 2],
    ['done', 4],
  ]);
});

test('polling stops when the screen is left', async () => {
  let reads = 0;
  const { promise: paused, resolve: endPause } = Promise.withResolvers<void>();
  const read = async () => {
    reads += 1;
    return ok(runOf('running', 2));
  };
  const store = new ImportStore({ read, pause: () => paused }, runOf('running', 0));
  store.subscribe(() => {})();
  endPause();
  await store.apply(sendTo(ok(planOf('same'))).send, 'seen');
  expect(reads).toBe(1);
});

test('a lost connection keeps the last known progress, and polling goes on', async () => {
  const responses = [err(failureOf('NETWORK')), ok(runOf('running', 3)), ok(runOf('done', 4))];
  const shown: (number | undefined)[] = [];
  const read = async () => responses.shift() ?? ok(null);
  const store = new ImportStore({ read, pause: async () => {} }, runOf('running', 1));
  await new Promise<void>((resolve) => {
    store.subscribe(() => {
      shown.push(store.snapshot()?.written);
      if (store.snapshot()?.state === 'done') resolve();
    });
  });
  expect(shown).toEqual([3, 4]);
});

test.each(['NETWORK', 'UNREADABLE_ANSWER', 'INTERNAL', 'RECORD_CHANGED'])(
  'after %s an import may still run: its end is awaited, and a check finds its rows',
  async (code) => {
    const there = planOf('same', 'same');
    const { store, shown } = open(null, runOf('running', 1), runOf('running', 2), runOf('done', 4));
    const { send, sent } = sendTo(err(failureOf(code)), ok(there));
    const checkedAt: number[] = [];
    const watched = (seen?: string) => {
      if (seen === undefined) checkedAt.push(shown.length);
      return send(seen);
    };
    expect(await store.apply(watched, 'seen')).toEqual({ response: ok(there), latest: there });
    expect(sent).toEqual(['seen', undefined]);
    expect(shown.at((checkedAt[0] ?? 0) - 1)).toEqual(['done', 4]);
  },
);

test('an import that was interrupted stays failed and shows the remaining rows', async () => {
  const left = planOf('same', 'new');
  const { store } = open(null, runOf('running', 1), runOf('cut_off', 1));
  const { send } = sendTo(err(failureOf('NETWORK')), ok(left));
  expect(await store.apply(send, 'seen')).toEqual({ response: err(failureOf('NETWORK')), latest: left });
});

test('without a connection the result is unknown; after a refusal the file is not checked again', async () => {
  expect(await open(null).store.apply(sendTo().send, 'seen')).toEqual({
    response: err(failureOf('NETWORK')),
    latest: null,
  });
  const refused = err(failureOf('NOT_POSSIBLE'));
  const { send, sent } = sendTo(refused);
  expect(await open(null).store.apply(send, 'seen')).toEqual({ response: refused, latest: null });
  expect(sent).toEqual(['seen']);
});

test('a successful import is not checked again, and its progress ends at once', async () => {
  const applied = { ...planOf('new'), is_applied: true };
  const { store } = open(null, runOf('done', 4));
  const { send, sent } = sendTo(ok(applied));
  expect(await store.apply(send, 'seen')).toEqual({ response: ok(applied), latest: applied });
  expect(sent).toEqual(['seen']);
  expect(store.snapshot()?.state).toBe('done');
});

test('a file is imported when the shop has each of its rows unchanged', () => {
  expect(isAlreadyImported(planOf('same', 'same'))).toBe(true);
  for (const other of ['new', 'changed', 'refused'] as const)
    expect(isAlreadyImported(planOf('same', other))).toBe(false);
});
