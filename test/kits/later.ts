/** Returns hours in milliseconds. */
export const hours = (count: number) => count * 3_600_000;

/** Runs code while `Date` of this process is ahead. Timers and services in other processes are not affected. */
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
