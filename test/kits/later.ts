/** The milliseconds of so many hours. */
export const hours = (count: number) => count * 3_600_000;

/**
 * Runs code while every clock of this process that is asked by `Date` is so many milliseconds ahead. Timers wait as
 * long as before, and a service in another process has its own time.
 */
export async function later<Value>(milliseconds: number, work: () => Promise<Value>): Promise<Value> {
  const { Date: own } = globalThis;
  const now = () => own.now() + milliseconds;
  globalThis.Date = new Proxy(own, {
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
    construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
  });
  try {
    return await work();
  } finally {
    globalThis.Date = own;
  }
}
