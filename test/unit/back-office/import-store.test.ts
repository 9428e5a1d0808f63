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

/** Sends to a shop that gives these answers, in their order; tells what it was sent. */
function sendTo(...answers: Result<ImportPlan, CallFailure>[]) {
  const sent: (string | undefined)[] = [];
  const send = async (seen?: string) => {
    sent.push(seen);
    return answers.shift() ?? err(failureOf('NETWORK'));
  };
  return { send, sent };
}

/** A store of a screen that is open; the shop reports these runs one after the other, the last one from then on. */
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

test('an import that somebody else began is followed to its end, and nothing is read afterwards', async () => {
  const { shown, ended } = open(runOf('running', 0), runOf('running', 2), runOf('done', 4), runOf('done', 0));
  await ended;
  expect(shown).toEqual([
    ['running', 2],
    ['done', 4],
  ]);
});

test('nobody reads how far an import is once its screen is left', async () => {
  let reads = 0;
  let goOn = () => {};
  const paused = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const read = async () => {
    reads += 1;
    return ok(runOf('running', 2));
  };
  const store = new ImportStore({ read, pause: () => paused }, runOf('running', 0));
  store.subscribe(() => {})();
  goOn();
  await store.apply(sendTo(ok(planOf('same'))).send, 'seen');
  expect(reads).toBe(1);
});

test('while the line is away the last known state stays, and is followed when the line is back', async () => {
  const answers = [err(failureOf('NETWORK')), ok(runOf('running', 3)), ok(runOf('done', 4))];
  const shown: (number | undefined)[] = [];
  const read = async () => answers.shift() ?? ok(null);
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
  'an import that failed with %s goes on in the shop: its end is waited for, and it is found to be there',
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

test('an import that was cut off stays failed and shows what is left to do', async () => {
  const left = planOf('same', 'new');
  const { store } = open(null, runOf('running', 1), runOf('cut_off', 1));
  const { send } = sendTo(err(failureOf('NETWORK')), ok(left));
  expect(await store.apply(send, 'seen')).toEqual({ response: err(failureOf('NETWORK')), latest: left });
});

test('without a connection nothing is known, and a refusal needs no second look', async () => {
  expect(await open(null).store.apply(sendTo().send, 'seen')).toEqual({
    response: err(failureOf('NETWORK')),
    latest: null,
  });
  const refused = err(failureOf('NOT_POSSIBLE'));
  const { send, sent } = sendTo(refused);
  expect(await open(null).store.apply(send, 'seen')).toEqual({ response: refused, latest: null });
  expect(sent).toEqual(['seen']);
});

test('an import that was answered is not checked again, and its bar is gone at once', async () => {
  const applied = { ...planOf('new'), is_applied: true };
  const { store } = open(null, runOf('done', 4));
  const { send, sent } = sendTo(ok(applied));
  expect(await store.apply(send, 'seen')).toEqual({ response: ok(applied), latest: applied });
  expect(sent).toEqual(['seen']);
  expect(store.snapshot()?.state).toBe('done');
});

test('a file is there when the shop has each of its rows', () => {
  expect(isAlreadyImported(planOf('same', 'same'))).toBe(true);
  for (const other of ['new', 'changed', 'refused'] as const)
    expect(isAlreadyImported(planOf('same', other))).toBe(false);
});
