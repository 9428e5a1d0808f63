import { expect, test } from 'vitest';
import { createSendOnce } from '#back-office/kit/send-once.ts';
import { err, failureOf, ok } from '#core/rules/basics/result.ts';

test('a request keeps its id until it succeeds, and no other request has the same id', async () => {
  const sendOnce = createSendOnce();
  const ids: string[] = [];
  const fail = async (id: string) => {
    ids.push(id);
    return err(failureOf('NETWORK'));
  };
  const succeed = async (id: string) => {
    ids.push(id);
    return ok(id);
  };
  expect(await sendOnce('one', fail)).toMatchObject({ ok: false });
  await sendOnce('other', fail);
  const sent = await sendOnce('one', succeed);
  await sendOnce('one', fail);
  await sendOnce('other', succeed);
  const [one, other, again, next, otherAgain] = ids;
  expect(sent).toEqual(ok(one));
  expect([again, otherAgain]).toEqual([one, other]);
  expect(new Set([one, other, next]).size).toBe(3);
});
