import { expect } from 'vitest';

/** Time limit of `eventually`. Tests of broken adapters set a shorter one. */
export const patience = { milliseconds: 60_000 };

/** Polls until the value is the expected one: `await eventually(read).toBe(0)`. */
export const eventually = <Value>(
  read: () => Value | Promise<Value>,
  message?: string,
): ReturnType<typeof expect.poll<Value | Promise<Value>>> =>
  expect.poll(read, { timeout: patience.milliseconds, ...(message === undefined ? {} : { message }) });
