import { expect, test } from 'vitest';
import { expectOvertaking } from '#test/kits/through-fetch.ts';

const request = async () => void (await fetch('data:,'));

test('a call overtakes a delayed one by requests of its own only', async () => {
  await expect(expectOvertaking(request, request, 50)).resolves.toBe(true);

  let last: Promise<unknown> = Promise.resolve();
  const inTurn = () => {
    last = last.then(request);
    return last;
  };
  const begun = Promise.withResolvers<void>();
  // Neither of the two calls sends this request.
  const unrelated = begun.promise.then(request);
  const other = () => {
    begun.resolve();
    return inTurn();
  };
  await expect(expectOvertaking(inTurn, other, 50)).rejects.toThrow('ended first');
  await unrelated;
});
