import { expect } from 'vitest';

/** How long a kit waits for what comes by itself. Whoever breaks adapters on purpose waits less. */
export const patience = { milliseconds: 60_000 };

/** Asks again and again until the value is the expected one: `await eventually(read).toBe(0)`. */
export const eventually = <Value>(
  read: () => Value | Promise<Value>,
  message?: string,
): ReturnType<typeof expect.poll<Value | Promise<Value>>> =>
  expect.poll(read, { timeout: patience.milliseconds, ...(message === undefined ? {} : { message }) });
