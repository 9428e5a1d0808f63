import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { callSdk } from '#adapters/payments/braintree/browser/sdk-calls.ts';

describe('a call of the provider’s code', () => {
  let teardown: AbortController;
  const limits = () => ({ window: globalThis as unknown as Window, limit: 1_000, signal: teardown.signal });

  beforeEach(() => {
    vi.useFakeTimers();
    teardown = new AbortController();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  test('that hangs fails with TIMED_OUT, and its late result is discarded', async () => {
    const late: string[] = [];
    const { promise, resolve } = Promise.withResolvers<string>();
    const pending = callSdk(
      limits(),
      () => promise,
      (value) => late.push(value),
    );
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await pending).toEqual({ ok: false, error: { code: 'TIMED_OUT' } });
    resolve('instance');
    await vi.advanceTimersByTimeAsync(0);
    expect(late).toEqual(['instance']);
  });

  test('fails on a teardown, also on an earlier one', async () => {
    const pending = callSdk(limits(), () => new Promise(() => {}));
    teardown.abort();
    const tornDown = { ok: false, error: { code: 'PROVIDER_ERROR' } };
    expect(await pending).toEqual(tornDown);
    expect(await callSdk(limits(), async () => 'never asked')).toEqual(tornDown);
  });

  test('that throws synchronously fails with PROVIDER_ERROR', async () => {
    const thrown = await callSdk(limits(), () => {
      throw Object.assign(new Error('no'), { code: 'THREEDS_UNSUPPORTED_VERSION', type: 'MERCHANT' });
    });
    expect(thrown).toEqual({ ok: false, error: { code: 'PROVIDER_ERROR' } });
    expect(await callSdk(limits(), async () => 7)).toEqual({ ok: true, value: 7 });
  });
});
