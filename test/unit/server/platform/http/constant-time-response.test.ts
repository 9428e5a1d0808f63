import { expect, test, vi } from 'vitest';
import { respondInConstantTime, waitForResponseStep } from '#server/platform/http/constant-time-response.ts';
import { settled } from '#test/support/settled.ts';

/** Starts a response whose work and steps the test controls; `wasSent` returns whether it was sent. */
function startResponse() {
  const work = Promise.withResolvers<number>();
  const steps: (() => void)[] = [];
  let sent = false;
  const nextResponseStep = () => new Promise<void>((resolve) => steps.push(resolve));
  const response = respondInConstantTime({ nextResponseStep }, () => work.promise);
  const note = () => {
    sent = true;
  };
  response.then(note, note);
  return {
    work,
    response,
    wasSent: async () => {
      await settled();
      return sent;
    },
    step: async () => {
      await settled();
      expect(steps).toHaveLength(1);
      steps.pop()?.();
    },
  };
}

test.for(['done', 'failed'])(
  'work that is %s at once gets its response at the first step',
  async (outcome) => {
    const { work, response, wasSent, step } = startResponse();
    if (outcome === 'done') work.resolve(7);
    else work.reject(new Error('failed'));
    expect(await wasSent()).toBe(false);
    await step();
    expect(await wasSent()).toBe(true);
    if (outcome === 'done') expect(await response).toBe(7);
    else await expect(response).rejects.toThrow('failed');
  },
);

test('work that takes longer than a step gets its response at the next one', async () => {
  const { work, wasSent, step } = startResponse();
  await step();
  expect(await wasSent()).toBe(false);
  work.resolve(7);
  expect(await wasSent(), 'between two steps').toBe(false);
  await step();
  expect(await wasSent()).toBe(true);
});

test('a server has a response step every 150 ms', async () => {
  vi.useFakeTimers();
  let passed = false;
  const step = waitForResponseStep().then(() => {
    passed = true;
  });
  await vi.advanceTimersByTimeAsync(149);
  expect(passed).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(passed).toBe(true);
  await step;
  vi.useRealTimers();
});
