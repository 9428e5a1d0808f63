import { expect, test } from 'vitest';
import { createSendOnce } from '#back-office/kit/send-once.ts';
import { err, failureOf, ok } from '#core/rules/basics/result.ts';

test('a press has the same id until it is answered, and another one than any other press', async () => {
  const press = createSendOnce();
  const seen: string[] = [];
  const lost = (id: string) => {
    seen.push(id);
    return Promise.resolve(err(failureOf('NETWORK')));
  };
  const answered = (id: string) => {
    seen.push(id);
    return Promise.resolve(ok(id));
  };
  expect(await press('one', lost)).toMatchObject({ ok: false });
  await press('other', lost);
  const sent = await press('one', answered);
  await press('one', lost);
  await press('other', answered);
  const [one, other, again, next, otherAgain] = seen;
  expect(sent).toEqual(ok(one));
  expect([again, otherAgain]).toEqual([one, other]);
  expect(new Set([one, other, next]).size).toBe(3);
});
