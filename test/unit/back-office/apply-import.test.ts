import { expect, test } from 'vitest';
import { applyImport, isThere } from '#back-office/operations/imports/apply-import.ts';
import type { ImportPlan, ImportState } from '#core/model/shop-import.ts';
import { type CallFailure, err, failureOf, ok, type Result } from '#core/rules/basics/result.ts';

function planOf(...states: readonly ImportState[]): ImportPlan {
  const rows = states.map((state, index) => ({
    ...{ lines: [index + 2], name: `row ${index}`, state, fields: [], left_out: [], faults: [] },
  }));
  return { source: 'shopify', encoding: 'utf-8', rows, seen: states.join(), is_applied: false };
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

test.each(['NETWORK', 'UNREADABLE_ANSWER', 'INTERNAL', 'RECORD_CHANGED'])(
  'an import that failed with %s, and was carried out, is found to be there',
  async (code) => {
    const there = planOf('same', 'same');
    const { send, sent } = sendTo(err(failureOf(code)), ok(there));
    expect(await applyImport(send, 'seen')).toEqual({ answer: ok(there), latest: there });
    expect(sent).toEqual(['seen', undefined]);
  },
);

test('an import that may still be under way, or was not carried out, stays failed and shows what is left to do', async () => {
  const left = planOf('same', 'new');
  const { send } = sendTo(err(failureOf('NETWORK')), ok(left));
  expect(await applyImport(send, 'seen')).toEqual({ answer: err(failureOf('NETWORK')), latest: left });
});

test('without a connection nothing is known, and a refusal needs no second look', async () => {
  expect(await applyImport(sendTo().send, 'seen')).toEqual({
    answer: err(failureOf('NETWORK')),
    latest: null,
  });
  const refused = err(failureOf('NOT_POSSIBLE'));
  const { send, sent } = sendTo(refused);
  expect(await applyImport(send, 'seen')).toEqual({ answer: refused, latest: null });
  expect(sent).toEqual(['seen']);
});

test('an import that was answered is not checked again', async () => {
  const applied = { ...planOf('new'), is_applied: true };
  const { send, sent } = sendTo(ok(applied));
  expect(await applyImport(send, 'seen')).toEqual({ answer: ok(applied), latest: applied });
  expect(sent).toEqual(['seen']);
});

test('a file is there when the shop has each of its rows', () => {
  expect(isThere(planOf('same', 'same'))).toBe(true);
  for (const other of ['new', 'changed', 'refused'] as const)
    expect(isThere(planOf('same', other))).toBe(false);
});
